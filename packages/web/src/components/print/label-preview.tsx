import { type LabelSheet, labelParts, minLetters } from '@trowel/contract/model/label-sheets.js'
import encodeQR from 'qr'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './print.module.css'

export interface LabelWords {
  readonly heading: string
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly text: string }[]
  /** Where the code leads; none where it is empty. */
  readonly address: string
}

/** In pixels: so high is a label on the screen. */
const maxPreview = 190

/** A label as it comes out of the printer. */
export function LabelPreview({
  sheet,
  words: { heading, title, lines, address },
}: {
  sheet: LabelSheet
  words: LabelWords
}) {
  const { t } = useTranslation()
  const { width, height } = sheet.label
  const parts = labelParts(sheet.label, address !== '', lines.length + (heading === '' ? 0 : 1))
  const part = (x: number, y: number, w: number, h: number) => ({
    left: `${(x / width) * 100}%`,
    top: `${(y / height) * 100}%`,
    width: `${(w / width) * 100}%`,
    height: `${(h / height) * 100}%`,
  })
  const text = useRef<HTMLDivElement>(null)
  // As on paper: the largest letters in which all of it fits.
  useLayoutEffect(() => {
    const box = text.current
    if (!box) return
    for (let points = parts.maxLetters; points >= minLetters; points -= 0.5) {
      // Letters are points, the label is as wide as its box.
      box.style.fontSize = `${((points * 25.4) / 72 / width) * 100}cqi`
      if (box.scrollHeight <= box.clientHeight) break
    }
  })
  return (
    <div
      className={classes['label']}
      role="img"
      aria-label={t('print.preview')}
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: (maxPreview * width) / height }}
    >
      {parts.qr && (
        <QrCode
          text={address}
          className={classes['code'] ?? ''}
          style={part(parts.qr.x, parts.qr.y, parts.qr.side, parts.qr.side)}
        />
      )}
      <div
        ref={text}
        className={classes['words']}
        style={part(parts.text.x, parts.text.y, parts.text.width, parts.text.height)}
      >
        {heading !== '' && <div className={classes['heading']}>{heading}</div>}
        <div className={classes['title']}>{title}</div>
        {lines.map(({ label, text }) => (
          <div key={label}>
            <i>{label}</i> {text}
          </div>
        ))}
      </div>
    </div>
  )
}

function QrCode({
  text,
  ...look
}: {
  text: string
  className: string
  style: Readonly<Record<'left' | 'top' | 'width' | 'height', string>>
}) {
  const { path, side } = useMemo(() => {
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
    return {
      side: rows.length,
      path: rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join(''),
    }
  }, [text])
  return (
    <svg viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" aria-hidden="true" {...look}>
      <path d={path} />
    </svg>
  )
}

/** The first sheet: which labels are gone, and which are printed. A click says which one is the first. */
export function SheetPreview({
  sheet: { page, across, down, label, left, top, stepX, stepY },
  start,
  printed,
  onStart,
}: {
  sheet: LabelSheet
  start: number
  /** How many labels there are in all. */
  printed: number
  onStart: (start: number) => void
}) {
  return (
    <svg className={classes['sheet']} viewBox={`0 0 ${page.width} ${page.height}`} aria-hidden="true">
      <rect width={page.width} height={page.height} className={classes['paper']} />
      {Array.from({ length: across * down }, (_, place) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the number beside it does the same for keys
        <rect
          key={place}
          className={classes['place']}
          data-state={place + 1 < start ? 'gone' : place + 1 < start + printed ? 'printed' : 'left'}
          x={left + stepX * (place % across)}
          y={top + stepY * Math.floor(place / across)}
          width={label.width}
          height={label.height}
          rx={1.5}
          onClick={() => onStart(place + 1)}
        />
      ))}
    </svg>
  )
}
