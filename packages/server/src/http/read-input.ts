import { isObject } from '@trowel/contract/json.js'
import { phrase } from '@trowel/contract/messages/messages.js'
import { type Refusal, refusalOf } from '@trowel/contract/wire/input.js'
import type { FastifyPluginAsync, FastifyTypeProvider, RawServerDefault } from 'fastify'
import { type Static, type StaticDecode, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Check } from 'typebox/value'
import { AppError, type FieldProblem } from '../errors.js'
import { codeText, joined, type Message, message, messageOf } from '../message.js'

/** Routes get what their schemas make of an input, not what came. */
export interface DecodedInputs extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? StaticDecode<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export type Routes = FastifyPluginAsync<Record<never, never>, RawServerDefault, DecodedInputs>

/**
 * The reader of a schema: it gives typed values, or refuses with everything that is wrong at once. The check
 * is made when something is first read: for all routes at once that takes half of the time in which the
 * service starts.
 */
export function inputReader<Schema extends TSchema>(
  schema: Schema,
): (given: unknown) => StaticDecode<Schema> {
  return (given) => {
    const { isAccepted, decode } = compiledOf(schema)
    if (!isAccepted(given)) throw refuse(problemsOf(schema, given, ''))
    return decode(given) as StaticDecode<Schema>
  }
}

interface Compiled {
  readonly isAccepted: (given: unknown) => boolean
  readonly decode: Decoder
}

/** Each once in a process, however many services and callers read by it. */
const compiled = new WeakMap<TSchema, Compiled>()

function compiledOf(schema: TSchema): Compiled {
  const known = compiled.get(schema)
  if (known) return known
  const made = { isAccepted: checkOf(schema), decode: decoderOf(schema) ?? asItIs }
  compiled.set(schema, made)
  return made
}

/** The same for what does not come over HTTP. */
export const readInput = <Schema extends TSchema>(schema: Schema, given: unknown): StaticDecode<Schema> =>
  inputReader(schema)(given)

type Decoder = (given: unknown) => unknown

const asItIs: Decoder = (given) => given

function checkOf(schema: TSchema): (given: unknown) => boolean {
  if (Type.IsNull(schema)) return (given) => given === null
  if (Type.IsLiteral(schema)) return (given) => given === schema.const
  const validator = Compile(schema)
  return (given) => validator.Check(given)
}

/**
 * Makes typed values of what a schema accepts, and leaves what came as it is; `undefined` where nothing is to
 * be made. TypeBox looks at the schema again for each value, which takes ten times as long.
 */
function decoderOf(schema: TSchema): Decoder | undefined {
  const inside = decoderInside(schema)
  const own = Type.IsCodec(schema) ? schema['~codec'].decode : undefined
  return inside && own ? (given) => own(inside(given)) : (own ?? inside)
}

function decoderInside(schema: TSchema): Decoder | undefined {
  if (Type.IsObject(schema)) return decoderOfProperties(schema.properties)
  if (Type.IsUnion(schema)) return decoderOfChoice(schema.anyOf)
  if (Type.IsArray(schema)) {
    const decode = decoderOf(schema.items)
    return decode && ((given) => (given as readonly unknown[]).map(decode))
  }
  if (Type.IsRecord(schema)) {
    const decode = decoderOf(Type.RecordValue(schema))
    return decode && ((given) => mapValues(given as object, decode))
  }
  return undefined
}

const mapValues = (given: object, change: Decoder): object =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]))

function decoderOfProperties(properties: Readonly<Record<string, TSchema>>): Decoder | undefined {
  const decoders = Object.entries(properties).flatMap(([name, property]) => {
    const decode = decoderOf(property)
    return decode ? [{ name, decode }] : []
  })
  if (decoders.length === 0) return undefined
  return (given) => {
    const decoded: Record<string, unknown> = { ...(given as object) }
    for (const { name, decode } of decoders) {
      if (decoded[name] !== undefined) decoded[name] = decode(decoded[name])
    }
    return decoded
  }
}

/** The first choice that accepts a value decodes it: the last one, when it is none of the others. */
function decoderOfChoice(choices: readonly TSchema[]): Decoder | undefined {
  const decoders = choices.map((choice) => decoderOf(choice) ?? asItIs)
  if (decoders.every((decode) => decode === asItIs)) return undefined
  const checks = choices.slice(0, -1).map(checkOf)
  return (given) => {
    const place = checks.findIndex((isAccepted) => isAccepted(given))
    return (decoders.at(place) as Decoder)(given)
  }
}

interface InputProblem {
  readonly field: string
  readonly refusal: Refusal
  readonly given: unknown
  /** Required, and not there. */
  readonly isMissing: boolean
}

