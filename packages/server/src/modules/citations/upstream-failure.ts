import { AppError } from '../../errors.js'

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
      text: sentence(this.facts),
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
function sentence({ status, reason, retryAfterSeconds }: FailureFacts): string {
  if (retryAfterSeconds !== undefined) {
    return `The reference manager wants to be left alone for ${Math.ceil(retryAfterSeconds)} seconds; try again then.`
  }
  switch (reason) {
    case 'timeout':
      return 'The reference manager did not answer in time; try again later.'
    case 'invalid_style':
      return 'The reference manager does not know the citation style of this library; an administrator has to choose another one.'
    case 'unreachable':
      return 'The reference manager could not be reached; try again later.'
    default:
  }
  if (status === 403) {
    return 'The reference manager refused the request; an administrator has to check the key of this library.'
  }
  if (status === 404) {
    return 'The reference manager has no such library; an administrator has to check its type and id.'
  }
  return status === null || status < 400
    ? 'The reference manager gave an answer that cannot be used; try again later.'
    : 'The reference manager refused the request.'
}
