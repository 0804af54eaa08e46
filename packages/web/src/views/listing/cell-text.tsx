import { Icon } from '../../parts/icon.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import type { Labels, Row } from './use-pages.js'

interface Found {
  readonly row: Row
  readonly labels: Labels
}

/** What a person reads in a cell. */
export function textOf({ row, labels }: Found, { name, type, isLookup }: Column): string {
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  if (isLookup) return labels[name]?.[String(value)] ?? String(value)
  if (type === 'multi_select') return String(value).split(';').join(', ')
  return String(value)
}

export function CellText({ found, column }: { found: Found; column: Column }) {
  if (column.type === 'boolean') {
    const value = found.row[column.name]
    if (value === null || value === undefined || value === '') return null
    return Number(value) ? <Icon name="check" size={15} /> : <span aria-hidden="true">–</span>
  }
  const text = textOf(found, column)
  return (
    <span className={classes['text']} title={text.length > 30 ? text : undefined} dir="auto">
      {text}
    </span>
  )
}
