import type { errorCodes } from '@trowel/contract/errors.js'
import { isObject } from '@trowel/contract/json.js'
import type { Params } from '@trowel/contract/messages/params.js'

/** A code that the service knows, or one that a newer service added. */
export type ErrorCode = keyof typeof errorCodes | (string & {})

/** One thing that is wrong with what was sent. */
export interface Problem {
  readonly field?: string
  readonly code: string
  /** A sentence that a person can act on. */
  readonly text: string
  /**
   * Which message of the contract that is, a code of `problems`, and what it speaks of.
   */
  readonly sentence?: string
  readonly facts?: Params
  /** What the field is called by people, where the service says it. */
  readonly label?: string
  readonly [more: string]: unknown
}

/** The service refused the request, or could not answer it. `message` is the sentence for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; of a job that failed, that of the answer which told it. */
  readonly status: number
  /**
   * What programs go by; `unreadable_answer` when something between here and the service answered in its
   * place.
   */
  readonly code: ErrorCode
  /** The same as `message`. */
  readonly text: string
  /** Which sentence of the contract tells more than the code, and what it speaks of. */
  readonly sentence: string | undefined
  readonly facts: Params
  /** Everything that is wrong with what was sent; empty when the refusal is about the request as a whole. */
  readonly errors: readonly Problem[]
  /** What belongs to the code, such as the loop of `stratigraphic_loop`; see the page of error codes. */
  readonly detail: unknown
  /**
   * The whole answer, with the keys that only this code has, such as `fields` of
   * `import_error_invalid_field`.
   */
  readonly body: Readonly<Record<string, unknown>>
  /** The id under which the log of the service has the request. */
  readonly requestId: string | null
  /** In how many seconds the request may be tried again. */
  readonly retryAfter: number | null

  constructor(answer: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const said = isObject(body) && body['status'] === 'error' ? body : {}
    const text =
      typeof said['text'] === 'string' ? said['text'] : `The service answered with status ${answer.status}.`
    super(text)
    this.status = answer.status
    this.code = typeof said['code'] === 'string' ? said['code'] : 'unreadable_answer'
    this.text = text
    this.sentence = typeof said['sentence'] === 'string' ? said['sentence'] : undefined
    this.facts = isObject(said['facts']) ? (said['facts'] as Params) : {}
    this.errors = Array.isArray(said['errors']) ? (said['errors'] as Problem[]) : []
    this.detail = said['detail'] ?? null
    this.body = said
    this.requestId = answer.headers.get('x-request-id')
    this.retryAfter = secondsOf(answer.headers.get('retry-after'))
  }
}

/**
 * The service did not answer: no network, no service at that address, or a broken connection. `cause` is
 * the error below.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super('The service cannot be reached.', { cause })
  }
}

/** As `Retry-After` says it: seconds, or the time when they will be over. */
function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}
