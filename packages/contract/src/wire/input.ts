import { type Static, type StaticDecode, type TCodec, type TSchema, Type } from 'typebox'
import type { ErrorCode } from '../errors.js'
import { type MessageCode, type Phrase, phrase } from '../messages/messages.js'
import type { ProblemCode } from '../problem-codes.js'

/** How a value that its schema does not accept is refused. */
export interface Refusal {
  /** Code of the answer; `invalid_parameter` by itself. */
  readonly code?: ErrorCode
  /** Its status, where it is not the usual one of the code. */
  readonly status?: number
  /** Code of the single problem, where that of the answer only says that there are some. */
  readonly problem?: ProblemCode
  /** What follows the quoted name in the sentence, such as `must be a text`. */
  readonly words?: Phrase | ((given: unknown) => Phrase)
  /** Why a text cannot be used, where that decides the sentence. */
  readonly unusable?: (given: unknown) => Phrase | undefined
  /** The whole sentence, where the name with `words` does not do; it can hold `name`, the place. */
  readonly sentence?: MessageCode | Phrase
  /**
   * The sentence of the answer; by itself that of the problems, or that of `code` where there is `problem`.
   */
  readonly answer?: Phrase
  /** What `detail.reason` says; `words` by itself. */
  readonly reason?: string
  /** The sentence for a required value that is not there. */
  readonly missing?: Phrase
  /** What counts as not there, where that is not what people leave blank and lists of nothing. */
  readonly isMissing?: (given: unknown) => boolean
  /** A required value that is not there is refused as a wrong one is, not with `parameter_missing`. */
  readonly missingIsWrong?: boolean
}

export interface InputOptions extends Refusal {
  readonly description?: string
}

const refusalKey = '~refusal'

/**
 * A value of a request: the JSON that is accepted, what becomes of it, and how everything else is refused.
 * `decode` gets only what `accepts` lets through and never fails: a rule that JSON Schema cannot say is a
 * `Type.Refine` of `accepts`.
 */
export function input<Accepted extends TSchema, Decoded>(
  accepts: Accepted,
  decode: (given: StaticDecode<Accepted>) => Decoded,
  refusal: Refusal,
): TCodec<Accepted, Decoded> {
  const codec = Type.Decode(accepts, decode)
  // Not enumerable, as what TypeBox adds itself: it is no part of the JSON Schema.
  return Object.defineProperty(codec, refusalKey, { value: refusal, configurable: true })
}

/** How the schema wants a wrong value to be refused. */
export const refusalOf = (schema: TSchema): Refusal =>
  (Object.getOwnPropertyDescriptor(schema, refusalKey)?.value as Refusal | undefined) ?? {}

const described = (description: string | undefined): { description?: string } =>
  description === undefined ? {} : { description }

/** May be left out. Null and an empty text, which forms send, say the same. */
export const optional = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Optional(
    input(
      Type.Union([Type.Null(), Type.Literal(''), schema], described(description)),
      (given) => (given === null || given === '' ? undefined : (given as StaticDecode<Schema>)),
      refusalOf(schema),
    ),
  )

/** May be left out or null, which says the same; for values that forms cannot send. */
export const nullable = <Schema extends TSchema>(
  schema: Schema,
  description: string,
  refusal: Refusal = refusalOf(schema),
) =>
  Type.Optional(
    input(
      Type.Union([Type.Null(), schema], { description }),
      (given) => (given === null ? undefined : (given as StaticDecode<Schema>)),
      refusal,
    ),
  )

/** May be left out, which changes nothing. Null and an empty text take away what is stored. */
export const clearable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Optional(
    input(
      Type.Union([Type.Null(), Type.Literal(''), schema], described(description)),
      (given) => (given === '' ? null : (given as StaticDecode<Schema> | null)),
      refusalOf(schema),
    ),
  )

const digits = (given: number | string): number => Number(given)

const wholeFromOne = (pattern: string, { description, ...refusal }: InputOptions) =>
  input(
    Type.Union(
      [Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.String({ pattern })],
      described(description),
    ),
    digits,
    { words: phrase('must_be_count', {}), reason: 'not a whole number from 1', ...refusal },
  )

/** The id of something that is stored: a whole number from 1, or its digits. */
export const id = (options: InputOptions = {}) =>
  wholeFromOne('^0*[1-9]\\d{0,14}$', { words: phrase('must_be_id_from_one', {}), ...options })

/** A whole number from 1, such as a limit, or its digits with blanks around them. */
export const count = (options: InputOptions = {}) => wholeFromOne('^\\s*0*[1-9]\\d{0,14}\\s*$', options)

/** The id in a path, which has digits only; 0, which nothing has, for a number beyond all ids. */
export const pathId = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.String({ pattern: '^\\d+$', ...described(description) }),
    (given) => (Number.isSafeInteger(Number(given)) ? Number(given) : 0),
    { words: phrase('must_be_whole_number', {}), reason: 'not a whole number', ...refusal },
  )

/** A text as it stands. */
export const text = ({ description, ...refusal }: InputOptions = {}) =>
  input(Type.String(described(description)), (given) => given, {
    words: phrase('must_be_single_text', {}),
    reason: 'not a text',
    ...refusal,
  })

