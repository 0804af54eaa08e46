import { useQueries, useQuery } from '@tanstack/react-query'
import { type Table, useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { recordQueries } from '../../queries/records.js'
import { searchQueries } from '../../queries/search.js'

type Deleted = Awaited<ReturnType<typeof client.history.deleted>>['deleted']

/**
 * What deleted records were about, in the few fields by which the table is known: names in place of the ids
 * of lookups.
 */
export function useShortTexts(table: Table, deleted: Deleted): (record: Deleted[number]) => string {
  const { app, table: tableOf } = useApplication()
  const config = useQuery(searchQueries.config(app, table.name))
  const fields = table.preview
    .filter((name) => name !== table.id_field)
    .flatMap((name) => config.data?.fields.find(({ value }) => value === `${table.name}:${name}`) ?? [])
    .map(({ value, ref_tb }) => ({ name: value.slice(table.name.length + 1), target: ref_tb }))
  const lookups = fields.flatMap(({ name, target }) => {
    const known = target == null ? undefined : tableOf(target)
    const ids = deleted.flatMap(({ content }) => content.core[name] ?? []).map(Number)
    return known ? [{ name, target: known, ids }] : []
  })
  const names = useQueries({
    queries: lookups.map(({ target, ids }) => recordQueries.names(app, target.name, target.id_field, ids)),
  })
  const nameOf = (field: string, id: number): string | undefined =>
    names[lookups.findIndex(({ name }) => name === field)]?.data?.get(id)
  return ({ content: { core } }) =>
    fields
      .map(({ name, target }) => {
        const value = core[name]
        if (value === null || value === undefined || value === '') return undefined
        // A lookup whose record is gone, or may not be seen, says nothing.
        return target == null ? String(value) : nameOf(name, Number(value))
      })
      .filter((text) => text !== undefined)
      .join(' · ')
}
