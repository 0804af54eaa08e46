import type { Method } from '@trowel/contract/guards.js'
import type { Dig } from './open-dig.js'

/** As much of JSON Schema as the OpenAPI document of the service uses. */
export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema | readonly Schema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** An operation that the OpenAPI document describes. */
export interface Operation {
  /** As the guard table writes it: `GET /api/record/:tb/:id`. */
  readonly route: string
  readonly method: Method
  /** With `{name}` for parameters. */
  readonly path: string
  readonly inPath: readonly Parameter[]
  readonly inQuery: readonly Parameter[]
  readonly body: Schema | undefined
  /** What it answers with 200, where that is JSON of a known shape. */
  readonly answer: Schema | undefined
}

export interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** One request of an operation, before it is sent. */
export interface Sent {
  readonly method: Method
  readonly url: string
  readonly body: unknown
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

interface Described {
  readonly parameters?: readonly (Partial<Parameter> & { readonly in: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** Every operation of the document that the service answers itself. */
export async function operationsOf(dig: Dig): Promise<Operation[]> {
  const { paths } = (await dig.get('/api/openapi.json')).json<Document>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([name, described]) => operationOf(name.toUpperCase() as Method, path, described)),
  )
}

function operationOf(method: Method, path: string, described: Described): Operation {
  const parameters = (place: string): Parameter[] =>
    (described.parameters ?? [])
      .filter((one) => one.in === place)
      .map(({ name = '', required = false, schema = {} }) => ({ name, required, schema }))
  return {
    route: `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    method,
    path,
    inPath: parameters('path'),
    inQuery: parameters('query'),
    body: jsonOf(described.requestBody?.content),
    answer: jsonOf(described.responses['200']?.content),
  }
}

const jsonOf = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema

/** Puts values into the places that an operation has for them. */
export function sentBy(
  { method, path, inQuery }: Operation,
  values: Readonly<Record<string, unknown>>,
  body: unknown,
): Sent {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(asText(values[name])))
  const query = inQuery
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(asText(values[name]))}`)
  return { method, url: query.length > 0 ? `${filled}?${query.join('&')}` : filled, body }
}

/** A value as it stands in an address. */
function asText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(',')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
