import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Listing } from '@trowel/client'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListingSearch } from '../../app/listing-address.js'
import { Icon } from '../../parts/icon.js'
import { Failed } from '../../parts/states.js'
import { CellText, textOf } from './cell-text.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import { usePages } from './use-pages.js'
import { useWidths } from './use-widths.js'

const rowHeight = 36

/** The records of a listing as a grid that scrolls through all of them; only what is seen is asked for and drawn. */
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
  onTotal,
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
  onTotal: (total: number | undefined, canAdd: boolean) => void
  empty: React.ReactNode
}) {
  const { t } = useTranslation()
  const scroll = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState({ first: 0, last: 60 })
  const { total, canAdd, error, rowAt, retry } = usePages(app, table, listing, range.first, range.last)
  const { widthOf, beginResize } = useWidths(app, table)
  useEffect(() => onTotal(total, canAdd), [onTotal, total, canAdd])

  const virtual = useVirtualizer({
    count: total ?? 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    onChange: (instance) => {
      const items = instance.getVirtualItems()
      const first = items[0]?.index ?? 0
      const last = items.at(-1)?.index ?? 60
      setRange((now) => (now.first === first && now.last === last ? now : { first, last }))
    },
  })
  const question = JSON.stringify(listing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is read from its beginning
  useEffect(() => virtual.scrollToOffset(0), [question, table])

  if (error) return <Failed error={error} retry={retry} />
  if (total === 0) return empty

  const lead = columns[0]
  const template = ['44px', ...columns.map((column) => `${widthOf(column)}px`), '1fr'].join(' ')

  /** Up and down go from record to record, as in every list. */
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key]
    const place = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (step === undefined || !place || total === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(Number(place.dataset['index']) + step, 0), total - 1)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroll.current
          ?.querySelector<HTMLElement>(`[data-index="${next}"] a`)
          ?.focus({ preventScroll: true }),
      ),
    )
  }

  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const visibleIds = virtual.getVirtualItems().flatMap(({ index }) => rowAt(index)?.row.id ?? [])

  return (
    <div className={classes['scroll']} ref={scroll} data-testid="grid-scroll">
      <div
        role="grid"
        aria-label={name}
        aria-rowcount={(total ?? 0) + 1}
        aria-colcount={columns.length + 1}
        aria-busy={total === undefined}
        className={classes['grid']}
        style={{ '--columns': template } as React.CSSProperties}
        onKeyDown={move}
        tabIndex={-1}
      >
        <div role="row" aria-rowindex={1} className={classes['head']} tabIndex={-1}>
          <div role="columnheader" className={`${classes['cell']} ${classes['mark']}`} tabIndex={-1}>
            <Checkbox
              size="xs"
              aria-label={t('grid.selectShown')}
              checked={visibleIds.length > 0 && visibleIds.every((id) => selected.has(id))}
              indeterminate={
                visibleIds.some((id) => selected.has(id)) && !visibleIds.every((id) => selected.has(id))
              }
              onChange={(event) =>
                onSelect(event.currentTarget.checked ? new Set([...selected, ...visibleIds]) : new Set())
              }
            />
          </div>
          {columns.map((column) => {
            const sorted = listing.sort_field === column.name ? (listing.sort_dir ?? 'asc') : undefined
            return (
              <div
                key={column.name}
                role="columnheader"
                tabIndex={-1}
                aria-sort={sorted ? (sorted === 'asc' ? 'ascending' : 'descending') : 'none'}
                className={classes['cell']}
                data-lead={column === lead || undefined}
              >
                <button type="button" className={classes['sort']} onClick={() => onSort(column.name)}>
                  <span className={classes['text']} title={column.label}>
                    {column.label}
                  </span>
                  {sorted && <Icon name={sorted === 'asc' ? 'sortUp' : 'sortDown'} size={13} />}
                </button>
                <span
                  className={classes['handle']}
                  aria-hidden="true"
                  onPointerDown={(event) => beginResize(event, column)}
                />
              </div>
            )
          })}
        </div>
        <div
          className={classes['body']}
          style={{ height: virtual.getTotalSize() || rowHeight * 12 }}
          role="rowgroup"
        >
          {total === undefined && <GreyRows columns={columns.length} />}
          {virtual.getVirtualItems().map(({ index, start }) => {
            const found = rowAt(index)
            const isSelected = found !== undefined && selected.has(found.row.id)
            return (
              <div
                key={index}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={isSelected}
                data-index={index}
                className={classes['row']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <div role="gridcell" className={`${classes['cell']} ${classes['mark']}`} tabIndex={-1}>
                  {found && (
                    <Checkbox
                      size="xs"
                      tabIndex={-1}
                      aria-label={t('grid.select', { name: lead ? textOf(found, lead) : found.row.id })}
                      checked={isSelected}
                      onChange={() => toggle(found.row.id)}
                    />
                  )}
                </div>
                {columns.map((column) => (
                  <div
                    key={column.name}
                    role="gridcell"
                    tabIndex={-1}
                    className={classes['cell']}
                    data-lead={column === lead || undefined}
                    data-number={column.isNumber || undefined}
                  >
                    {!found && <span className={classes['grey']} />}
                    {found && column === lead && (
                      <Link
                        to="/app/$app/record/$table/$id"
                        params={{ app, table, id: String(found.row.id) }}
                        search={{ ...search, at: index }}
                        className={classes['link']}
                        onKeyDown={(event) => {
                          if (event.key !== ' ') return
                          event.preventDefault()
                          toggle(found.row.id)
                        }}
                      >
                        {textOf(found, column) || t('grid.nameless', { id: found.row.id })}
                      </Link>
                    )}
                    {found && column !== lead && <CellText found={found} column={column} />}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function GreyRows({ columns }: { columns: number }) {
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
