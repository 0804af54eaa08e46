import type { Cell, FieldSchema } from '@trowel/contract/record.js'
import { FieldValue } from '../fields/field-value.js'
import classes from './layout-view.module.css'

/** A field of a record to read, in its place in a layout. */
export function LayoutValue({ field, cell }: { field: FieldSchema; cell: Cell }) {
  return (
    <>
      <div className={classes['label']}>{field.label}</div>
      <div className={classes['value']}>
        <FieldValue field={field} cell={cell} />
      </div>
    </>
  )
}
