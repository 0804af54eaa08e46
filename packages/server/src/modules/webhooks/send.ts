import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { type Phrase, phrase } from '@trowel/contract/messages/messages.js'
import { retryAfterSeconds } from '../../http/retry-after.js'
import { AddressRefused, bare, guardedLookup, requireOpenAddress } from './public-hosts.js'

export const maxSeconds = 15
/** No more of an answer is read. */
const maxAnswerBytes = 16 * 1024

export interface Outcome {
  /** Of the answer; null when none came. */
  readonly status: number | null
  readonly durationMs: number
  /** Why it counts as not delivered; null when it was. */
  readonly problem: Phrase | null
  /** Milliseconds that the receiver asks for before the next try, at most a day. */
  readonly waitMs?: number
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
}

export interface Task {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Hosts that the operator names. */
  readonly hosts: readonly string[]
  /** Aborted when the service ends: nothing is known then of what came of it. */
  readonly signal: AbortSignal
}

/**
 * One POST over a connection of its own, bounded in time. Redirects are not followed, and of the answer only
 * its status and `Retry-After` count.
 *
 * @throws when it was aborted by the signal
 */
export async function send(task: Task): Promise<Outcome> {
  const began = performance.now()
  const limit = AbortSignal.timeout(maxSeconds * 1000)
  const outcome = (status: number | null, problem: Phrase | null): Outcome => ({
    status,
    durationMs: Math.round(performance.now() - began),
    problem,
  })
  try {
    const { status, retryAfter } = await exchange(task, AbortSignal.any([limit, task.signal]))
    const wait = retryAfterSeconds(retryAfter, Date.now())
    return {
      ...outcome(status, problemOf(status)),
      ...(wait !== undefined && { waitMs: Math.ceil(wait * 1000) }),
    }
  } catch (error) {
    task.signal.throwIfAborted()
    if (limit.aborted) return outcome(null, phrase('webhook_late', { seconds: maxSeconds }))
    return outcome(null, whyUnanswered(error))
  }
}

function problemOf(status: number): Phrase | null {
  if (status >= 200 && status < 300) return null
  return phrase(status >= 300 && status < 400 ? 'webhook_redirected' : 'webhook_answered', { status })
}

async function exchange({ url, headers, body, hosts }: Task, signal: AbortSignal): Promise<Answer> {
  // What is a number already is not looked up.
  if (isIP(bare(url)) !== 0) await requireOpenAddress(url, hosts)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(url, hosts),
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      },
    })
    request.once('error', reject)
    // Left alone, neither an error nor an answer would ever come.
    request.once('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, retryAfter: undefined })
    })
    request.once('response', (response) => {
      const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > maxAnswerBytes) response.destroy()
      })
      // Whoever answered has it, also when the rest of the answer never comes.
      response.once('close', () => resolve(answer))
      response.on('error', () => resolve(answer))
    })
    request.end(body)
  })
}

function whyUnanswered(error: unknown): Phrase {
  if (error instanceof AddressRefused) return error.reason
  const { code = 'ERROR' } = error as NodeJS.ErrnoException
  return phrase(isAboutCertificate(code) ? 'webhook_certificate' : 'webhook_unreachable', { reason: code })
}

const isAboutCertificate = (code: string): boolean =>
  /CERT|SIGNATURE|ERR_TLS|ISSUER/.test(code) || code === 'HOSTNAME_MISMATCH'
