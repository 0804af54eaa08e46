import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawn } from './drawn.js'
import type { Ordered } from './ordered.js'
import { type Point, scatterOf } from './scatter.js'
import classes from './seriation.module.css'
import { Tip } from './tip.js'

/** So near a point is meant. */
const reach = 16

/** Units and kinds on the first two axes; each point tells its name. */
export function ScatterFigure({
  ordered,
  titles,
  label,
  tellPoint,
}: {
  ordered: Ordered
  titles: readonly string[]
  label: string
  tellPoint: (point: Point) => string
}) {
  const { t } = useTranslation()
  const hint = useId()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [pointed, setPointed] = useState<{ readonly at: number; readonly byKeys: boolean }>()
  const height = Math.min(560, Math.max(340, Math.round(width * 0.6)))
  const { drawing, points } = useMemo(
    () => scatterOf(ordered, titles, { width: Math.max(width, 260), height }),
    [ordered, titles, width, height],
  )
  const point = pointed && points[pointed.at]
  const find = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const distances = points.map(({ x, y }) => Math.hypot(event.clientX - left - x, event.clientY - top - y))
    const nearest = distances.reduce((best, one, at) => (one < (distances[best] ?? 0) ? at : best), 0)
    setPointed((distances[nearest] ?? reach) < reach ? { at: nearest, byKeys: false } : undefined)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Escape') return
    event.preventDefault()
    const at = pointed ? Math.min(Math.max(pointed.at + (step ?? 0), 0), points.length - 1) : 0
    setPointed(step === undefined ? undefined : { at, byKeys: true })
  }
  return (
    <div
      ref={ref}
      className={classes['scatter']}
      style={{ height }}
      role="group"
      aria-label={label}
      aria-describedby={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are walked by the keyboard
      tabIndex={0}
      onKeyDown={press}
      onBlur={() => setPointed(undefined)}
      onPointerMove={find}
      onPointerDown={find}
      onPointerLeave={() => setPointed(undefined)}
    >
      <p id={hint} className="visually-hidden">
        {t('seriation.hint')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {pointed?.byKeys && point ? tellPoint(point) : ''}
      </p>
      {width > 0 && <Drawn drawing={drawing} />}
      {pointed && point && (
        <Tip
          key={pointed.at}
          text={tellPoint(point)}
          box={{ left: point.x - 9, top: point.y - 9, width: 18, height: 18 }}
          isAbove={point.y > height / 2}
          isLeft={point.x > width / 2}
        />
      )}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}
