import { ActionIcon, Group, Text, useComputedColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { DatedRecord, TimelineTable } from '@trowel/contract/chronology.js'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { DensityLine } from '../../components/density-line.js'
import { densityOf } from '../../components/density-of.js'
import { CertaintyMark } from '../../components/fields/fuzzy-date-certainty.js'
import {
  certainties,
  certaintyOf,
  dateInWords,
  useDateWords,
} from '../../components/fields/fuzzy-date-words.js'
import { Icon } from '../../components/icon.js'
import { countedYear } from '../../components/years.js'
import { useApplication } from '../../core/application.js'
import { usePrinting } from '../../core/printing.js'
import { type Bar, extentOf, hasRoomFor, linesOf, type Years } from './bars.js'
import { periodsOf } from './periods.js'
import classes from './plot.module.css'
import { PointedCard } from './pointed-card.js'
import { useWindow } from './use-window.js'
import { yearTicks } from './year-ticks.js'

const heights = { table: 34, bars: 24 }
/** About what a letter of a label takes, in pixels, and the room around a label. */
const letter = 6.6
const around = 12
const labelWidth = (label: string) => label.length * letter + around

/** Dated records on a line of time. */
export function Plot({ tables }: { tables: readonly TimelineTable[] }) {
  const extent = useMemo(() => extentOf(tables), [tables])
  return extent && <Drawing tables={tables} extent={extent} />
}

function Drawing({ tables, extent }: { tables: readonly TimelineTable[]; extent: Years }) {
  const { t, i18n } = useTranslation()
  const words = useDateWords()
  const describe = useRecordWords()
  const area = useRef<HTMLDivElement>(null)
  const width = useWidth(area)
  const hint = useId()
  const [pointed, setPointed] = useState<Pointed>()
  const [only, setOnly] = useState<string>()
  const periods = useMemo(() => periodsOf(tables), [tables])
  const scheme = useComputedColorScheme('light')
  const colourOf = (name: string | null) => periods.find((period) => period.name === name)?.[scheme]
  const { seen, zoom, move, fit, isWhole } = useWindow(extent, width, area)
  const drag = useDrag((pixels) => move(pixels / width))
  const lines = useMemo(() => {
    const perPixel = (extent.to - extent.from) / Math.max(width, 1)
    return width === 0 ? [] : linesOf(tables, extent, (label) => labelWidth(label) * perPixel)
  }, [tables, extent, width])
  const isPrinting = usePrinting()
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => area.current,
    estimateSize: (place) => heights[lines[place]?.kind ?? 'bars'],
    // Paper has no end that could be scrolled to.
    overscan: isPrinting ? lines.length : 8,
  })
  const scale = width / (seen.to - seen.from)
  const xOf = (counted: number) => (counted - seen.from) * scale
  const ticks = yearTicks(seen.from, seen.to, Math.max(2, width / 110))
  const density = useMemo(
    () =>
      densityOf(
        tables.flatMap(({ records }) => records),
        Math.max(60, Math.round(width / 6)),
        seen,
      ),
    [tables, width, seen],
  )
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(-0.1),
    ArrowRight: () => move(0.1),
    '+': () => zoom(0.7),
    '=': () => zoom(0.7),
    '-': () => zoom(1 / 0.7),
    '0': fit,
  }
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  return (
    <div className={classes['plot']}>
      <div className={classes['axis']} style={{ width }} aria-hidden="true">
        <div className={classes['density']}>
          {density && <DensityLine density={density} label={t('timeline.density')} height={26} />}
        </div>
        {ticks.map((year) => (
          <span key={year} className={classes['tick']} style={{ left: xOf(countedYear(year)) }}>
            {words.year(year)}
          </span>
        ))}
      </div>
      <div
        ref={area}
        className={classes['area']}
        role="group"
        aria-label={t('timeline.drawing')}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled, moved and zoomed by the keyboard
        tabIndex={0}
        onKeyDown={press}
        onPointerLeave={() => setPointed(undefined)}
        {...drag}
      >
        <div className={classes['lines']} style={{ height: rows.getTotalSize() }}>
          {ticks.map((year) => (
            <span key={year} className={classes['grid']} style={{ left: xOf(countedYear(year)) }} />
          ))}
          {rows.getVirtualItems().map(({ key, index, start, size }) => {
            const line = lines[index]
            return (
              <div key={key} className={classes['line']} style={{ top: start, height: size }}>
                {line?.kind === 'table' && (
                  <h2 className={classes['table']}>
                    {line.table.tb_label}{' '}
                    <span className="numbers">{line.table.records.length.toLocaleString(i18n.language)}</span>
                  </h2>
                )}
                {line?.kind === 'bars' &&
                  line.bars
                    .filter(({ from, to }) => to >= seen.from - 60 / scale && from <= seen.to)
                    .map((bar) => (
                      <RecordBar
                        key={bar.record.id}
                        bar={bar}
                        left={xOf(bar.from)}
                        // The last year is meant to its end.
                        right={xOf(bar.to + (bar.record.to === null ? 0 : 1))}
                        labelWidth={labelWidth(bar.record.label)}
                        colour={colourOf(bar.record.period)}
                        isPale={only !== undefined && bar.record.period !== only}
                        onPoint={setPointed}
                      />
                    ))}
              </div>
            )
          })}
        </div>
      </div>
      <footer className={classes['foot']}>
        <Text size="sm" component="div" className={classes['told']}>
          {pointed ? (
            describe(pointed.bar.record)
          ) : (
            <Text component="span" size="xs" c="dimmed" id={hint}>
              {t('timeline.hint')}
            </Text>
          )}
        </Text>
        {periods.length > 0 && (
          <section className={classes['periods']} aria-label={t('timeline.periods')}>
            {periods.map((period) => (
              <button
                key={period.name}
                type="button"
                aria-pressed={only === period.name}
                onClick={() => setOnly(only === period.name ? undefined : period.name)}
              >
                <span style={{ background: period[scheme] }} />
                {period.name}
              </button>
            ))}
          </section>
        )}
        <Group gap="md" className={classes['legend']}>
          {certainties.map((one) => (
            <CertaintyMark key={one} certainty={one} />
          ))}
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('timeline.closer')}
              onClick={() => zoom(0.6)}
            >
              <Icon name="plus" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('timeline.further')}
              disabled={isWhole}
              onClick={() => zoom(1 / 0.6)}
            >
              <Icon name="minus" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('timeline.fit')}
              disabled={isWhole}
              onClick={fit}
            >
              <Icon name="refresh" size={16} />
            </ActionIcon>
          </Group>
        </Group>
      </footer>
      {pointed && (
        <PointedCard
          key={`${pointed.bar.table} ${pointed.bar.record.id}`}
          table={pointed.bar.table}
          id={pointed.bar.record.id}
          title={pointed.bar.record.label}
          x={pointed.x}
          y={pointed.y}
        />
      )}
    </div>
  )
}

