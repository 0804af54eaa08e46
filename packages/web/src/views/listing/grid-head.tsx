import type { Listing } from '@trowel/client'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import type { useWidths } from './use-widths.js'

/** The names of the columns: a click sorts, the edge is drawn wider. */
export function GridHead({
  columns,
  listing,
  marked,
  onMark,
  onSort,
  beginResize,
}: {
  columns: readonly Column[]
  listing: Listing
  /** How many of the records that are seen are selected. */
  marked: 'none' | 'some' | 'all'
  onMark: (all: boolean) => void
  onSort: (field: string) => void
  beginResize: ReturnType<typeof useWidths>['beginResize']
}) {
  const { t } = useTranslation()
  const check = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (check.current) check.current.indeterminate = marked === 'some'
  }, [marked])
  const [lead] = columns
  return (
    <div role="row" aria-rowindex={1} className={classes['head']} tabIndex={-1}>
      <div role="columnheader" className={`${classes['cell']} ${classes['mark']}`} tabIndex={-1}>
        <label className={classes['hit']}>
          <input
            ref={check}
            type="checkbox"
            className={classes['check']}
            aria-label={t('grid.selectShown')}
            checked={marked === 'all'}
            onChange={(event) => onMark(event.currentTarget.checked)}
          />
        </label>
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
  )
}
