import { useElementSize } from '@mantine/hooks'
import type { ChangeTimesReply } from '@trowel/contract/changes.js'
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentText } from '../versions/version-words.js'
import classes from './past.module.css'
import { barsOf, barWidth, labelsOf, labelText, nearestMark, placeOf } from './past-scale.js'

const height = 30
/** So near to its end the line means now, in pixels. */
const endWidth = 10
/** So many marks PageUp and PageDown pass over. */
const stride = 10

type Mark = ChangeTimesReply['times'][number]

/**
 * The line of time: what was changed when, and the state that is looked at. Chosen by a click, by drawing the
 * handle, or by the keys of a slider.
 */
export function PastLine({
  since,
  marks: given,
  state,
  text,
  onChoose,
  onStep,
}: {
  /** From when on states are known: ISO 8601. */
  since: string
  /** Oldest first. */
  marks: readonly Mark[]
  /** The moment that is looked at, in unix milliseconds; nothing for now. */
  state: number | undefined
  /** What the moment is, in words. */
  text: string
  /** @param set nothing for now */
  onChoose: (set: number | undefined) => void
  onStep: (by: -1 | 1) => void
}) {
  const { t, i18n } = useTranslation()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [pointed, setPointed] = useState<{ x: number; mark: Mark | undefined }>()
  const marks = useMemo(() => given.map((mark) => ({ ...mark, at: Date.parse(mark.time) })), [given])
  const last = marks.at(-1)
  const span = useMemo(
    () => ({
      from: Math.min(Date.parse(since), marks[0]?.at ?? Number.POSITIVE_INFINITY),
      to: Math.max(Date.now(), last?.at ?? 0),
    }),
    [since, marks, last],
  )
  const { bars, labels } = useMemo(
    () => ({
      bars: barsOf(
        marks.map(({ at, count }) => ({ time: at, count })),
        span,
        width,
      ),
      labels: labelsOf(span, width),
    }),
    [marks, span, width],
  )
  const handle = state === undefined ? width : placeOf(state, span, width)
  const chosen = state === undefined ? marks.length : marks.filter(({ at }) => at <= state).length

  /** What lies at a point of the line: a set, or at its end now. */
  const under = (event: PointerEvent): { x: number; mark: Mark | undefined } => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    if (x > width - endWidth || width === 0) return { x: width, mark: undefined }
    const time = span.from + (Math.max(x, 0) / width) * (span.to - span.from)
    const mark = nearestMark(
      marks.map((one) => ({ ...one, time: one.at })),
      time,
    )
    const found = marks.find(({ id }) => id === mark?.id)
    return found ? { x: placeOf(found.at, span, width), mark: found } : { x: width, mark: undefined }
  }
  // Right after the last set is now.
  const choose = (mark: Mark | undefined) => onChoose(mark?.id === last?.id ? undefined : mark?.id)
  const press = (event: KeyboardEvent) => {
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => onStep(-1),
      ArrowDown: () => onStep(-1),
      ArrowRight: () => onStep(1),
      ArrowUp: () => onStep(1),
      PageDown: () => choose(marks[Math.max(0, chosen - 1 - stride)]),
      PageUp: () => choose(marks[chosen - 1 + stride]),
      Home: () => choose(marks[0]),
      End: () => choose(undefined),
    }
    const act = keys[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  return (
    <div className={classes['line']}>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={t('past.line')}
        aria-valuemin={0}
        aria-valuemax={marks.length}
        aria-valuenow={chosen}
        aria-valuetext={text}
        className={classes['slider']}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setPointed(under(event))
        }}
        onPointerMove={(event) => setPointed(under(event))}
        onPointerUp={(event) => {
          choose(under(event).mark)
          if (event.pointerType !== 'mouse') setPointed(undefined)
        }}
        onPointerLeave={() => setPointed(undefined)}
        onPointerCancel={() => setPointed(undefined)}
      >
        <svg width={width} height={height} aria-hidden="true" className={classes['drawing']}>
          <path d={`M0 ${height - 0.5}H${width}`} className={classes['ground']} />
          {(['known', 'later'] as const).map((side) => (
            <path
              key={side}
              className={classes[side]}
              strokeWidth={barWidth - 1.5}
              d={bars
                .filter(({ x }) => (side === 'known') === x <= handle + barWidth / 2)
                .map((bar) => `M${bar.x} ${height}v${-bar.height * (height - 4)}`)
                .join('')}
            />
          ))}
          {pointed && <path d={`M${pointed.x} 0V${height}`} className={classes['pointed']} />}
        </svg>
        <span
          className={classes['handle']}
          style={{ left: handle }}
          data-now={state === undefined || undefined}
        />
        {pointed && (
          <span
            className={classes['tip']}
            style={{ left: Math.min(Math.max(pointed.x, 70), Math.max(70, width - 70)) }}
            aria-hidden="true"
          >
            {pointed.mark ? momentText(pointed.mark.time, i18n.language) : t('past.now')}
            {pointed.mark && pointed.mark.count > 1 && (
              <>
                {' '}
                ·{' '}
                {t('history.count', {
                  count: pointed.mark.count,
                  number: pointed.mark.count.toLocaleString(i18n.language),
                })}
              </>
            )}
          </span>
        )}
      </div>
      <div className={classes['labels']} aria-hidden="true">
        {labels.times
          .map((time) => [time, placeOf(time, span, width)] as const)
          .filter(([, x]) => x > 24 && x < width - 60)
          .map(([time, x]) => (
            <span key={time} style={{ left: x }}>
              {labelText(time, labels.unit, i18n.language)}
            </span>
          ))}
        <span className={classes['now']}>{t('past.now')}</span>
      </div>
    </div>
  )
}
