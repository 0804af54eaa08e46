import { physicalName } from '../storage/physical-name.js'

/** What the engine calls an index: index names are shared by all tables of a database. */
export const indexName = (table: string, name: string): string => physicalName(table, '__', name)

/** What the index is called that the service makes for the key column of a relation. */
export const relationIndexName = (table: string, column: string): string =>
  physicalName('idx_', table, '_', column)
