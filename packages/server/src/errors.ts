import { type ErrorCode, errorCodes } from '@trowel/contract/errors.js'
import type { Params } from '@trowel/contract/messages/params.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import { codeText, type Message, saidOf } from './message.js'

export interface FieldProblem extends Message {
  readonly field: string
  readonly code: ProblemCode
  readonly [more: string]: unknown
}

export interface ErrorFacts extends Partial<Message> {
  /** Where a place answers the code with another status than the usual one. */
  readonly status?: number
  readonly detail?: unknown
  readonly errors?: readonly FieldProblem[]
  readonly headers?: Readonly<Record<string, string>>
  /** Further keys of the answer's body. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** What a user sent stands in many sentences, and a longer one is not read. */
const maxTextLength = 2000

const shortened = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text

const shortenedParams = (params: Params = {}): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? shortened(value) : value,
    ]),
  )

/** A refusal that the caller is answered: the code decides the status and, unless given, the sentence. */
export class AppError extends Error {
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    readonly facts: ErrorFacts = {},
  ) {
    super(facts.text ?? codeText(code), { cause: facts.cause })
    this.name = 'AppError'
    this.status = facts.status ?? errorCodes[code]
  }

  /** What the refusal says, to stand in another answer. */
  get said(): Message {
    return saidOf({ text: codeText(this.code), ...this.facts })
  }

  /** The body of the answer, as every error has it. */
  get body(): Record<string, unknown> {
    const { sentence, facts, detail, errors, body } = this.facts
    return {
      status: 'error',
      code: this.code,
      text: shortened(this.message),
      ...(sentence === undefined ? {} : { sentence, facts: shortenedParams(facts) }),
      ...(detail === undefined ? {} : { detail }),
      ...(errors === undefined ? {} : { errors }),
      ...body,
    }
  }
}
