import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import type { RecordGroup } from '@trowel/contract/record-groups.js'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import type { Column } from '../columns.js'
import classes from '../record-grid.module.css'
import { totalName, totalText } from '../totals.js'

/** The line of a group: what it is called, how many records it has, and its totals in their columns. */
export function GroupHead({
  name,
  group,
  index,
  start,
  columns,
  totals,
  isOpen,
  onToggle,
}: {
  name: string
  group: RecordGroup
  /** Its place in the grid, from 0. */
  index: number
  /** Where it stands, in pixels from the top. */
  start: number
  columns: readonly Column[]
  totals: Readonly<Record<string, Aggregate>>
  isOpen: boolean
  onToggle: () => void
}) {
  const { t, i18n } = useTranslation()
  const firstTotal = columns.findIndex((column) => totals[column.name] !== undefined)
  // The name may be as wide as there is room before the first total.
  const wide = Math.max(firstTotal < 0 ? columns.length : firstTotal, 1)
  const fold = (event: KeyboardEvent) => {
    if (event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    event.stopPropagation()
    onToggle()
  }
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      data-index={index}
      data-group
      className={classes['row']}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div
        role="gridcell"
        tabIndex={-1}
        className={`${classes['cell']} ${classes['group']}`}
        style={{ gridColumn: `1 / span ${wide + 1}` }}
      >
        <button
          type="button"
          className={classes['fold']}
          aria-expanded={isOpen}
          onClick={onToggle}
          onKeyDown={fold}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
          <span className={classes['text']}>{name}</span>
          <span className={classes['count']}>{group.count.toLocaleString(i18n.language)}</span>
        </button>
      </div>
      {columns.slice(wide).map((column) => {
        const aggregate = totals[column.name]
        return (
          <div
            key={column.name}
            role="gridcell"
            tabIndex={-1}
            className={`${classes['cell']} ${classes['groupTotal']}`}
            data-number={column.isNumber || undefined}
            title={aggregate && `${column.label} · ${totalName(t, aggregate)}`}
          >
            {aggregate && totalText(i18n.language, column, aggregate, group.totals[column.name]?.[aggregate])}
          </div>
        )
      })}
    </div>
  )
}
