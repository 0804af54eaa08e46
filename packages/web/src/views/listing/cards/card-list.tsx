import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Failed } from '../../../components/states.js'
import type { ListingSearch } from '../../../core/listing-address.js'
import type { RecordListing } from '../../../queries/records.js'
import type { Column } from '../columns.js'
import { useScrollMemory, useSteadyRows } from '../grid-position.js'
import { PrintedRows } from '../printed-rows.js'
import { useNearPages, usePages } from '../use-pages.js'
import classes from './cards.module.css'
import { RecordCard } from './record-card.js'
import { useLongPress } from './use-long-press.js'

/** In pixels: so high is a card, and so far apart they stand. */
const cardHeight = 92
const gap = 8

/** The records of a listing as cards that scroll through all of them; only what is seen is drawn. */
export function CardList({
  app,
  table,
  name,
  columns,
  listing,
  search,
  selected,
  isChoosing,
  onToggle,
  empty,
}: {
  app: string
  table: string
  /** What the list is called: the table's label. */
  name: string
  columns: readonly Column[]
  listing: RecordListing
  search: ListingSearch
  selected: ReadonlySet<number>
  isChoosing: boolean
  onToggle: (id: number) => void
  empty: ReactNode
}) {
  const scroll = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const lanes = useMediaQuery('(min-width: 44em)', false, { getInitialValueInEffect: false }) ? 2 : 1
  const [pages, see] = useNearPages()
  const { total, error, rowAt, retry } = usePages(app, table, listing, pages)
  const virtual = useVirtualizer({
    count: Math.ceil((total ?? 0) / lanes),
    getScrollElement: () => scroll.current,
    estimateSize: () => cardHeight + gap,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: 4,
  })
  const items = virtual.getVirtualItems()
  const first = (items[0]?.index ?? 0) * lanes
  const last = (items.at(-1)?.index ?? 0) * lanes + lanes - 1
  useEffect(() => see(first, last))
  const question = JSON.stringify(listing)
  useScrollMemory(scroll, question, total !== undefined)
  useSteadyRows(
    { scroll, grid: list },
    { question, rowHeight: cardHeight + gap, rows: items.map(({ index }) => index) },
    (row) => rowAt(row * lanes)?.row.id,
    () => {},
  )
  const chooseAt = useCallback(
    (target: Element) => {
      const id = Number(target.closest('[data-id]')?.getAttribute('data-id'))
      if (id > 0) onToggle(id)
    },
    [onToggle],
  )
  const fingers = useLongPress(chooseAt)

  if (error) return <Failed error={error} retry={retry} />
  if (total === 0) return empty
  const style: CSSProperties & Record<`--${string}`, string | number> = {
    '--lanes': lanes,
    '--card-height': `${cardHeight}px`,
    height: virtual.getTotalSize(),
  }
  return (
    <>
      <PrintedRows columns={columns} total={total ?? 0} at={rowAt} />
      <div ref={scroll} className={classes['scroll']} data-testid="grid-scroll">
        <ul
          ref={list}
          className={classes['cards']}
          aria-label={name}
          aria-busy={total === undefined}
          style={style}
          {...fingers}
        >
          {items.map(({ index: row, start }) => (
            <li key={row} className={classes['row']} style={{ transform: `translateY(${start}px)` }}>
              {Array.from({ length: lanes }, (_, lane) => row * lanes + lane)
                .filter((index) => index < (total ?? 0))
                .map((index) => {
                  const found = rowAt(index)
                  return (
                    <RecordCard
                      key={index}
                      table={table}
                      index={index}
                      columns={columns}
                      row={found?.row}
                      labels={found?.labels}
                      picture={found?.picture}
                      isChoosing={isChoosing}
                      isSelected={found !== undefined && selected.has(found.row.id)}
                      search={search}
                      onToggle={onToggle}
                    />
                  )
                })}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