/** What keeps the value from being accepted, by the place of each; the smallest part that is wrong. */
function problemsOf(schema: TSchema, given: unknown, path: string): InputProblem[] {
  const inside = problemsInside(schema, given, path)
  return inside.length > 0 ? inside : [problemAt(schema, given, path)]
}

function problemAt(schema: TSchema, given: unknown, field: string): InputProblem {
  const refusal = refusalOf(schema)
  return { field, refusal, given, isMissing: refusal.code === 'parameter_missing' }
}

function problemsInside(schema: TSchema, given: unknown, path: string): InputProblem[] {
  if (Type.IsObject(schema) && isObject(given)) {
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      problemsOfProperty(property, given[name], path === '' ? name : `${path}.${name}`),
    )
  }
  if (Type.IsArray(schema) && Array.isArray(given)) {
    return given.flatMap((each, place) =>
      Check(schema.items, each) ? [] : problemsOf(schema.items, each, `${path}[${place}]`),
    )
  }
  if (Type.IsRecord(schema) && isObject(given)) {
    const value = Type.RecordValue(schema)
    return Object.entries(given).flatMap(([name, each]) =>
      Check(value, each) ? [] : problemsOf(value, each, path === '' ? name : `${path}.${name}`),
    )
  }
  const meant = Type.IsUnion(schema) ? schema.anyOf.find((one) => isOfKind(one, given)) : undefined
  return meant ? problemsInside(meant, given, path) : []
}

function problemsOfProperty(schema: TSchema, given: unknown, field: string): InputProblem[] {
  const isRequired = !Type.IsOptional(schema)
  if (given === undefined ? !isRequired : Check(schema, given)) return []
  const refusal = refusalOf(schema)
  const isMissing = refusal.isMissing?.(given) ?? (isRequired && isBlank(given))
  if (!isMissing) return problemsOf(schema, given, field)
  return [{ field, refusal, given, isMissing: refusal.missingIsWrong !== true }]
}

/** The choice that was meant: problems inside it say more than that none fits. */
const isOfKind = (schema: TSchema, given: unknown): boolean =>
  ((Type.IsObject(schema) || Type.IsRecord(schema)) && isObject(given)) ||
  (Type.IsArray(schema) && Array.isArray(given))

/** What people leave blank, and lists of nothing, are not there. */
const isBlank = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0)

/** One answer for all problems: that of the first that is missing, else of the first. */
function refuse(problems: readonly InputProblem[]): AppError {
  const errors = problems.map(fieldProblem)
  const worst = problems.find(({ isMissing }) => isMissing) ?? problems[0]
  if (!worst) return new AppError('invalid_parameter')
  const { field, refusal, isMissing } = worst
  if (isMissing) return new AppError('parameter_missing', { ...joined(errors), detail: field, errors })
  const answer =
    refusal.answer === undefined ? refusal.problem === undefined && joined(errors) : messageOf(refusal.answer)
  return new AppError(refusal.code ?? 'invalid_parameter', {
    ...answer,
    ...(refusal.status !== undefined && { status: refusal.status }),
    ...(refusal.problem === undefined && { detail: { name: field, reason: reasonOf(worst) } }),
    errors,
  })
}

function wordsOf({ refusal: { words }, given }: InputProblem): Message | undefined {
  const chosen = typeof words === 'function' ? words(given) : words
  return chosen && messageOf(chosen)
}

const reasonOf = (problem: InputProblem): string =>
  problem.refusal.reason ??
  unusableReason(problem)?.text ??
  wordsOf(problem)?.text ??
  fieldProblem(problem).text

function unusableReason({ refusal, given }: InputProblem): Message | undefined {
  const why = refusal.unusable?.(given)
  return why && messageOf(why)
}

function fieldProblem(problem: InputProblem): FieldProblem {
  const { field, refusal, isMissing } = problem
  const name = field === '' ? 'body' : field
  if (isMissing) {
    const missing = messageOf(refusal.missing ?? phrase('parameter_is_missing', {}), name)
    return { field, code: 'parameter_missing', ...missing }
  }
  return {
    field: name,
    code: refusal.problem ?? refusal.code ?? 'invalid_parameter',
    ...wrong(problem, name),
  }
}

/** What is wrong with a value: a whole sentence, why a text cannot be used, or words behind its name. */
function wrong(problem: InputProblem, name: string): Message {
  const { sentence, code } = problem.refusal
  if (sentence !== undefined)
    return messageOf(typeof sentence === 'object' ? sentence : { sentence, params: {} }, name)
  const unusable = unusableReason(problem)
  if (unusable) return message('text_unusable', { name, reason: unusable })
  if (code !== undefined) return { text: codeText(code) }
  return message('parameter_wrong', { name, reason: wordsOf(problem) ?? message('has_wrong_form', {}) })
}
