import { ActionIcon, Tooltip } from '@mantine/core'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { relationSentence } from '../../components/stratigraphy/relation-sides.js'
import type { Marks } from './marks.js'
import classes from './matrix.module.css'
import { Overview } from './overview.js'
import { paint } from './paint.js'
import type { Palette } from './palette.js'
import type { Sequence } from './sequence.js'
import type { Box, Layout, Line, Unit } from './use-layout.js'
import { usePointer } from './use-pointer.js'
import { useViewport, type ViewportHandle } from './use-viewport.js'
import type { Size, Viewport } from './viewport.js'
import { walkBy } from './walk-by.js'

/** The drawing: moved and zoomed by hand, walked through by arrow keys. */
export function MatrixCanvas({
  name,
  place,
  layout,
  sequence,
  marks,
  palette,
  handle,
  onUnit,
  onOpen,
}: {
  name: string
  /** Tells the drawing from others, so that a user comes back to the part that he left. */
  place: string
  layout: Layout
  sequence: Sequence
  marks: Marks
  palette: Palette
  /** Lets others fly to a box. */
  handle: RefObject<ViewportHandle | null>
  onUnit: (id: number | undefined) => void
  /** Opens the record of the chosen unit. */
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const window = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<{ text: string; x: number; y: number }>()
  const isolatedTitle = t('matrix.isolated', { count: layout.isolated?.count ?? 0 })

  const draw = useCallback(
    (viewport: Viewport, screen: Size) => {
      const pen = canvas.current?.getContext('2d')
      if (!canvas.current || !pen || screen.width === 0) return
      const dots = devicePixelRatio
      const [width, height] = [Math.round(screen.width * dots), Math.round(screen.height * dots)]
      if (canvas.current.width !== width || canvas.current.height !== height) {
        canvas.current.width = width
        canvas.current.height = height
      }
      pen.setTransform(dots, 0, 0, dots, 0, 0)
      paint(pen, { layout, marks, palette, isolatedTitle }, viewport, screen)
      window.current?.dispatchEvent(new CustomEvent('viewport', { detail: { viewport, screen } }))
    },
    [layout, marks, palette, isolatedTitle],
  )
  const viewport = useViewport(place, frame, layout, draw)
  handle.current = viewport
  useSteadyBox(layout, sequence, marks.chosen, viewport)

  const chosenBox = marks.chosen === undefined ? undefined : layout.boxes[marks.chosen]
  const latest = useRef({ chosenBox })
  latest.current = { chosenBox }
  const started = useRef(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      if (!started.current) {
        started.current = true
        viewport.begin(latest.current.chosenBox)
      } else viewport.resize(latest.current.chosenBox)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [viewport])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn has changed
  useEffect(() => viewport.redraw(), [draw, viewport])

  const find = useCallback(
    (spot: { x: number; y: number }) => {
      const now = viewport.now()
      return now ? hitTest(layout, now, spot) : {}
    },
    [layout, viewport],
  )
  const click = useCallback(
    (spot: { x: number; y: number }) => onUnit(find(spot).unit?.db_id),
    [find, onUnit],
  )
  const point = useCallback(
    (spot: { x: number; y: number } | undefined) => {
      const { unit, line } = spot ? find(spot) : {}
      const labelOf = (id: number) => sequence.unitOf(id)?.identifier ?? String(id)
      const text = unit
        ? [unit.identifier, unit.date].filter(Boolean).join(', ')
        : line && relationSentence(labelOf(line.first), line.relation, labelOf(line.second))
      if (frame.current) frame.current.style.cursor = unit ? 'pointer' : ''
      setPointed(text && spot ? { text, ...spot } : undefined)
    },
    [find, sequence],
  )
  usePointer(
    frame,
    viewport,
    useMemo(() => ({ onClick: click, onPoint: point }), [click, point]),
  )

  const press = walkBy(viewport, { layout, sequence, chosen: marks.chosen, onUnit, onOpen })

  return (
    <div className={classes['frame']}>
      <div
        ref={frame}
        className={classes['hands']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing that is moved by the keyboard
        tabIndex={0}
        role="application"
        aria-label={t('matrix.drawing', { name })}
        aria-describedby="matrix-keys"
        onKeyDown={press}
      >
        <canvas ref={canvas} className={classes['canvas']} />
        {pointed && (
          <div
            className={classes['tip']}
            style={{ left: pointed.x + 14, top: pointed.y + 14 }}
            aria-hidden="true"
          >
            {pointed.text}
          </div>
        )}
      </div>
      <p id="matrix-keys" className="visually-hidden">
        {t('matrix.keys')}
      </p>
      <ZoomButtons viewport={viewport} />
      <Overview layout={layout} marks={marks} palette={palette} viewport={viewport} frame={window} />
    </div>
  )
}

/**
 * Where the drawing becomes another one, as when a relation is added, one box stays where it was: the
 * chosen one, else the one in the middle.
 */
function useSteadyBox(
  layout: Layout,
  sequence: Sequence,
  chosen: number | undefined,
  viewport: ViewportHandle,
): void {
  const drawn = useRef({ layout, chosen })
  useLayoutEffect(() => {
    const before = drawn.current
    drawn.current = { layout, chosen }
    const view = viewport.now()
    if (before.layout === layout || !view) return
    const { width, height } = viewport.screen()
    const centre = { x: (width / 2 - view.x) / view.scale, y: (height / 2 - view.y) / view.scale }
    const far = ({ x, y }: Box) => Math.hypot(x - centre.x, y - centre.y)
    const old =
      before.layout.boxes[before.chosen ?? -1] ??
      before.layout.boxes.reduce<Box | undefined>(
        (near, box) => (near && far(near) <= far(box) ? near : box),
        undefined,
      )
    const now = old?.units.map(({ db_id }) => layout.boxes[sequence.boxOf(db_id) ?? -1]).find(Boolean)
    if (old && now) viewport.move((old.x - now.x) * view.scale, (old.y - now.y) * view.scale)
  }, [layout, sequence, chosen, viewport])
}

/** Nearer, farther, all of it. */
function ZoomButtons({ viewport }: { viewport: ViewportHandle }) {
  const { t } = useTranslation()
  const buttons = [
    ['plus', t('matrix.nearer'), () => viewport.zoom(1.35)],
    ['minus', t('matrix.farther'), () => viewport.zoom(1 / 1.35)],
    ['fit', t('matrix.fit'), viewport.fit],
  ] as const
  return (
    <ActionIcon.Group orientation="vertical" className={classes['zoom']}>
      {buttons.map(([icon, label, act]) => (
        <Tooltip key={icon} label={label} position="left">
          <ActionIcon variant="default" size="lg" aria-label={label} onClick={act}>
            <Icon name={icon} size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </ActionIcon.Group>
  )
}

interface Spot {
  readonly x: number
  readonly y: number
}

/** What lies under a point of the screen: a unit, else a line. */
function hitTest(
  { boxes, lines }: Layout,
  { x, y, scale }: Viewport,
  spot: Spot,
): { readonly unit?: Unit; readonly line?: Line } {
  const point = { x: (spot.x - x) / scale, y: (spot.y - y) / scale }
  const box = boxes.find(
    (one) =>
      point.x >= one.x && point.x <= one.x + one.width && point.y >= one.y && point.y <= one.y + one.height,
  )
  if (box) {
    const distance = (unit: Unit) => Math.abs(unit.x - point.x) + Math.abs(unit.y + 9 - point.y)
    const [nearest] = [...box.units].sort((a, b) => distance(a) - distance(b))
    return nearest ? { unit: nearest } : {}
  }
  const reach = 5 / scale
  const line = lines.find(({ points }) => {
    for (let k = 2; k < points.length; k += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = points.slice(k - 2, k + 2)
      if (
        point.x >= Math.min(ax, bx) - reach &&
        point.x <= Math.max(ax, bx) + reach &&
        point.y >= Math.min(ay, by) - reach &&
        point.y <= Math.max(ay, by) + reach
      )
        return true
    }
    return false
  })
  return line ? { line } : {}
}
