import { type Operation, type Schema, type Sent, sentBy } from './operations.js'

/** Values by the name of the parameter or property that takes them. */
export type Values = Readonly<Record<string, unknown>>

/**
 * Requests of an operation that are aimed at one thing: `where` fills whatever asks for a value of its name,
 * and each of `ways` adds values that belong together, where the operation has a place for all of them.
 * The first adds nothing.
 */
export function aimedRequests(operation: Operation, where: Values, ways: readonly Values[]): Sent[] {
  const { inPath, inQuery } = operation
  const known = new Set([...[...inPath, ...inQuery].map(({ name }) => name), ...propertiesOf(operation.body)])
  const fitting = ways.filter((way) => Object.keys(way).every((name) => known.has(name)))
  return [{}, ...fitting].map((way) => {
    const values = { ...where, ...way }
    const wanted = new Set(Object.keys(way))
    const needed = [...inPath, ...inQuery].filter(({ name, required }) => required || wanted.has(name))
    const filled = needed.map(({ name, schema }) => [name, values[name] ?? leastOf(schema, values, wanted)])
    const body = operation.body && leastOf(operation.body, values, wanted)
    return sentBy(operation, Object.fromEntries(filled), body)
  })
}

function propertiesOf(schema: Schema | undefined): string[] {
  return [
    ...Object.keys(schema?.properties ?? {}),
    ...(schema?.anyOf ?? []).flatMap((one) => propertiesOf(one)),
  ]
}

/** The least that a schema takes, with the given values under their names. */
function leastOf(schema: Schema, values: Values, wanted: ReadonlySet<string>): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  if (schema.anyOf) {
    const some = schema.anyOf.filter(({ type, enum: list }) => type !== 'null' && list?.[0] !== '')
    return leastOf(some[0] ?? {}, values, wanted)
  }
  if (schema.properties || schema.type === 'object') {
    const taken = Object.entries(schema.properties ?? {}).filter(
      ([name]) => schema.required?.includes(name) || wanted.has(name),
    )
    return Object.fromEntries(
      taken.map(([name, inner]) => [name, values[name] ?? leastOf(inner, values, wanted)]),
    )
  }
  if (schema.type === 'array') {
    const item = Array.isArray(schema.items) ? schema.items[0] : (schema.items as Schema | undefined)
    return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(item ?? {}, values, wanted))
  }
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return schema.pattern === undefined || /^x+$/.test(schema.pattern) ? 'x' : '1'
}
