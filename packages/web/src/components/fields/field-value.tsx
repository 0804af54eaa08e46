import type { Cell, FieldSchema } from '@trowel/contract/record.js'
import { FieldText, isEmpty } from './field-text.js'
import { Widget } from './widget.js'

/** A field of a record to read: as text, or drawn by the widget that it names. */
export function FieldValue({ field, cell }: { field: FieldSchema; cell: Cell }) {
  const text = <FieldText field={field} cell={cell} />
  if (field.widget === null || isEmpty(cell)) return text
  const value = String(cell.val)
  return (
    <Widget name={field.widget} label={`${field.label}: ${cell.val_label ?? value}`} value={value}>
      {text}
    </Widget>
  )
}