export const maxSoughtLength = 2000

/** Why a text cannot be compared with what is stored; `undefined` when it can. */
export function textProblem(given: string): Phrase | undefined {
  if (given.includes('\0')) return phrase('holds_nul', {})
  if (given.length > maxSoughtLength && [...given].length > maxSoughtLength) {
    return phrase('longer_than_characters', { most: maxSoughtLength })
  }
  return undefined
}

function whyUnstorable(given: unknown, max: number): Phrase | undefined {
  if (typeof given !== 'string') return undefined
  if (given.includes('\0')) return phrase('it_holds_nul', {})
  if (/\p{Surrogate}/u.test(given)) return phrase('it_holds_half_character', {})
  return [...given].length > max ? phrase('it_has_at_most', { most: max }) : undefined
}

/** A text of at most so many characters as it stands, blanks and all. */
export const storableText = (max: number, { description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Refine(
      Type.String({ minLength: 1, ...described(description) }),
      (given) => whyUnstorable(given, max) === undefined,
    ),
    (given) => given,
    { words: phrase('must_be_single_text', {}), unusable: (given) => whyUnstorable(given, max), ...refusal },
  )

/** The same with the blanks around it taken away; something has to be left. */
export const storedText = (max: number, { description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Refine(
      Type.String({ description: description ?? `1 to ${max} characters` }),
      (given) => given.trim() !== '' && whyUnstorable(given.trim(), max) === undefined,
    ),
    (given) => given.trim(),
    {
      words: phrase('must_be_single_text', {}),
      unusable: (given) => whyUnstorable(typeof given === 'string' ? given.trim() : given, max),
      ...refusal,
    },
  )

/** A text to look for in what is stored. */
export const sought = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Refine(
      Type.String({ minLength: 1, ...described(description) }),
      (given) => textProblem(given) === undefined,
    ),
    (given) => (given.trim() === '' ? '' : given),
    {
      words: (given) =>
        (typeof given === 'string' && textProblem(given)) || phrase('must_be_single_text', {}),
      ...refusal,
    },
  )

/** A whole number of any sign, or its digits. */
export const wholeNumber = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Refine(
      Type.Union([Type.Integer(), Type.String({ pattern: '^\\s*-?\\d+\\s*$' })], described(description)),
      // What pages are reckoned with stays exact.
      (given) => Number.isSafeInteger(Number(given) * 200),
    ),
    digits,
    { words: phrase('must_be_whole_number', {}), reason: 'not a whole number', ...refusal },
  )

/** An id of which any whole number is accepted: there is no such thing, as there may be none with another. */
export const anyId = ({ description, ...refusal }: InputOptions = {}) =>
  input(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })], described(description)), digits, {
    words: phrase('must_be_id', {}),
    ...refusal,
  })

/** Several of them, in an order that means something. */
export const idList = ({
  description,
  maxItems,
  ...refusal
}: InputOptions & { readonly maxItems?: number } = {}) =>
  input(
    Type.Array(anyId(), {
      minItems: 1,
      ...(maxItems !== undefined && { maxItems }),
      ...described(description),
    }),
    (given) => given,
    { words: phrase('must_be_ids', {}), ...refusal },
  )

const maxRecords = 500

/** Records that are meant, so many that one request can still work on them. */
export const idsOfRecords = ({
  description,
  minItems,
  maxItems = maxRecords,
}: {
  description?: string
  minItems?: number
  maxItems?: number
} = {}) =>
  input(
    Type.Array(id({ words: phrase('must_be_count', {}) }), {
      maxItems,
      ...(minItems !== undefined && { minItems }),
      ...described(description),
    }),
    (given) => given,
    {
      words: (given) =>
        Array.isArray(given) ? phrase('has_too_many_entries', { most: maxItems }) : phrase('must_be_ids', {}),
    },
  )

/** Which page of a list, and how long a page is: what lies outside is taken for the nearest that there is. */
export const paging = (max: number, usual: number) => ({
  page: optional(wholeNumber(), 'from 1; default 1'),
  per_page: optional(wholeNumber(), `1 to ${max}; default ${usual}`),
})

/**
 * A text that is compared or looked up: what is no text is not found, as others are not; of a password it is
 * a wrong guess, and counts as one.
 */
export const textOrNone = (description: string) =>
  Type.Optional(
    input(
      Type.Unsafe<string | null>({ description }),
      (given) => (typeof given === 'string' ? given : undefined),
      {},
    ),
  )

/** What clients write so, and the service looks at as a whole, since its rules depend on what is stored. */
export const readByService = <Sent>(description: string) =>
  input(Type.Unsafe<Sent>({ description }), (given): unknown => given, {})

/** The name of something: a text that is not empty. */
export const name = ({ description, ...refusal }: InputOptions = {}) =>
  input(Type.String({ minLength: 1, ...described(description) }), (given) => given, {
    words: phrase('must_be_single_text', {}),
    reason: 'not a text',
    ...refusal,
  })

