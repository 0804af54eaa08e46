import { client } from '../../app/session.js'
import { listIn } from '../settings.js'

type FieldSettings = Parameters<typeof client.configuration.createField>[1]

/** So many columns a list shows by itself before somebody chooses them. */
const mostColumns = 5
const long = new Set(['long_text', 'md'])

/** Adds a field to a table; the first short ones also become columns of its lists, of the map and of what is found. */
export async function makeField(table: string, settings: FieldSettings): Promise<void> {
  await client.configuration.createField(table, settings)
  const { table: known } = await client.configuration.table(table)
  const columns = listIn(known, 'preview')
  if (columns.length < mostColumns && !long.has(settings.type))
    await client.configuration.saveTable(table, { preview: [...columns, settings.name] })
}
