import { type HotkeyItem, useElementSize, useHotkeys, useMergedRef } from '@mantine/hooks'
import type { FileObject } from '@trowel/contract/files.js'
import { scaleBarOf } from '@trowel/contract/lengths.js'
import type { PictureMark } from '@trowel/contract/picture-marks.js'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineImage } from '../../../core/offline-images.js'
import { Empty } from '../../states.js'
import { fileTitle } from '../file-kind.js'
import { MarksDrawing } from './marks-drawing.js'
import classes from './picture-stage.module.css'
import { useRendition } from './rendition.js'
import { type Pen, useGestures, viewByKey } from './use-gestures.js'
import {
  type Frame,
  type Place,
  placeOf,
  type Size,
  type View,
  whole,
  zoomedAt,
  zoomOfPixels,
} from './view.js'
import { ZoomButtons } from './zoom-buttons.js'

/** What stands over a picture knows how large it is, and how large a pixel of it is seen. */
export interface Staged extends Pick<Place, 'scale'> {
  readonly picture: Size
}

/**
 * A picture to zoom and to move: by fingers, mouse and wheel, and by keys (plus, minus, 0, 1, arrows). With
 * what is drawn on it, and a scale bar where its scale is known.
 */
export function PictureStage({
  file,
  view,
  onView,
  marks,
  pen,
  onTurn,
  hasControls = true,
  keys = 'all',
  children,
}: {
  file: FileObject
  view: View
  onView: (change: (view: View) => View) => void
  marks: readonly PictureMark[]
  /** Draws, with one finger or the mouse. */
  pen?: ((staged: Staged) => Pen) | undefined
  /** To the next file or the one before, where nothing is zoomed. */
  onTurn?: ((by: 1 | -1) => void) | undefined
  /** False: another stage, which shows the same part of its picture, takes the keys and has the buttons. */
  hasControls?: boolean
  /** Without arrows, where these move what is drawn. */
  keys?: 'all' | 'zoom'
  /** Stands over the picture, as SVG in its pixels. */
  children?: (staged: Staged) => ReactNode
}) {
  const { t } = useTranslation()
  const stage = useRef<HTMLElement>(null)
  const { ref, width, height } = useElementSize<HTMLElement>()
  const [natural, setNatural] = useState<Size>()
  const frame = useFrame(file, natural, width, height)
  const place = frame && placeOf(frame, view)
  const { address, isBroken, isComing, connected, fail } = useRendition(
    file,
    place && place.width * window.devicePixelRatio,
  )
  const kept = useOfflineImage(isBroken && !connected ? file : undefined)
  const staged = frame && place && { picture: frame.picture, scale: place.scale }
  const { slide, handlers } = useGestures(stage, frame, view, onView, {
    pen: staged && pen?.(staged),
    onSwipe: onTurn,
  })
  const turn = (key: string, by: 1 | -1) => {
    if (frame && view.zoom > 1.001) onView((now) => viewByKey(frame, now, key) ?? now)
    else onTurn?.(by)
  }
  const look = (key: string) => {
    if (frame) onView((now) => viewByKey(frame, now, key) ?? now)
  }
  const toPixels = () => {
    if (frame) onView((now) => zoomedAt(frame, now, zoomOfPixels(frame) / now.zoom))
  }
  const arrows: HotkeyItem[] = [
    ['ArrowLeft', () => turn('ArrowLeft', -1)],
    ['ArrowRight', () => turn('ArrowRight', 1)],
    ['ArrowUp', () => look('ArrowUp')],
    ['ArrowDown', () => look('ArrowDown')],
  ]
  useHotkeys(
    !hasControls
      ? []
      : [
          ...(keys === 'all' ? arrows : []),
          ['plus', () => look('+')],
          ['shift + plus', () => look('+')],
          ['=', () => look('+')],
          ['-', () => look('-')],
          ['0', () => look('0')],
          ['1', toPixels],
        ],
  )
  const merged = useMergedRef(stage, ref)

  if (isBroken && !connected)
    return (
      <Empty icon="offline" title={t('viewer.notKept')}>
        {kept && <img src={kept} alt={fileTitle(file)} />}
      </Empty>
    )
  if (isBroken) return <Empty icon="picture" title={t('viewer.notShown')} />
  return (
    <>
      <section
        ref={merged}
        className={classes['stage']}
        data-zoomed={view.zoom > 1.001 || undefined}
        data-pen={pen ? true : undefined}
        aria-label={fileTitle(file)}
        {...handlers}
      >
        <div
          className={classes['picture']}
          style={
            place
              ? {
                  width: place.width,
                  height: place.height,
                  transform: `translate(${place.left + slide}px, ${place.top}px)`,
                }
              : { visibility: 'hidden' }
          }
        >
          {address && (
            <img
              src={address}
              alt={fileTitle(file)}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth || 1, height: naturalHeight || 1 })
              }
              onError={() => fail(address)}
            />
          )}
          {staged && fits(file, natural) && (
            <svg
              className={classes['marks']}
              viewBox={`0 0 ${staged.picture.width} ${staged.picture.height}`}
              aria-hidden="true"
            >
              <MarksDrawing marks={marks} size={staged.picture} />
              {children?.(staged)}
            </svg>
          )}
        </div>
        {staged && file.pixels_per_cm !== null && (
          <ScaleBar pixelsPerCm={file.pixels_per_cm * staged.scale} />
        )}
        {isComing && address && (
          <span className={`${classes['coming']} after-a-moment`} role="status">
            {t('viewer.sharper')}
          </span>
        )}
      </section>
      {hasControls && frame && place && (
        <ZoomButtons
          percent={Math.round(place.scale * 100)}
          isWhole={view.zoom <= 1.001}
          isNearest={place.scale >= 7.99}
          onZoom={look}
          onFit={() => (view.zoom > 1.001 ? onView(() => whole) : toPixels())}
        />
      )}
    </>
  )
}

/** The size that is written down; of an old file that of what the browser has loaded. */
function useFrame(
  { ext, width: pixels, height: lines }: FileObject,
  natural: Size | undefined,
  width: number,
  height: number,
): Frame | undefined {
  const own = pixels ?? natural?.width
  const high = lines ?? natural?.height
  return useMemo(
    () =>
      own && high && width > 0 && height > 0
        ? { stage: { width, height }, picture: { width: own, height: high }, isDrawing: ext === 'svg' }
        : undefined,
    [own, high, width, height, ext],
  )
}

/** Of a state as it was, the bytes are those of now: what was drawn may have been drawn on others. */
const fits = ({ width, height }: FileObject, natural: Size | undefined): boolean =>
  width === null ||
  height === null ||
  natural === undefined ||
  Math.abs(natural.width / natural.height - width / height) < 0.03 * (width / height)

/** @param pixelsPerCm pixels of the screen */
function ScaleBar({ pixelsPerCm }: { pixelsPerCm: number }) {
  const { t } = useTranslation()
  const { length, text } = scaleBarOf(pixelsPerCm, 140)
  return (
    <div className={classes['scale']} role="img" aria-label={t('viewer.scaleBar', { length: text })}>
      <span className="numbers">{text}</span>
      <span className={classes['bar']} style={{ width: length }} />
    </div>
  )
}
