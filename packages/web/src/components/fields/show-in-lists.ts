import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { client } from '../../core/session.js'
import { listIn } from '../settings.js'

type FieldSettings = Parameters<typeof client.configuration.createField>[1]

/** So many columns a list shows by itself before a user chooses them. */
const maxColumns = 5

/** The first short fields of a table become columns of its lists, of the map and of what is found. */
export async function showInLists(table: string, settings: FieldSettings): Promise<void> {
  const { table: known } = await client.configuration.table(table)
  const columns = listIn(known, 'preview')
  if (
    columns.length < maxColumns &&
    !columns.includes(settings.name) &&
    describeFieldType(settings.type).holds !== 'paragraphs'
  )
    await client.configuration.saveTable(table, { preview: [...columns, settings.name] })
}
