import { useMediaQuery } from '@mantine/hooks'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Listing } from '@trowel/client'
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type TouchEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Failed } from '../../components/states.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { CellEditor } from './cells/cell-editor.js'
import { UnsavedCells } from './cells/unsaved-cells.js'
import { useCellDrafts } from './cells/use-cell-drafts.js'
import { useCellEditing } from './cells/use-cell-editing.js'
import { cellAt, useCellRange } from './cells/use-cell-range.js'
import type { Column } from './columns.js'
import { GridHead } from './grid-head.js'
import { useScrollMemory, useSteadyRows } from './grid-position.js'
import { GridRow } from './grid-row.js'
import classes from './record-grid.module.css'
import { useNearPages, usePages } from './use-pages.js'
import { useWidths } from './use-widths.js'

/** Rows are as high as what points at them needs. */
const rowHeights = { fine: 36, coarse: 44 } as const

/**
 * The records of a listing as a grid that scrolls through all of them; only what is seen is asked for and
 * drawn.
 */
export function RecordGrid({
  app,
  table,
  name,
  columns,
  listing,
  search,
  selected,
  onSelect,
  onSort,
  isEditable,
  empty,
}: {
  app: string
  table: string
  /** What the grid is called: the table's label. */
  name: string
  columns: readonly Column[]
  listing: Listing
  /** Of the address, so that a record knows where it was opened from. */
  search: ListingSearch
  selected: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
  onSort: (field: string) => void
  /** May this person write into the cells? */
  isEditable: boolean
  empty: React.ReactNode
}) {
  const { t } = useTranslation()
  const scroll = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  // What lies beyond the window is drawn right after what is seen.
  const isSeen = useDeferredValue(true, false)
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const rowHeight = rowHeights[isCoarse ? 'coarse' : 'fine']
  const [pages, see] = useNearPages()
  const { total, error, rowAt, retry } = usePages(app, table, listing, pages)
  const { widthOf, beginResize } = useWidths(app, table)

  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    // So that rows which are already there need not wait for the grid to be measured; its heading is never
    // less high.
    initialRect: { width: window.innerWidth, height: window.innerHeight - 72 },
    overscan: isSeen ? 8 : 0,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => see(first, last))
  const question = JSON.stringify(listing)
  useScrollMemory(scroll, question, total !== undefined)
  const rows = items.map(({ index }) => index)
  const cells = useCellRange(grid, { rows: total ?? 0, columns: columns.length }, (row) =>
    virtual.scrollToIndex(row),
  )
  useSteadyRows({ scroll, grid }, { question, rowHeight, rows }, (index) => rowAt(index)?.row.id, cells.move)
  const { drafts, write, refused, reason, retry: retryCells, discard } = useCellDrafts(table)
  const typing = useCellEditing({
    app,
    table,
    columns,
    listing,
    total: total ?? 0,
    isEditable,
    cells,
    write,
  })
  const { editing } = typing
  const leaving = useSafeLeaving(drafts.size > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand elsewhere
  useEffect(() => virtual.measure(), [rowHeight])

  const widths = [44, ...columns.map(widthOf)]
  const seen = isSeen ? columns.length : reaching(widths, window.innerWidth)
  const drawn = useMemo(() => (seen < columns.length ? columns.slice(0, seen) : columns), [columns, seen])
  const { onToggle } = useSelecting(selected, onSelect, rowAt)
  const { addressOf, ears } = useRecordLinks(app, table, search)

  if (error) return <Failed error={error} retry={retry} />
  if (total === 0) return empty

  const style: CSSProperties & Record<`--${string}`, string> = {
    '--columns': `${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`,
    '--width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
    '--row-height': `${rowHeight}px`,
  }
  const visibleIds = items.flatMap(({ index }) => rowAt(index)?.row.id ?? [])
  const marked = visibleIds.filter((id) => selected.has(id)).length

  const bodyEars = {
    onMouseOver: (event: MouseEvent) => {
      typing.comeNear()
      ears.onMouseOver(event)
      cells.ears.onMouseOver(event)
    },
    onFocus: (event: FocusEvent) => {
      typing.comeNear()
      ears.onFocus(event)
      cells.ears.onFocus(event)
    },
    onTouchStart: ears.onTouchStart,
    onMouseDown: isCoarse ? undefined : cells.ears.onMouseDown,
    onClick: isCoarse ? ears.onTap : ears.onClick,
    onDoubleClick: ({ target }: MouseEvent) => {
      const cell = cellAt(target)
      if (cell && !isCoarse) typing.start(cell, false)
    },
  }

  return (
    <>
      <div className={classes['scroll']} ref={scroll} data-testid="grid-scroll">
        <div
          ref={grid}
          role="grid"
          aria-label={name}
          aria-rowcount={(total ?? 0) + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-readonly={!typing.canWrite}
          aria-busy={total === undefined}
          className={classes['grid']}
          style={style}
          onKeyDown={(event) => typing.onKeyDown(event) || cells.onKeyDown(event)}
          onCopy={typing.onCopy}
          onPaste={typing.onPaste}
          tabIndex={-1}
        >
          <GridHead
            columns={drawn}
            listing={listing}
            marked={marked === 0 ? 'none' : marked === visibleIds.length ? 'all' : 'some'}
            onMark={(all) => onSelect(all ? new Set([...selected, ...visibleIds]) : new Set())}
            onSort={onSort}
            beginResize={beginResize}
          />
          <div
            className={classes['body']}
            style={{ height: virtual.getTotalSize() || rowHeight * 12 }}
            role="rowgroup"
            {...bodyEars}
          >
            {total === undefined && <GreyRows columns={columns.length} rowHeight={rowHeight} />}
            {items.map(({ index, start }) => {
              const found = rowAt(index)
              return (
                <GridRow
                  key={index}
                  t={t}
                  index={index}
                  start={start}
                  columns={drawn}
                  row={found?.row}
                  labels={found?.labels}
                  isSelected={found !== undefined && selected.has(found.row.id)}
                  marks={cells.marksOf(index)}
                  drafts={found && drafts.get(found.row.id)}
                  editedColumn={found && editing?.id === found.row.id ? editing.cell.column : undefined}
                  editor={
                    found &&
                    editing?.id === found.row.id && (
                      <CellEditor
                        field={editing.field}
                        table={table}
                        value={editing.value}
                        valueLabel={editing.valueLabel}
                        onChange={typing.change}
                        onEnd={typing.end}
                      />
                    )
                  }
                  addressOf={addressOf}
                  onToggle={onToggle}
                />
              )
            })}
          </div>
        </div>
      </div>
      <UnsavedCells
        refused={refused}
        reason={reason}
        labelOf={(field) => columns.find((column) => column.name === field)?.label ?? field}
        onRetry={retryCells}
        onDiscard={discard}
      />
      {leaving && refused.length > 0 && <UnsavedGuard onStay={leaving.reset} onLeave={leaving.proceed} />}
    </>
  )
}

/**
 * Whoever leaves the list waits for what is being saved. @returns how to go on, while somebody wants to leave
 */
function useSafeLeaving(isUnsaved: boolean) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const { status, proceed } = blocker
  useEffect(() => {
    if (status === 'blocked' && !isUnsaved) proceed()
  }, [status, proceed, isUnsaved])
  return blocker.status === 'blocked' ? blocker : undefined
}

