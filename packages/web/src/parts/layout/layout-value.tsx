import type { Cell, FieldSchema } from '@trowel/contract/record.js'
import { FieldText } from '../fields/field-text.js'
import classes from './layout-view.module.css'

/** A field of a record to read, in its place in a layout. */
export function LayoutValue({ field, cell }: { field: FieldSchema; cell: Cell }) {
  return (
    <>
      <div className={classes['label']}>{field.label}</div>
      <div className={classes['value']}>
        <FieldText field={field} cell={cell} />
      </div>
    </>
  )
}
