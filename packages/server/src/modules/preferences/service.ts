import type { Preferences, PreferencesBody, Thing, ThingName } from '@trowel/contract/preferences.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { creatorId } from '../../access/principal.js'
import type { Table } from '../../catalogue/catalogue.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { selectLabels } from '../../records/rows/lookup-labels.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { listCharts } from '../charts/index.js'
import { definitionOf, listSavedQueries } from '../saved-queries/index.js'
import { insertPreferences, selectPreferences, updatePreferences } from './store.js'

/** As they are stored: things by what tells which they are. */
type Kept = {
  readonly [Name in keyof Preferences]?: Name extends 'folded' ? readonly string[] : readonly ThingName[]
}

/** What the caller keeps at hand, without what is gone or what he may no longer read. */
export async function readPreferences(scope: RequestScope): Promise<Preferences> {
  const content = await selectPreferences(scope.db.quick, ownerOf(scope))
  const { favourites = [], pins = [], recents = [], folded = [] } = keptIn(content)
  const find = await finderOf(scope, [...favourites, ...pins, ...recents])
  const found = (names: readonly ThingName[]): Thing[] => names.flatMap((name) => find(name) ?? [])
  return { favourites: found(favourites), pins: found(pins), recents: found(recents), folded: [...folded] }
}

/** Keeps the lists that are given in place of those from before. */
export async function savePreferences(
  scope: RequestScope,
  { favourites, pins, recents, folded }: Decoded<typeof PreferencesBody>,
): Promise<void> {
  const owner = ownerOf(scope)
  await scope.db.write(async (tx) => {
    const before = await selectPreferences(tx, owner)
    // What is left out is undefined, and JSON does without it.
    const sent = JSON.stringify({ favourites, pins, recents, folded })
    const content = JSON.stringify({ ...keptIn(before), ...keptIn(sent) })
    if (before === undefined) await insertPreferences(tx, owner, content)
    else await updatePreferences(tx, owner, content)
  })
}

/** @throws `session_required` for a caller who is no person */
function ownerOf({ principal }: RequestScope): number {
  const owner = creatorId(principal)
  if (owner === null) throw new AppError('session_required')
  return owner
}

const keptIn = (content: string | undefined): Kept => (content === undefined ? {} : parseJsonObject(content))

/** Finds things by their names: `undefined` for what does not exist for the caller. */
async function finderOf(
  scope: RequestScope,
  names: readonly ThingName[],
): Promise<(name: ThingName) => Thing | undefined> {
  const tableOf = (tb: string): Table | undefined => {
    const table = scope.catalogue.tables.get(tb)
    return table && !table.isPlugin && scope.rights.allows('read', table) ? table : undefined
  }
  const has = (kind: ThingName['kind']): boolean => names.some((name) => name.kind === kind)
  const records = await labelsOf(scope, names, tableOf)
  const searches = new Map((has('search') ? await listSavedQueries(scope) : []).map((row) => [row.id, row]))
  const charts = new Map((has('chart') ? await listCharts(scope) : []).map((row) => [row.id, row]))
  return (name) => {
    switch (name.kind) {
      case 'table': {
        const table = tableOf(name.tb)
        return table && { ...name, label: table.label }
      }
      case 'record': {
        const label = records.get(name.tb)?.get(name.id)
        return label === undefined ? undefined : { ...name, label: recordLabel(label, name.id) }
      }
      case 'search': {
        const query = searches.get(name.id)
        return query && { ...name, tb: query.tb, label: query.name, query: definitionOf(query) }
      }
      case 'chart': {
        const chart = charts.get(name.id)
        return chart && { ...name, label: chart.name }
      }
    }
  }
}

type Labels = ReadonlyMap<string, ReadonlyMap<number, string | number | null>>

/** What records are called that the caller may see, by table and id. */
async function labelsOf(
  scope: RequestScope,
  names: readonly ThingName[],
  tableOf: (tb: string) => Table | undefined,
): Promise<Labels> {
  const ids = new Map<Table, Set<number>>()
  for (const name of names) {
    const table = name.kind === 'record' ? tableOf(name.tb) : undefined
    if (table && name.kind === 'record') ids.set(table, (ids.get(table) ?? new Set()).add(name.id))
  }
  const labels = [...ids].map(
    async ([table, some]) =>
      [table.name, await selectLabels(scope.db.quick, scope, table, table.idField, some)] as const,
  )
  return new Map(await Promise.all(labels))
}
