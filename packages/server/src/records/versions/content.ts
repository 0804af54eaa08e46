import { isObject } from '@trowel/contract/json.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import type { SqlValue } from '../../storage/sql.js'
import type { RawRow } from '../rows/store.js'
import type { DependentRows, Snapshot } from './snapshots.js'

/** The state of a record before a change: raw values by column, and what hung from it when it was deleted. */
export type VersionContent = Snapshot & { readonly related: DependentRows | undefined }

/** Of a record that was not there. */
export const emptyContent: VersionContent = { core: {}, plugins: {}, related: undefined }

/** The content of an old version out of its stored text; what cannot be read in it is left out. */
export function contentOf(text: string): VersionContent {
  const { core, plugins, related } = parseJsonObject(text)
  return {
    core: rowOf(core),
    plugins: rowsOf(plugins),
    related: isObject(related) ? rowsOf(related) : undefined,
  }
}

/** As it is answered: `related` only where there is one. */
export const wireContent = ({ core, plugins, related }: VersionContent) => ({
  core,
  plugins,
  ...(related ? { related } : {}),
})

function rowsOf(value: unknown): Record<string, RawRow[]> {
  if (!isObject(value)) return {}
  const lists = Object.entries(value).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return Object.fromEntries(lists.map(([name, rows]) => [name, rows.filter(isObject).map(rowOf)]))
}

function rowOf(value: unknown): RawRow {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, SqlValue] => isCell(entry[1])),
  )
}

const isCell = (value: unknown): boolean =>
  value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
