import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListingSearch } from '../../app/listing-address.js'
import { CellText, textOf } from './cell-text.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import type { Labels, Row } from './use-pages.js'

interface Props {
  readonly app: string
  readonly table: string
  /** Its place in the listing, from 0. */
  readonly index: number
  /** Where it stands, in pixels from the top. */
  readonly start: number
  readonly columns: readonly Column[]
  /** Missing while it is on its way. */
  readonly row: Row | undefined
  readonly labels: Labels | undefined
  readonly search: ListingSearch
  readonly isSelected: boolean
  /** @param reach everything between this one and the one that was chosen before */
  readonly onToggle: (index: number, id: number, reach: boolean) => void
}

/** One record of the grid; drawn again only when something about it is different. */
export const GridRow = memo(function GridRow(props: Props) {
  const { t } = useTranslation()
  const { index, start, columns, row, labels, isSelected, onToggle } = props
  const found = row && labels ? { row, labels } : undefined
  const [lead] = columns
  return (
    <div
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
          <label className={classes['hit']}>
            <input
              type="checkbox"
              tabIndex={-1}
              className={classes['check']}
              aria-label={t('grid.select', { name: lead ? textOf(found, lead) : found.row.id })}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onToggle(index, found.row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
              }
            />
          </label>
        )}
      </div>
      {/* Rows that fly past while somebody scrolls far hold as little as can be. */}
      {(found ? columns : columns.slice(0, 4)).map((column) => (
        <div
          key={column.name}
          role="gridcell"
          tabIndex={-1}
          className={classes['cell']}
          data-lead={column === lead || undefined}
          data-number={column.isNumber || undefined}
        >
          {!found && <span className={classes['grey']} />}
          {found && column === lead && <RecordLink {...props} found={found} column={column} />}
          {found && column !== lead && <CellText found={found} column={column} />}
        </div>
      ))}
    </div>
  )
})

function RecordLink({
  app,
  table,
  index,
  search,
  found,
  column,
  onToggle,
}: Props & { found: { row: Row; labels: Labels }; column: Column }) {
  const { t } = useTranslation()
  return (
    <Link
      to="/app/$app/record/$table/$id"
      params={{ app, table, id: String(found.row.id) }}
      search={{ ...search, at: index }}
      className={classes['link']}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onToggle(index, found.row.id, event.shiftKey)
      }}
    >
      {textOf(found, column) || t('grid.nameless', { id: found.row.id })}
    </Link>
  )
}