/** How many columns begin within a width. @param widths of the columns, behind that of the marks */
function reaching([marks = 0, ...widths]: readonly number[], width: number): number {
  let left = marks
  const beyond = widths.findIndex((one) => {
    left += one
    return left >= width
  })
  return beyond < 0 ? widths.length : beyond + 1
}

/** Selects one record after another, or with Shift everything between two of them. */
function useSelecting(
  selected: ReadonlySet<number>,
  onSelect: (ids: ReadonlySet<number>) => void,
  rowAt: ReturnType<typeof usePages>['rowAt'],
) {
  const now = useRef({ selected, onSelect, rowAt })
  useEffect(() => {
    now.current = { selected, onSelect, rowAt }
  })
  const before = useRef<number>(undefined)
  const onToggle = useCallback((index: number, id: number, reach: boolean) => {
    const next = new Set(now.current.selected)
    const wanted = !next.has(id)
    const from = reach ? (before.current ?? index) : index
    for (let place = Math.min(from, index); place <= Math.max(from, index); place++) {
      const known = now.current.rowAt(place)?.row.id
      if (known === undefined) continue
      if (wanted) next.add(known)
      else next.delete(known)
    }
    before.current = index
    now.current.onSelect(next)
  }, [])
  return { onToggle }
}

function GreyRows({ columns, rowHeight }: { columns: number; rowHeight: number }) {
  return Array.from({ length: 12 }, (_, row) => (
    <div
      key={row}
      className={classes['row']}
      style={{ transform: `translateY(${row * rowHeight}px)` }}
      role="presentation"
    >
      <div className={classes['cell']} />
      {Array.from({ length: columns }, (_cell, column) => (
        <div key={column} className={classes['cell']}>
          <span className={classes['grey']} />
        </div>
      ))}
    </div>
  ))
}

/**
 * The ways from the rows of a grid to their records. One ear listens for all of them: to make a link of the
 * router's for each row takes longer than to draw the row.
 */
function useRecordLinks(app: string, table: string, search: ListingSearch) {
  const router = useRouter()
  const addressOf = useMemo(() => {
    const to = '/app/$app/record/$table/$id'
    const { publicHref } = router.buildLocation({ to, params: { app, table, id: '0' }, search })
    const [path = '', asked] = publicHref.split('?')
    const before = path.slice(0, -1)
    const behind = asked ? `?${asked}&at=` : '?at='
    /** @param place which one it is in the listing, from 0 */
    return (id: number, place: number) => `${before}${id}${behind}${place}`
  }, [router, app, table, search])

  const ears = useMemo(() => {
    let coming: number | undefined
    /** Fetches what the link leads to, unless the hand goes on within that time. */
    const prepareAfter = (delay: number | undefined) => (event: MouseEvent | FocusEvent | TouchEvent) => {
      window.clearTimeout(coming)
      const href = linkAt(event)?.getAttribute('href')
      if (href) coming = window.setTimeout(() => void router.preloadRoute({ to: '/', href }), delay)
    }
    const follow = (event: MouseEvent, link: Element | null) => {
      const href = link?.getAttribute('href')
      // A click with a key asks the browser for another tab or window.
      if (!href || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return
      event.preventDefault()
      void router.navigate({ to: '/', href })
    }
    return {
      onMouseOver: prepareAfter(router.options.defaultPreloadDelay),
      onFocus: prepareAfter(router.options.defaultPreloadDelay),
      onTouchStart: prepareAfter(0),
      onClick: (event: MouseEvent) => follow(event, linkAt(event)),
      /** The whole row leads to its record, where fingers point at it. */
      onTap: (event: MouseEvent) => {
        const isMark = event.target instanceof Element && event.target.closest('label') !== null
        if (!isMark) follow(event, linkAt(event) ?? linkIn(event))
      },
    }
  }, [router])
  return { addressOf, ears }
}

const linkIn = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? (target.closest('[data-index]')?.querySelector('a') ?? null) : null

const linkAt = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest('a') : null
