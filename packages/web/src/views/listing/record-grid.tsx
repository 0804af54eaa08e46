import { useMediaQuery } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Listing } from '@trowel/client'
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
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
import { copiedText } from './cells/cell-text.js'
import { UnsavedCells } from './cells/unsaved-cells.js'
import { useCellDrafts } from './cells/use-cell-drafts.js'
import { useCellEditing } from './cells/use-cell-editing.js'
import { cellAt, useCellRange } from './cells/use-cell-range.js'
import type { ColumnActions } from './column-menu.js'
import type { Column } from './columns.js'
import { GridFoot } from './grid-foot.js'
import { GridHead } from './grid-head.js'
import { useScrollMemory, useSteadyRows } from './grid-position.js'
import { GridRow } from './grid-row.js'
import { GroupBar } from './groups/group-bar.js'
import { GroupHead } from './groups/group-head.js'
import { groupedBy, groupName } from './groups/group-name.js'
import { useGroups } from './groups/use-groups.js'
import { MarkedTotals } from './marked-totals.js'
import { PrintedRows } from './printed-rows.js'
import classes from './record-grid.module.css'
import { useRecordLinks } from './record-links.js'
import { sortedBy, sortsIn } from './sorts.js'
import type { useListLayout } from './use-list-layout.js'
import { type Rows, useRows } from './use-rows.js'
import { contentWidth, frozenWithin, markWidth, reaching, useWidthDrawing } from './use-widths.js'

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
  all,
  layout,
  listing,
  address,
  go,
  onFilter,
  selected,
  onSelect,
  isEditable,
  empty,
}: {
  app: string
  table: string
  /** What the grid is called: the table's label. */
  name: string
  /** All columns that the table has. */
  all: readonly Column[]
  layout: ReturnType<typeof useListLayout>
  listing: Listing
  address: ListingSearch
  go: (address: ListingSearch, replace?: boolean) => void
  /** Begins a condition on a column. */
  onFilter: (column: Column) => void
  selected: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
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
  const { columns, totals } = layout
  const by = groupedBy(address.group, all)
  const grouped = useGroups({ app, table, listing }, by && address.group, address.groups, totals)
  const { groups, isOpen } = grouped
  const rows = useRows(app, table, grouped.records)
  const { lines, at: rowAt } = rows
  const { widthOf, beginResize } = useWidthDrawing(layout.widthOf, layout.draw)

  const virtual = useVirtualizer({
    count: lines?.total ?? 0,
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
  useEffect(() => rows.see(first, last))
  const question = JSON.stringify([listing, address.group, address.groups])
  useScrollMemory(scroll, question, lines !== undefined)
  const drawnRows = items.map(({ index }) => index)
  const cells = useCellRange(grid, { rows: lines?.total ?? 0, columns: columns.length }, (row) =>
    virtual.scrollToIndex(row),
  )
  useSteadyRows(
    { scroll, grid },
    // Who opens a group wants to see it where it is.
    { question: question + grouped.folded, rowHeight, rows: drawnRows },
    (index) => rowAt(index)?.row.id,
    cells.move,
  )
  const { drafts, write, refused, reason, retry: retryCells, discard } = useCellDrafts(table)
  const typing = useCellEditing({ app, table, columns, rows, isEditable, cells, write })
  const { editing } = typing
  const isTyped = editing !== undefined && String(editing.value ?? '') !== String(editing.before ?? '')
  const leaving = useSafeLeaving(drafts.size > 0, isTyped, () => typing.end('away'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height stand elsewhere
  useEffect(() => virtual.measure(), [rowHeight])

  const widths = [markWidth, ...columns.map(widthOf)]
  const seen = isSeen ? columns.length : reaching(widths, window.innerWidth)
  const drawn = useMemo(() => (seen < columns.length ? columns.slice(0, seen) : columns), [columns, seen])
  const frozen = frozenWithin(widths, layout.frozen, window.innerWidth)
  const { onToggle } = useSelecting(selected, onSelect, rowAt)
  const { addressOf, ears } = useRecordLinks(app, table, address)
  const linkOf = useCallback(
    (id: number, index: number) => {
      const line = lines?.at(index)
      if (line?.kind !== 'record') return addressOf(id, index)
      return addressOf(id, line.place, groups[line.stretch]?.key)
    },
    [lines, groups, addressOf],
  )
  const names = columns.map((column) => column.name)
  const actions: ColumnActions = {
    sorts: sortsIn(address),
    group: by && address.group,
    frozen: layout.frozen,
    onSort: (sorts) => go(sortedBy(address, sorts)),
    onGroup: (group) => go({ ...address, group, groups: undefined }),
    onFreeze: (count) => layout.change({ frozen: count }),
    onFilter,
    onFit: (column) => {
      const font = grid.current ? getComputedStyle(grid.current).font : ''
      const texts = drawnRows.flatMap((index) => {
        const found = rowAt(index)
        return found ? [copiedText(found, column)] : []
      })
      layout.draw(column, contentWidth(column.label, texts, font))
    },
    onHide: (column) => layout.change({ columns: names.filter((one) => one !== column.name) }),
    onMove: (column, place) =>
      layout.change({ columns: names.filter((one) => one !== column.name).toSpliced(place, 0, column.name) }),
  }

  const error = grouped.error ?? rows.error
  if (error) return <Failed error={error} retry={grouped.error ? grouped.retry : rows.retry} />
  if (lines?.total === 0) return empty

  const style: CSSProperties & Record<`--${string}`, string> = {
    '--columns': `${widths.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`,
    '--width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
    '--row-height': `${rowHeight}px`,
  }
  for (let place = 0, left = 0; place < frozen; place++) {
    left += widths[place] ?? 0
    style[`--left-${place}`] = `${left}px`
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
      {by && (
        <GroupBar
          by={by}
          order={address.groups}
          isTruncated={grouped.isTruncated}
          onOrder={(order) => go({ ...address, groups: order })}
          onOpenAll={grouped.openAll}
          onFoldAll={grouped.foldAll}
          onEnd={() => actions.onGroup(undefined)}
        />
      )}
      <PrintedRows
        columns={columns}
        total={lines?.total ?? 0}
        at={rowAt}
        headAt={(index) => {
          const line = lines?.at(index)
          const group = line?.kind === 'head' ? groups[line.stretch] : undefined
          return by && group && `${groupName(by, group)} (${group.count})`
        }}
      />
      <div className={classes['place']}>
        <div className={classes['scroll']} ref={scroll} data-testid="grid-scroll">
          <div
            ref={grid}
            role="grid"
            aria-label={name}
            aria-rowcount={(lines?.total ?? 0) + 2}
            aria-colcount={columns.length + 1}
            aria-multiselectable="true"
            aria-readonly={!typing.canWrite}
            aria-busy={lines === undefined}
            className={classes['grid']}
            style={style}
            onKeyDown={(event) => typing.onKeyDown(event) || cells.onKeyDown(event)}
            tabIndex={-1}
          >
            <GridHead
              columns={drawn}
              count={columns.length}
              actions={{ ...actions, frozen }}
              marked={marked === 0 ? 'none' : marked === visibleIds.length ? 'all' : 'some'}
              onMark={(all) => onSelect(all ? new Set([...selected, ...visibleIds]) : new Set())}
              beginResize={beginResize}
            />
            <div
              className={classes['body']}
              style={{ height: virtual.getTotalSize() || rowHeight * 12 }}
              role="rowgroup"
              {...bodyEars}
            >
              {lines === undefined && <GreyRows columns={columns.length} rowHeight={rowHeight} />}
              {items.map(({ index, start }) => {
                const line = lines?.at(index)
                const group = line?.kind === 'head' ? groups[line.stretch] : undefined
                if (by && group)
                  return (
                    <GroupHead
                      key={index}
                      name={groupName(by, group)}
                      group={group}
                      index={index}
                      start={start}
                      columns={drawn}
                      totals={totals}
                      isOpen={isOpen(group.key)}
                      onToggle={() => grouped.toggle(group.key)}
                    />
                  )
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
                    frozen={frozen}
                    addressOf={linkOf}
                    onToggle={onToggle}
                  />
                )
              })}
            </div>
            <GridFoot
              app={app}
              table={table}
              listing={listing}
              columns={drawn}
              frozen={frozen}
              rowIndex={(lines?.total ?? 0) + 2}
              totals={totals}
              onChoose={(chosen) => layout.change({ totals: chosen })}
            />
          </div>
        </div>
        {lines && (
          <MarkedTotals
            app={app}
            table={table}
            lines={lines}
            listings={grouped.records ?? []}
            columns={columns}
            range={cells.range}
          />
        )}
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
 * Leaving the list waits until all cells are saved, also the one that is being edited.
 * @returns how to go on, while leaving waits
 */
function useSafeLeaving(isSaving: boolean, isTyped: boolean, endTyping: () => void) {
  const isUnsaved = isSaving || isTyped
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const { status, proceed } = blocker
  useEffect(() => {
    if (status !== 'blocked') return
    if (isTyped) endTyping()
    else if (!isUnsaved) proceed()
  })
  return blocker.status === 'blocked' ? blocker : undefined
}

/** Selects one record after another, or with Shift everything between two of them. */
function useSelecting(
  selected: ReadonlySet<number>,
  onSelect: (ids: ReadonlySet<number>) => void,
  rowAt: Rows['at'],
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
