import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { type GisColumn, gisColumns } from '../../geometry/gis-columns.js'
import type { RequestScope } from '../../http/scope.js'
import { readColumns } from '../../records/listing/list-plan.js'
import type { ColumnType } from '../../storage/storage.js'
import { collectionTable } from './collections.js'
import { queryableColumns } from './items-query.js'
import { collectionAddress } from './links.js'

const draft = 'https://json-schema.org/draft/2020-12/schema'

const types: Readonly<Record<ColumnType, string>> = {
  TEXT: 'string',
  TIMESTAMP: 'string',
  INTEGER: 'integer',
  FLOAT: 'number',
}

/** A column as JSON Schema says it. */
export function columnSchema({ title, type, field, shows }: GisColumn): object {
  const isDay = shows === 'value' && describeFieldType(field.type).holds === 'day'
  return { title, type: types[type], ...(isDay && { format: 'date' }) }
}

const propertiesOf = (columns: readonly GisColumn[]): object =>
  Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)]))

/** By which columns the items of a collection can be asked for. @throws what `collectionTable` throws */
export function queryables(scope: RequestScope, base: string, name: string): object {
  const table = collectionTable(scope, name)
  return {
    $schema: draft,
    $id: `${collectionAddress(base, table.name)}/queryables`,
    type: 'object',
    title: table.label,
    properties: propertiesOf(queryableColumns(gisColumns(readColumns(table, undefined)))),
    additionalProperties: false,
  }
}

/**
 * What a feature of the collection looks like, so that programs need not guess from the first page. @throws
 * what `collectionTable` throws
 */
export function featureSchema(scope: RequestScope, base: string, name: string): object {
  const table = collectionTable(scope, name)
  return {
    $schema: draft,
    $id: `${collectionAddress(base, table.name)}/schema`,
    type: 'object',
    title: table.label,
    required: ['type', 'geometry', 'properties'],
    properties: {
      type: { const: 'Feature' },
      id: { type: 'integer' },
      geometry: { $ref: 'https://geojson.org/schema/Geometry.json' },
      properties: {
        type: 'object',
        properties: propertiesOf(gisColumns(readColumns(table, undefined))),
      },
    },
  }
}
