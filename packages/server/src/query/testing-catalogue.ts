import type { Backlink, Catalogue, Field, Table } from '../catalogue/catalogue.js'
import { plainField } from '../catalogue/plain-field.js'
import { plainTable } from '../catalogue/plain-table.js'
import type { ColumnType } from '../storage/storage.js'
import type { VisibilityOf } from './condition.js'

/** Fields in short, for tests: `{ depth: 'FLOAT', site: 'INTEGER -> sites' }`. */
export type FieldsInShort = Readonly<Record<string, ColumnType | `INTEGER -> ${string}`>>

function fieldOf(name: string, short: string, sort: number): Field {
  const [dbType, lookedUp] = short.split(' -> ')
  return { ...plainField(name, name, dbType as ColumnType, sort), idFromTable: lookedUp }
}

interface TableInShort {
  readonly fields: FieldsInShort
  readonly parent?: string
  readonly plugins?: readonly string[]
  readonly backlinks?: readonly Backlink[]
  readonly hasFuzzyDate?: boolean
}

const chrono: FieldsInShort = {
  chrono_from: 'INTEGER',
  chrono_to: 'INTEGER',
  chrono_label: 'TEXT',
  chrono_certainty: 'INTEGER',
  chrono_period: 'TEXT',
}

/** A table as the catalogue has it, from the little that a test of queries needs to say. */
export function tableInShort(name: string, short: TableInShort): Table {
  const all: FieldsInShort = {
    id: 'INTEGER',
    ...(short.parent === undefined ? { creator: 'INTEGER' } : { id_link: 'INTEGER' }),
    ...short.fields,
    ...(short.hasFuzzyDate ? chrono : {}),
  }
  return {
    ...plainTable(name, short.parent !== undefined),
    label: name,
    parent: short.parent,
    plugins: short.plugins ?? [],
    fields: new Map(Object.entries(all).map(([field, kind], sort) => [field, fieldOf(field, kind, sort)])),
    hasFuzzyDate: short.hasFuzzyDate ?? false,
    backlinks: short.backlinks ?? [],
  }
}

export const catalogueInShort = (...tables: readonly Table[]): Catalogue => ({
  app: 'dig',
  tables: new Map(tables.map((table) => [table.name, table])),
  relations: [],
  indexes: [],
  leftOut: [],
})

/** A dig with a lookup, a self reference, a plugin table, a backlink, and a table that no user may read. */
export const contexts = tableInShort('contexts', {
  fields: {
    code: 'TEXT',
    notes: 'TEXT',
    depth: 'FLOAT',
    finds_count: 'INTEGER',
    found: 'TIMESTAMP',
    site: 'INTEGER -> sites',
    above: 'INTEGER -> contexts',
    secret: 'INTEGER -> secrets',
  },
  plugins: ['samples'],
  hasFuzzyDate: true,
})
export const sites = tableInShort('sites', {
  fields: { name: 'TEXT', area: 'FLOAT', rank: 'INTEGER' },
  backlinks: [{ ref: 'contexts', via: 'samples', column: 'sent_to' }],
})
export const samples = tableInShort('samples', {
  fields: { lab: 'TEXT', litres: 'FLOAT', sent_to: 'INTEGER -> sites' },
  parent: 'contexts',
})
export const secrets = tableInShort('secrets', { fields: { word: 'TEXT' } })

export const dig = catalogueInShort(contexts, sites, samples, secrets)

export const allButSecrets: VisibilityOf = (table) => ({
  readable: table !== secrets,
  restriction: undefined,
})
