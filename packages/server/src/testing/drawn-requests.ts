import fc from 'fast-check'
import type { Values } from './aimed-requests.js'
import { anyText } from './any-text.js'
import { type Operation, type Schema, type Sent, sentBy } from './operations.js'

/** Texts and other values that nobody sends who means well. */
const hostile: readonly unknown[] = [
  `'; DROP TABLE "finds"; --`,
  '" OR 1=1 --',
  '\0',
  '%',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  '9'.repeat(40),
  'x'.repeat(3000),
  '=1+1',
  '{"_eq":',
  '$CURRENT_USER',
  -1,
  0,
  2 ** 31,
  2 ** 53,
  1e308,
  null,
  true,
  [],
  {},
  [[]],
  { _and: [{}] },
]

/**
 * Requests of an operation as its schema describes them: most of their values are those that are known to be
 * right, some are others that the schema takes, a few are hostile.
 */
export function drawnRequests(operation: Operation, right: Values): fc.Arbitrary<Sent> {
  const { inPath, inQuery, body } = operation
  const places = [...inPath, ...inQuery]
  const address = recordOf(
    Object.fromEntries(places.map(({ name, schema }) => [name, oftenRight(name, schema, right)])),
    places.filter(({ required }) => required).map(({ name }) => name),
  )
  const content = body ? bodyOf(body, right) : fc.constant(undefined)
  return fc.tuple(address, content).map(([values, sent]) => sentBy(operation, values, sent))
}

function bodyOf(schema: Schema, right: Values): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 20, arbitrary: ofSchema(schema, right) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  )
}

function oftenRight(name: string, schema: Schema, right: Values): fc.Arbitrary<unknown> {
  const others = [
    { weight: 3, arbitrary: ofSchema(schema, right) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  ]
  if (right[name] === undefined) return fc.oneof(...others)
  return fc.oneof({ weight: 16, arbitrary: fc.constant(right[name]) }, ...others)
}

/** What a schema takes. */
function ofSchema(schema: Schema, right: Values): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => ofSchema(one, right)))
  if (schema.properties || schema.type === 'object') return ofObject(schema, right)
  if (schema.type === 'array') return ofArray(schema, right)
  if (schema.type === 'integer') return fc.integer(limits(schema, 2 ** 31 - 1))
  if (schema.type === 'number')
    return fc.double({ ...limits(schema, 1e9), noNaN: true, noDefaultInfinity: true })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return schema.type === 'string' ? ofText(schema) : fc.jsonValue({ maxDepth: 2 })
}

function limits({ minimum, maximum }: Schema, most: number): { min: number; max: number } {
  return { min: Math.max(minimum ?? -most, -most), max: Math.min(maximum ?? most, most) }
}

function ofObject({ properties = {}, required = [], additionalProperties }: Schema, right: Values) {
  const named = Object.entries(properties).map(([name, schema]) => [name, oftenRight(name, schema, right)])
  const known = recordOf(Object.fromEntries(named), required)
  if (typeof additionalProperties !== 'object') return known
  const more = fc.dictionary(
    fc.constantFrom('notes', 'ctx_no', 'inv_no', 'material', 'id', 'nothing', '__proto__'),
    ofSchema(additionalProperties, right),
    { maxKeys: 3 },
  )
  return fc.tuple(known, more).map(([one, other]) => ({ ...other, ...one }))
}

const recordOf = (
  values: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: readonly string[],
): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.record<Record<string, unknown>, string>({ ...values }, { requiredKeys: [...required] })

function ofArray({ items, minItems = 0, maxItems = 3 }: Schema, right: Values): fc.Arbitrary<unknown[]> {
  if (Array.isArray(items)) return fc.tuple(...items.map((one: Schema) => ofSchema(one, right)))
  const item = ofSchema((items as Schema | undefined) ?? {}, right)
  return fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
}

function ofText({ pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.replace(/\p{Surrogate}/gu, ''))
  return anyText({ minLength, maxLength: Math.min(maxLength, minLength + 40) })
}