/** Names, such as those of fields. */
export const nameList = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Array(text({ sentence: 'must_be_a_text' }), described(description)),
    (given): readonly string[] => given,
    { sentence: 'must_be_names', reason: 'not a list of names', ...refusal },
  )

/** The names in a list, or in a text with commas between them. */
export const namesIn = (given: string | readonly string[]): readonly string[] =>
  (typeof given === 'string' ? given.split(',') : given).map((name) => name.trim())

/** What people call something: one line without control characters, blanks around it taken away. */
export const line = (max: number, { description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Refine(
      Type.String({ description: description ?? `1 to ${max} characters` }),
      (given) =>
        given.trim() !== '' && [...given.trim()].length <= max && !/[\p{Cc}\p{Cs}]/u.test(given.trim()),
    ),
    (given) => given.trim(),
    { words: phrase('must_be_line', { most: max }), ...refusal },
  )

/** A stretch of time as long as what was written leaves open: a day, a minute, a second, a millisecond. */
export interface Moment {
  /** Unix milliseconds. */
  readonly start: number
  /** Where the next one begins. */
  readonly end: number
}

const second = 1000

/** ISO 8601. A plus sign that an address did not escape arrives as a blank. */
const momentForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(\.\d{1,9})?)?(Z|[+ -]\d\d:?\d\d)?)?$/i

/** The moment that a text says; `undefined` when there is none. */
export function momentOf(given: string): Moment | undefined {
  const [, day, minutes, seconds, fraction = '', zone = 'Z'] = momentForm.exec(given.trim()) ?? []
  if (day === undefined) return undefined
  const written = `${day}T${minutes ?? '00:00'}:${seconds ?? '00'}${fraction.slice(0, 4)}`
  // Days such as 30 February would become others.
  const plain = Date.parse(`${written}Z`)
  if (Number.isNaN(plain) || !new Date(plain).toISOString().startsWith(day)) return undefined
  const offset =
    zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(' ', '+').replace(/^(.\d\d):?(\d\d)$/, '$1:$2')
  const start = Date.parse(`${written}${offset}`)
  const length =
    minutes === undefined
      ? 86_400 * second
      : seconds === undefined
        ? 60 * second
        : fraction === ''
          ? second
          : 1
  return Number.isNaN(start) ? undefined : { start, end: start + length }
}

/** A day, or a moment of one, in ISO 8601; UTC where no zone is said. */
export const moment = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Refine(Type.String(described(description)), (given) => momentOf(given) !== undefined),
    (given) => momentOf(given) ?? { start: 0, end: 0 },
    { words: phrase('must_be_moment', {}), reason: 'not ISO 8601', ...refusal },
  )

/** A record as `table:id`. */
export const recordName = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.String({ pattern: '^[^:]+:\\d{1,15}$', ...described(description) }),
    (given) => {
      const [table = '', recordId] = given.split(':')
      return { table, id: Number(recordId) }
    },
    { words: phrase('must_be_record_name', {}), reason: 'not table:id', ...refusal },
  )

/** True or false, or how a form says them. */
export const flag = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Union([Type.Boolean(), Type.Enum([0, 1, '0', '1', 'true', 'false'])], described(description)),
    (given) => given === true || given === 1 || given === '1' || given === 'true',
    { words: phrase('must_be_truth', {}), reason: 'not true or false', ...refusal },
  )

/** Texts of forms do not say it: nothing is stored, or waited for, by mistake. */
export const yesOrNo = input(Type.Boolean(), (given) => given, {
  sentence: 'must_be_true_or_false',
  reason: 'not true or false',
})

/** A whole number, or its digits; which numbers there are is known to those who use it. */
export const level = ({ description, ...refusal }: InputOptions = {}) =>
  input(
    Type.Union([Type.Integer(), Type.String({ minLength: 1 })], described(description)),
    (given) => (typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given),
    refusal,
  )

/** Any JSON object. */
export const object = ({ description, ...refusal }: InputOptions = {}) =>
  input(Type.Record(Type.String(), Type.Unknown(), described(description)), (given) => given, {
    words: phrase('must_be_object', {}),
    ...refusal,
  })

/** The values in words: `one or other`. */
const either = ([one = '', ...others]: readonly string[]): string | Phrase =>
  others.length === 0 ? one : phrase('one_or_other', { one, other: either(others) })

/** One of a few texts. */
export const choice = <Values extends string[]>(
  values: readonly [...Values],
  { description, ...refusal }: InputOptions = {},
) =>
  input(Type.Enum(values, described(description)), (given): Values[number] => given, {
    words: phrase('must_be', { value: either(values) }),
    reason: `neither ${values.join(' nor ')}`,
    ...refusal,
  })

type Sent<Value> = Value extends readonly (infer Entry)[]
  ? readonly Sent<Entry>[]
  : Value extends object
    ? {
        readonly [Key in keyof Value]:
          | Sent<Value[Key]>
          | (object extends Pick<Value, Key> ? undefined : never)
      }
    : Value

/** What a client may send as the input of this schema; `undefined` counts as left out. */
export type Input<Schema extends TSchema> = Sent<Static<Schema>>

/** What the service makes of it. */
export type Decoded<Schema extends TSchema> = StaticDecode<Schema>