/** The bar under the mouse, and where it was reached. */
interface Pointed {
  readonly bar: Bar
  readonly x: number
  readonly y: number
}

/** Nothing is drawn narrower. */
const narrowest = 6

/** A record from its first to its last year; leads to the record. Positions in pixels. */
function RecordBar({
  bar,
  left,
  right,
  labelWidth,
  colour,
  isPale,
  onPoint,
}: {
  bar: Bar
  left: number
  right: number
  labelWidth: number
  /** Of its period; certainty shows as the depth of it. */
  colour: string | undefined
  /** Do others stand out? */
  isPale: boolean
  onPoint: (pointed: Pointed | undefined) => void
}) {
  const { app } = useApplication()
  const describe = useRecordWords()
  const { record, table } = bar
  // What lies far to the left begins just outside, so that its label stays in sight.
  const begin = Math.max(left, -narrowest)
  const width = Math.max(right - begin, narrowest)
  const inside = hasRoomFor(width, labelWidth)
  const body: CSSProperties & Record<`--${string}`, string> = {
    width,
    ...(colour !== undefined && { '--certainty-ink': colour }),
  }
  return (
    <Link
      to="/app/$app/record/$table/$id"
      params={{ app, table, id: String(record.id) }}
      className={classes['bar'] ?? ''}
      style={{ left: begin, width: inside ? width : width + labelWidth }}
      aria-label={describe(record)}
      tabIndex={-1}
      preload={false}
      data-pale={isPale || undefined}
      onPointerEnter={({ clientX: x, clientY: y, pointerType }) =>
        pointerType === 'mouse' && onPoint({ bar, x, y })
      }
      onPointerDown={() => onPoint(undefined)}
    >
      <span
        className={`${classes['body']} certainty`}
        data-certainty={certaintyOf(record.certainty)}
        data-open={record.from === null ? 'begin' : record.to === null ? 'end' : undefined}
        style={body}
      />
      <span
        className={classes['label']}
        data-inside={inside || undefined}
        style={{ left: inside ? narrowest + 2 : width + 4 }}
      >
        {record.label}
      </span>
    </Link>
  )
}

/** How wide an element is, in pixels; 0 before it stands. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    setWidth(measured.clientWidth)
    const watch = new ResizeObserver(() => setWidth(measured.clientWidth))
    watch.observe(measured)
    return () => watch.disconnect()
  }, [element])
  return width
}

/** So many pixels are still a click. */
const still = 4

/** Moves what is seen while a user drags; a drag that ends on a link does not open it. */
function useDrag(move: (pixels: number) => void) {
  const held = useRef<{ x: number; moved: boolean }>(undefined)
  return {
    onPointerDown: ({ button, clientX }: PointerEvent) => {
      held.current = button === 0 ? { x: clientX, moved: false } : undefined
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = held.current
      if (!now || event.buttons === 0) return
      const by = event.clientX - now.x
      if (!now.moved && Math.abs(by) < still) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = { x: event.clientX, moved: true }
      move(-by)
    },
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (held.current?.moved) {
        event.preventDefault()
        event.stopPropagation()
      }
      held.current = undefined
    },
  }
}

/** "C1060, Late 4th cent. BCE, certain, Late Bronze Age" */
function useRecordWords(): (record: DatedRecord) => string {
  const { t } = useTranslation()
  const words = useDateWords()
  return useCallback(
    ({ label, chrono_label, from, to, certainty, period }) =>
      [
        label,
        dateInWords(chrono_label, { from, to }, words),
        t(`dates.certainty.${certaintyOf(certainty)}`),
        period,
      ]
        .filter(Boolean)
        .join(' · '),
    [t, words],
  )
}
