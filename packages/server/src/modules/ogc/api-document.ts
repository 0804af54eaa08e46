import type { Table } from '../../catalogue/catalogue.js'
import { gisColumns } from '../../geometry/gis-columns.js'
import type { RequestScope } from '../../http/scope.js'
import { readColumns } from '../../records/listing/list-plan.js'
import { collectionTables } from './collections.js'
import { crs84, defaultLimit, type ItemParameter, maximumLimit, queryableColumns } from './items-query.js'
import { mediaTypes } from './links.js'
import { columnSchema } from './schemas.js'

interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required?: true
  readonly description: string
  readonly schema: object
  readonly style?: 'form'
  readonly explode?: false
}

const itemParameters: { readonly [Name in ItemParameter]: Omit<Parameter, 'name' | 'in'> } = {
  limit: {
    description: 'Features on a page. More than the maximum is taken for the maximum.',
    schema: { type: 'integer', minimum: 1, maximum: maximumLimit, default: defaultLimit },
  },
  bbox: {
    description:
      'Only features that meet this box: west, south, east, north in degrees; with six numbers the heights are not looked at.',
    schema: { type: 'array', minItems: 4, maxItems: 6, items: { type: 'number' } },
    style: 'form',
    explode: false,
  },
  'bbox-crs': {
    description: 'The reference system of the box.',
    schema: { type: 'string', enum: [crs84], default: crs84 },
  },
  datetime: {
    description:
      'Only features of this time: a date-time, a date, or two of them with "/" between; one may be "..". Years before our era are negative.',
    schema: { type: 'string' },
  },
  after: { description: 'Where a page goes on; out of the link to it.', schema: { type: 'string' } },
  resultType: {
    description: '"hits": only how many features match.',
    schema: { type: 'string', enum: ['results', 'hits'], default: 'results' },
  },
  as_of: {
    description:
      'The features as they were: right after a change set, by its id, or after the last one up to a time.',
    schema: { type: 'string' },
  },
  f: { description: 'The format.', schema: { type: 'string', enum: ['json'], default: 'json' } },
}

/** What may stand in every address. */
const everywhere: readonly Parameter[] = [
  { name: 'f', in: 'query', ...itemParameters.f },
  { name: 'datetime', in: 'query', ...itemParameters.datetime },
]

/**
 * This interface as OpenAPI 3.0 tells it: with the collections of the caller, and the columns by which each
 * can be asked.
 */
export function apiDocument(scope: RequestScope, base: string, version: string): object {
  const tables = collectionTables(scope)
  return {
    openapi: '3.0.3',
    info: {
      title: scope.application.settings.definition || scope.db.app,
      version,
      description: 'The map data of the application, by OGC API - Features.',
    },
    servers: [{ url: base }],
    security: [{ bearer: [] }, { basic: [] }],
    tags: [{ name: 'Capabilities' }, { name: 'Data' }],
    paths: {
      '/': operation('getLandingPage', 'Where to begin', 'json', everywhere),
      '/conformance': operation('getConformance', 'What it conforms to', 'json', everywhere),
      '/collections': operation('getCollections', 'The collections', 'json', everywhere),
      ...Object.assign({}, ...tables.map(pathsOf)),
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'user "key", an API key as password' },
      },
      schemas: { error },
    },
  }
}

function pathsOf(table: Table): object {
  const address = `/collections/${table.name}`
  const columns = queryableColumns(gisColumns(readColumns(table, undefined)))
  const parameters = [
    ...Object.entries(itemParameters).map(([name, rest]): Parameter => ({ name, in: 'query', ...rest })),
    ...columns.map((column): Parameter => {
      const description = `Only features whose record has this value: ${column.title}.`
      return { name: column.name, in: 'query', description, schema: columnSchema(column) }
    }),
  ]
  const featureId: Parameter = {
    name: 'featureId',
    in: 'path',
    required: true,
    description: 'The id of the map feature.',
    schema: { type: 'integer' },
  }
  return {
    [address]: operation(`describe_${table.name}`, table.label, 'json', everywhere),
    [`${address}/items`]: operation(
      `list_${table.name}`,
      `Features of ${table.label}`,
      'geojson',
      parameters,
    ),
    [`${address}/items/{featureId}`]: operation(
      `read_${table.name}`,
      `A feature of ${table.label}`,
      'geojson',
      [featureId, ...everywhere],
    ),
  }
}

function operation(
  operationId: string,
  summary: string,
  type: 'json' | 'geojson',
  parameters: readonly Parameter[],
): object {
  const refusal = {
    description: 'Refused.',
    content: { [mediaTypes.json]: { schema: { $ref: '#/components/schemas/error' } } },
  }
  return {
    get: {
      operationId,
      summary,
      tags: [type === 'json' ? 'Capabilities' : 'Data'],
      parameters,
      responses: {
        '200': { description: 'Done.', content: { [mediaTypes[type]]: { schema: { type: 'object' } } } },
        default: refusal,
      },
    },
  }
}

const error = {
  type: 'object',
  required: ['status', 'code', 'text'],
  properties: {
    status: { type: 'string', enum: ['error'] },
    code: { type: 'string' },
    text: { type: 'string' },
    detail: {},
  },
}
