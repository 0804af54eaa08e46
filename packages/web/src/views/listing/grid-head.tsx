import { type PointerEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { type ColumnActions, ColumnMenu } from './column-menu.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import { alsoSorted, sortedAlone } from './sorts.js'
import { useColumnDrag } from './use-column-drag.js'

/**
 * The names of the columns: a click sorts, with Shift beside the others; a name is dragged to another place
 * and its edge to another width. All else is in the menu.
 */
export function GridHead({
  columns,
  count,
  actions,
  marked,
  onMark,
  beginResize,
}: {
  columns: readonly Column[]
  /** Of all columns, also those that are not drawn yet. */
  count: number
  actions: ColumnActions
  /** How many of the records that are seen are selected. */
  marked: 'none' | 'some' | 'all'
  onMark: (all: boolean) => void
  beginResize: (event: PointerEvent<HTMLElement>, column: Column) => void
}) {
  const { t } = useTranslation()
  const check = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (check.current) check.current.indeterminate = marked === 'some'
  }, [marked])
  const { sorts, frozen } = actions
  const { beginDrag, dropAt, dragged } = useColumnDrag(columns, actions.onMove)
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
      {columns.map((column, place) => {
        const rank = sorts.findIndex(({ field }) => field === column.name)
        const sort = sorts[rank]
        return (
          <div
            key={column.name}
            role="columnheader"
            tabIndex={-1}
            aria-label={column.label}
            aria-sort={rank === 0 ? (sort?.descending ? 'descending' : 'ascending') : 'none'}
            className={classes['cell']}
            data-name={column.name}
            data-frozen={place < frozen || undefined}
            data-edge={place === frozen - 1 || undefined}
            data-dragged={dragged === column.name || undefined}
            data-drop={dropAt(column.name)}
            style={place < frozen ? { left: `var(--left-${place})` } : undefined}
          >
            <button
              type="button"
              className={classes['sort']}
              onClick={({ shiftKey }) =>
                actions.onSort((shiftKey ? alsoSorted : sortedAlone)(sorts, column.name))
              }
              onPointerDown={(event) => beginDrag(event, column)}
            >
              <span className={classes['text']} title={column.label}>
                {column.label}
              </span>
              {sort && <Icon name={sort.descending ? 'sortDown' : 'sortUp'} size={13} />}
              {sort && sorts.length > 1 && <span className={classes['rank']}>{rank + 1}</span>}
            </button>
            <ColumnMenu column={column} place={place} count={count} actions={actions} />
            <span
              className={classes['handle']}
              aria-hidden="true"
              onPointerDown={(event) => beginResize(event, column)}
              onDoubleClick={() => actions.onFit(column)}
            />
          </div>
        )
      })}
    </div>
  )
}
