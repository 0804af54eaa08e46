import type { JsonObject } from '@trowel/contract/json.js'
import { type Catalogue, storedFields, type TableIndex, tableOf } from '../../../catalogue/catalogue.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import { type SlowQuestion, slowQuestionsOf } from '../../../records/listing/index-advisor.js'
import { physicalName } from '../../../storage/physical-name.js'
import { changeConfiguration } from '../change.js'
import { flagOf, isUnset, textsOf } from '../input-values.js'
import {
  addIndex,
  dropIndex,
  enforceAgain,
  freeIndexName,
  relationIndex,
  releaseUniqueValues,
} from '../relations/relations.js'
import { countRepeated } from '../store.js'

/** No engine takes more columns than this in one index. */
const maxColumns = 32

/** The indexes of a table by name, those included that the service made itself. @throws `unknown_table` */
export function listIndexes({ catalogue }: RequestScope, tableName: string) {
  tableOf(catalogue, tableName)
  return indexesOf(catalogue, tableName).map((index) => ({
    id: index.id,
    tb: index.table,
    name: index.name,
    columns: [...index.columns],
    is_unique: index.isUnique,
    auto: index.auto,
  }))
}

const indexesOf = (catalogue: Catalogue, table: string): TableIndex[] =>
  catalogue.indexes.filter((index) => index.table === table)

/**
 * Makes an index over fields of a table.
 *
 * @returns its id
 * @throws `unknown_table`; `parameter_missing`; `invalid_name`; `field_not_found`; `index_already_exists`;
 * `index_duplicates_found` when a unique one is wanted and values repeat
 */
export function createIndex(scope: RequestScope, tableName: string, body: JsonObject): Promise<number> {
  const operation = {
    event: 'index_added',
    facts: { table: tableName },
    whenNameIsTaken: 'index_already_exists',
  } as const
  return changeConfiguration(scope, operation, async ({ catalogue, tx, note }) => {
    const fields = storedFields(tableOf(catalogue, tableName))
    const { name, columns } = readIndex(body)
    const unknown = columns.filter((column) => !fields.has(column))
    if (unknown.length > 0) {
      throw new AppError('field_not_found', {
        status: 422,
        ...message('table_has_no_field', { table: tableName, field: unknown[0] ?? '' }),
        detail: unknown,
      })
    }
    if (indexesOf(catalogue, tableName).some((index) => index.name === name)) {
      throw new AppError('index_already_exists', message('index_exists', { table: tableName, index: name }))
    }
    const isUnique = flagOf(body['is_unique'] ?? body['unique']) ?? false
    const groups = isUnique ? await countRepeated(tx, tableName, columns) : 0
    if (groups > 0) {
      throw new AppError('index_duplicates_found', {
        ...message('index_values_repeat', { groups, columns: columns.join(', ') }),
        detail: { groups },
      })
    }
    note({ index: name })
    return addIndex(tx, { table: tableName, name, columns, isUnique, auto: false, isPrefix: false })
  })
}

function readIndex(body: JsonObject): { name: string; columns: string[] } {
  const { name, columns } = body
  const missing = isUnset(name) ? 'name' : isUnset(columns) ? 'columns' : undefined
  if (missing)
    throw new AppError('parameter_missing', { ...message('index_needs', { missing }), detail: missing })
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new AppError('invalid_name')
  const names = [...new Set(textsOf(columns))]
  if (names.length === 0 || names.length > maxColumns) {
    throw new AppError('invalid_parameter', {
      ...message('index_columns_form', { most: maxColumns }),
      detail: 'columns',
    })
  }
  return { name, columns: names }
}

/** @throws `unknown_table`; `not_found`; `index_in_use` when a relation needs the index */
export function removeIndex(scope: RequestScope, tableName: string, indexId: number): Promise<void> {
  return changeConfiguration(
    scope,
    { event: 'index_deleted', facts: { table: tableName } },
    async (change) => {
      const { catalogue, tx, note } = change
      tableOf(catalogue, tableName)
      const index = indexesOf(catalogue, tableName).find((one) => one.id === indexId)
      if (!index) throw new AppError('not_found', message('no_such_index', { table: tableName }))
      if (isNeeded(catalogue, index)) throw new AppError('index_in_use')
      note({ index: index.name })
      const released = index.isUnique ? await releaseUniqueValues(change, tableName) : new Set<number>()
      await dropIndex(tx, index)
      await enforceAgain(change, released)
    },
  )
}

/** Does the index serve the column of a relation, or keep the values unique that a relation refers to? */
function isNeeded(catalogue: Catalogue, index: TableIndex): boolean {
  const [column] = index.columns
  const targets = (one: TableIndex): boolean =>
    one.isUnique && one.table === index.table && one.columns.length === 1 && one.columns[0] === column
  return catalogue.relations.some(
    (relation) =>
      relationIndex(catalogue, relation)?.id === index.id ||
      (targets(index) &&
        relation.toTable === index.table &&
        relation.toColumn === column &&
        catalogue.indexes.filter(targets).length === 1),
  )
}

/** A longer list is not read. */
const maxSuggestions = 50

/**
 * Indexes that would have answered questions which were slow, those first that cost most time. What an index
 * answers by now, or names a field that is gone, is left out.
 */
export function suggestIndexes({ application, catalogue }: RequestScope) {
  const isOpen = ({ table, columns }: SlowQuestion): boolean => {
    const fields = catalogue.tables.get(table)?.fields
    const isAnswered = catalogue.indexes.some(
      (index) => index.table === table && columns.every((column, place) => index.columns[place] === column),
    )
    return fields !== undefined && columns.every((column) => fields.has(column)) && !isAnswered
  }
  return slowQuestionsOf(application)
    .filter(isOpen)
    .slice(0, maxSuggestions)
    .map(({ table, columns, times, totalMs, slowestMs }) => ({
      tb: table,
      columns: [...columns],
      times,
      ms: rounded(totalMs / times),
      slowest_ms: rounded(slowestMs),
      total_ms: rounded(totalMs),
      call: {
        method: 'POST' as const,
        path: `/api/config/table/${table}/indexes`,
        body: {
          name: freeIndexName(catalogue, table, physicalName('by_', columns.join('_'))),
          columns: [...columns],
        },
      },
    }))
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10
