import { Checkbox } from '@mantine/core'
import { useElementSize, useMediaQuery, useMergedRef } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { FirstPicture } from '@trowel/contract/files.js'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Thumbnail } from '../../../components/files/thumbnail.js'
import { Icon, TableMark } from '../../../components/icon.js'
import { Failed } from '../../../components/states.js'
import { type Table, useApplication } from '../../../core/application.js'
import type { ListingSearch } from '../../../core/listing-address.js'
import type { RecordListing } from '../../../queries/records.js'
import { useLongPress } from '../cards/use-long-press.js'
import { copiedText, type Found } from '../cells/cell-text.js'
import type { Column } from '../columns.js'
import { useScrollMemory, useSteadyRows } from '../grid-position.js'
import { PrintedRows } from '../printed-rows.js'
import { useNearPages, usePages } from '../use-pages.js'
import classes from './gallery.module.css'
import { lanesIn, placeAfter } from './tiles.js'

/** In pixels: what a tile has below its picture, and how far apart tiles stand. */
const captionHeight = 66
const gap = 12

/** The records of a list as pictures with captions, as many beside each other as there is room for. */
export default function Gallery({
  table,
  columns,
  listing,
  search,
  selected,
  isChoosing,
  onToggle,
  empty,
}: {
  table: Table
  /** What captions say: what a record is called, then what else is told of it. */
  columns: readonly Column[]
  listing: RecordListing
  search: ListingSearch
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
  const { lanes, tile } = lanesIn(width, gap)
  const pictureHeight = Math.round(tile * 0.75)
  const rowHeight = pictureHeight + captionHeight + gap
  const [pages, see] = useNearPages()
  const { total, error, rowAt, retry } = usePages(app, table.name, listing, pages)
  const count = total ?? 0
  const virtual = useVirtualizer({
    count: Math.ceil(count / lanes),
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: tiles of another size stand elsewhere
  useEffect(() => virtual.measure(), [rowHeight])
  // Before it is known how much room there is, no tile has a place.
  const items = width > 0 ? virtual.getVirtualItems() : []
  const first = (items[0]?.index ?? 0) * lanes
  const last = Math.min((items.at(-1)?.index ?? 0) * lanes + lanes, count) - 1
  useEffect(() => see(first, last))
  const question = JSON.stringify(listing)
  useScrollMemory(scroll, question, total !== undefined && width > 0)
  useSteadyRows(
    { scroll, grid: list },
    { question: `${question} ${lanes}`, rowHeight, rows: items.map(({ index }) => index) },
    (row) => rowAt(row * lanes)?.row.id,
    () => {},
  )

  const [current, setCurrent] = useState(0)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const opener = list.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"] [data-opens]`)
    if (!opener) return
    wanted.current = undefined
    opener.focus({ preventScroll: true })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const from = placeOf(event.target)
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const id = rowAt(from)?.row.id
    if (event.key === ' ' && id !== undefined) {
      event.preventDefault()
      onToggle(id)
      return
    }
    const seen = Math.max(1, Math.floor((scroll.current?.clientHeight ?? rowHeight) / rowHeight))
    const to = placeAfter(event.key, from, { lanes, count, seen })
    if (to === undefined) return
    event.preventDefault()
    wanted.current = to
    setCurrent(to)
    virtual.scrollToIndex(Math.floor(to / lanes))
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

  if (error) return <Failed error={error} retry={retry} />
  if (total === 0) return empty
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--tile': `${tile}px`,
    '--picture': `${pictureHeight}px`,
    '--tile-height': `${rowHeight - gap}px`,
    height: virtual.getTotalSize(),
  }
  // One tile is reached by Tab, also when the last one that was looked at is scrolled away.
  const stop = current >= first && current <= last ? current : first
  return (
    <>
      <PrintedRows columns={columns} total={count} at={rowAt} />
      <div ref={scroll} className={classes['scroll']} data-testid="grid-scroll">
        <ul
          ref={listRef}
          className={classes['tiles']}
          aria-label={table.label}
          aria-busy={total === undefined}
          data-choosing={isChoosing || undefined}
          style={style}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => setCurrent(placeOf(target) ?? current)}
          {...(isCoarse && fingers)}
        >
          {items.flatMap(({ index: row, start }) =>
            Array.from({ length: lanes }, (_, lane) => row * lanes + lane)
              .filter((place) => place < count)
              .map((place) => {
                const found = rowAt(place)
                const left = (place % lanes) * (tile + gap)
                return (
                  <li
                    key={place}
                    className={classes['place']}
                    style={{ transform: `translate(${left}px, ${start}px)` }}
                    aria-posinset={place + 1}
                    aria-setsize={count}
                    data-place={place}
                    data-id={found?.row.id}
                  >
                    {found && (
                      <Tile
                        table={table}
                        columns={columns}
                        row={found.row}
                        labels={found.labels}
                        picture={found.picture}
                        place={place}
                        search={search}
                        isStop={place === stop}
                        isChoosing={isChoosing}
                        hasMark={isChoosing || !isCoarse}
                        isSelected={selected.has(found.row.id)}
                        onToggle={onToggle}
                      />
                    )}
                  </li>
                )
              }),
          )}
        </ul>
      </div>
    </>
  )
}

const placeOf = (target: EventTarget): number | undefined => {
  const place = target instanceof Element && target.closest('[data-place]')?.getAttribute('data-place')
  return place ? Number(place) : undefined
}

interface TileProps extends Found {
  readonly table: Table
  readonly columns: readonly Column[]
  readonly picture: FirstPicture | undefined
  /** Of the record in the list, from 0. */
  readonly place: number
  readonly search: ListingSearch
  /** Is it the one that Tab leads to? */
  readonly isStop: boolean
  readonly isChoosing: boolean
  /** Is there a mark to choose it by? Fingers rest on it instead. */
  readonly hasMark: boolean
  readonly isSelected: boolean
  readonly onToggle: (id: number) => void
}

const Tile = memo(function Tile(props: TileProps) {
  const { table, columns, row, labels, picture, place, search, isStop, isSelected, onToggle } = props
  const { isChoosing, hasMark } = props
  const { t } = useTranslation()
  const { app } = useApplication()
  const check = useId()
  const found = { row, labels }
  const [named, ...others] = columns
  const { id } = row
  const name = (named && copiedText(found, named)) || t('grid.nameless', { id })
  const said = others.flatMap((column) => {
    const text = copiedText(found, column)
    if (text === '') return []
    return column.isNumber ? `${column.label} ${text}` : text
  })
  const content = (
    <>
      <span className={classes['picture']}>
        {picture ? <Thumbnail file={picture} w={480} /> : <TableMark table={table} size={28} />}
        {picture && picture.count > 1 && (
          <span className={classes['count']}>
            <Icon name="picture" size={13} />
            <span aria-hidden="true">{picture.count}</span>
            <span className="visually-hidden">{t('gallery.pictures', { count: picture.count })}</span>
          </span>
        )}
      </span>
      <span className={classes['caption']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['said']}>{said.join(' · ')}</span>
      </span>
    </>
  )
  const tabIndex = isStop ? 0 : -1
  return (
    <div className={classes['tile']} data-selected={isSelected || undefined}>
      {isChoosing ? (
        <label htmlFor={check} className={classes['whole']}>
          {content}
        </label>
      ) : (
        <Link
          className={classes['whole']}
          to="/app/$app/record/$table/$id"
          params={{ app, table: table.name, id: String(id) }}
          search={{ ...search, at: place }}
          tabIndex={tabIndex}
          draggable={false}
          data-opens
        >
          {content}
        </Link>
      )}
      {hasMark && (
        <Checkbox
          id={check}
          className={classes['check'] ?? ''}
          aria-label={t('grid.select', { name })}
          checked={isSelected}
          tabIndex={isChoosing ? tabIndex : -1}
          onChange={() => onToggle(id)}
          data-opens={isChoosing || undefined}
        />
      )}
    </div>
  )
})
