import { Group } from '@mantine/core'
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Failed } from '../../../components/states.js'
import { useNarrow } from '../../../components/use-narrow.js'
import { type Table, useApplication } from '../../../core/application.js'
import type { ListingSearch } from '../../../core/listing-address.js'
import type { RecordListing } from '../../../queries/records.js'
import { useLongPress } from '../cards/use-long-press.js'
import type { Column } from '../columns.js'
import { useScrollMemory, useSteadyRows } from '../grid-position.js'
import { GroupBar } from '../groups/group-bar.js'
import { GroupChoice } from '../groups/group-choice.js'
import { groupedBy, groupName } from '../groups/group-name.js'
import { useGroups } from '../groups/use-groups.js'
import { PrintedRows } from '../printed-rows.js'
import { useRows } from '../use-rows.js'
import classes from './gallery.module.css'
import { GalleryHead } from './gallery-head.js'
import { Tile } from './tile.js'
import { lanesIn, placeAfter, type TilePlace, tileRowsOf } from './tiles.js'

/** In pixels: what a tile has below its picture, how far apart tiles stand, and the head of a group. */
const captionHeight = 66
const gap = 12
const headHeight = 48

const noTotals = {}

/** The records of a list as pictures with captions, as many beside each other as there is room for. */
export default function Gallery({
  table,
  all,
  columns,
  listing,
  search,
  go,
  selected,
  isChoosing,
  onToggle,
  empty,
}: {
  table: Table
  /** All columns that the table has. */
  all: readonly Column[]
  /** What captions say: what a record is called, then what else is told of it. */
  columns: readonly Column[]
  listing: RecordListing
  search: ListingSearch
  go: (search: ListingSearch, replace?: boolean) => void
  selected: ReadonlySet<number>
  /** Are records being chosen? Then a touch chooses one instead of opening it. */
  isChoosing: boolean
  onToggle: (id: number) => void
  empty: ReactNode
}) {
  const { app } = useApplication()
  const scroll = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { ref: sized, width } = useElementSize<HTMLUListElement>()
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const isNarrow = useNarrow()
  const { lanes, tile } = lanesIn(width, gap)
  const pictureHeight = Math.round(tile * 0.75)
  const rowHeight = pictureHeight + captionHeight + gap
  const by = groupedBy(search.group, all)
  const grouped = useGroups({ app, table: table.name, listing }, by && search.group, search.groups, noTotals)
  const { groups, records } = grouped
  const { lines, at: lineAt, see, ...answer } = useRows(app, table.name, records)
  const rows = useMemo(() => {
    const stretches = records?.map(({ hasHead, shown }) => ({ hasHead, records: shown ?? lines?.total ?? 0 }))
    return stretches && lines && tileRowsOf(stretches, lines, lanes)
  }, [records, lines, lanes])
  const virtual = useVirtualizer({
    count: rows?.total ?? 0,
    getScrollElement: () => scroll.current,
    estimateSize: (row) => (rows?.headAt(row) === undefined ? rowHeight : headHeight),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tiles, and groups, stand elsewhere
  useEffect(() => virtual.measure(), [rowHeight, rows])
  // Before it is known how much room there is, no tile has a place.
  const items = width > 0 && rows ? virtual.getVirtualItems() : []
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => {
    if (rows) see(rows.lineAt(first, 0), rows.lineAt(last, Math.max(rows.sizeOf(last) - 1, 0)))
  })
  const question = JSON.stringify([listing, search.group, search.groups])
  useScrollMemory(scroll, question, rows !== undefined && width > 0)
  useSteadyRows(
    { scroll, grid: list },
    {
      // Who opens a group wants to see it where it is.
      question: `${question} ${lanes} ${grouped.folded}`,
      rowHeight,
      rows: items.map(({ index }) => index),
    },
    (row) => rows && lineAt(rows.lineAt(row, 0))?.row.id,
    () => {},
  )

  const [current, setCurrent] = useState<TilePlace>({ row: 0, lane: 0 })
  const wanted = useRef<TilePlace>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const opener = list.current?.querySelector<HTMLElement>(
      `[data-place="${placeText(wanted.current)}"] [data-opens]`,
    )
    if (!opener) return
    wanted.current = undefined
    opener.focus({ preventScroll: true })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeOf(event.target)
    if (from === undefined || !rows || event.ctrlKey || event.metaKey || event.altKey) return
    const id = lineAt(rows.lineAt(from.row, from.lane))?.row.id
    if (event.key === ' ' && id !== undefined) {
      event.preventDefault()
      onToggle(id)
      return
    }
    const seen = Math.max(1, Math.floor((scroll.current?.clientHeight ?? rowHeight) / rowHeight))
    const to = placeAfter(event.key, from, rows, seen)
    if (to === undefined) return
    event.preventDefault()
    wanted.current = to
    setCurrent(to)
    virtual.scrollToIndex(to.row)
  }
  const chooseAt = useCallback(
    (target: Element) => {
      const id = Number(target.closest('[data-id]')?.getAttribute('data-id'))
      if (id > 0) onToggle(id)
    },
    [onToggle],
  )
  const fingers = useLongPress(chooseAt)
  const listRef = useMergedRef(list, sized)

  const error = grouped.error ?? answer.error
  if (error) return <Failed error={error} retry={grouped.error ? grouped.retry : answer.retry} />
  if (lines?.total === 0) return empty
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--tile': `${tile}px`,
    '--picture': `${pictureHeight}px`,
    '--tile-height': `${rowHeight - gap}px`,
    '--head-height': `${headHeight}px`,
    height: virtual.getTotalSize(),
  }
  // One tile is reached by Tab, also when the last one that was looked at is scrolled away.
  const stop = current.row >= first && current.row <= last ? current : { row: first, lane: 0 }
  const isStop = ({ row, lane }: TilePlace) => row === stop.row && lane === stop.lane
  const groupBy = (group: string | undefined) => go({ ...search, group, groups: undefined })
  const choice = <GroupChoice size="xs" w={190} all={all} group={by && search.group} onGroup={groupBy} />
  return (
    <>
      {by ? (
        <GroupBar
          by={by}
          choice={choice}
          order={search.groups}
          isTruncated={grouped.isTruncated}
          onOrder={(order) => go({ ...search, groups: order })}
          onOpenAll={grouped.openAll}
          onFoldAll={grouped.foldAll}
          onEnd={() => groupBy(undefined)}
        />
      ) : (
        !isNarrow && <Group mb="xs">{choice}</Group>
      )}
      <PrintedRows
        columns={columns}
        total={lines?.total ?? 0}
        at={lineAt}
        headAt={(index) => {
          const line = lines?.at(index)
          const group = line?.kind === 'head' ? groups[line.stretch] : undefined
          return by && group && `${groupName(by, group)} (${group.count})`
        }}
      />
      <div ref={scroll} className={classes['scroll']} data-testid="grid-scroll">
        <ul
          ref={listRef}
          className={classes['tiles']}
          aria-label={table.label}
          aria-busy={rows === undefined}
          data-choosing={isChoosing || undefined}
          style={style}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setCurrent(placeOf(target) ?? current)}
          {...(isCoarse && fingers)}
        >
          {rows &&
            items.flatMap(({ index: row, start }) => {
              const group = groups[rows.headAt(row) ?? -1]
              if (by && group)
                return (
                  <GalleryHead
                    key={row}
                    name={groupName(by, group)}
                    count={group.count}
                    start={start}
                    place={placeText({ row, lane: 0 })}
                    isOpen={grouped.isOpen(group.key)}
                    isStop={isStop({ row, lane: 0 })}
                    onToggle={() => grouped.toggle(group.key)}
                  />
                )
              return Array.from({ length: rows.sizeOf(row) }, (_, lane) => {
                const index = rows.lineAt(row, lane)
                const line = lines?.at(index)
                if (line?.kind !== 'record') return null
                const found = lineAt(index)
                return (
                  <li
                    key={index}
                    className={classes['place']}
                    style={{ transform: `translate(${lane * (tile + gap)}px, ${start}px)` }}
                    aria-posinset={line.place + 1}
                    aria-setsize={by ? groups[line.stretch]?.count : lines?.total}
                    data-place={placeText({ row, lane })}
                    data-id={found?.row.id}
                  >
                    {found && (
                      <Tile
                        table={table}
                        columns={columns}
                        row={found.row}
                        labels={found.labels}
                        picture={found.picture}
                        place={line.place}
                        among={by && groups[line.stretch]?.key}
                        search={search}
                        isStop={isStop({ row, lane })}
                        isChoosing={isChoosing}
                        hasMark={isChoosing || !isCoarse}
                        isSelected={selected.has(found.row.id)}
                        onToggle={onToggle}
                      />
                    )}
                  </li>
                )
              })
            })}
        </ul>
      </div>
    </>
  )
}

/** A place as the document notes it. */
const placeText = ({ row, lane }: TilePlace): string => `${row} ${lane}`

const placeOf = (target: EventTarget): TilePlace | undefined => {
  const place = target instanceof Element && target.closest('[data-place]')?.getAttribute('data-place')
  const [row, lane] = place ? place.split(' ').map(Number) : []
  return row === undefined || lane === undefined ? undefined : { row, lane }
}
