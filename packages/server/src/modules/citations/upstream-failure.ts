import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'

export interface FailureFacts {
  /** What the reference manager answered; `null` when it did not. */
  readonly status: number | null
  /** In a word, where the status does not say it all. */
  readonly reason?:
    | 'timeout'
    | 'unreachable'
    | 'too_large'
    | 'redirected'
    | 'unreadable'
    | 'incomplete'
    | 'invalid_style'
    | 'backoff'
    | 'given_up'
  readonly retryAfterSeconds?: number
}

/** The reference manager did not do what was asked. Holds neither its answer nor the key. */
export class UpstreamFailure extends Error {
  constructor(
    readonly libraryId: number,
    readonly facts: FailureFacts,
  ) {
    super(`The reference manager failed: ${facts.reason ?? `status ${facts.status}`}.`)
  }

  /** Would every other request to the library fail the same way? */
  get concernsLibrary(): boolean {
    const { status, reason } = this.facts
    const words: readonly (typeof reason)[] = ['timeout', 'unreachable', 'redirected', 'backoff']
    return words.includes(reason) || (status !== null && status >= 400 && status < 500)
  }

  get isLate(): boolean {
    return this.facts.reason === 'timeout'
  }

  /** As the caller is told of it. */
  refusal(code: 'upstream_error' | 'upstream_timeout' = this.isLate ? 'upstream_timeout' : 'upstream_error') {
    const { status, reason, retryAfterSeconds } = this.facts
    return new AppError(code, {
      ...whatToDo(this.facts),
      detail: {
        upstream_status: status,
        lib_id: this.libraryId,
        ...(reason === undefined ? {} : { reason }),
      },
      ...(retryAfterSeconds === undefined
        ? {}
        : { headers: { 'retry-after': String(Math.ceil(retryAfterSeconds)) } }),
    })
  }
}

/** What to do about it. */
function whatToDo({ status, reason, retryAfterSeconds }: FailureFacts): Message {
  if (retryAfterSeconds !== undefined)
    return message('manager_wants_rest', { seconds: Math.ceil(retryAfterSeconds) })
  switch (reason) {
    case 'timeout':
      return message('manager_late', {})
    case 'invalid_style':
      return message('manager_without_style', {})
    case 'unreachable':
      return message('manager_unreachable', {})
    default:
  }
  if (status === 403) return message('manager_refused_key', {})
  if (status === 404) return message('manager_without_library', {})
  return status === null || status < 400
    ? message('manager_answer_unusable', {})
    : message('manager_refused', {})
}
