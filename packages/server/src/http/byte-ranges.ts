import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../storage/binaries/binary-storage.js'
import { namesTag } from './entity-tags.js'

/**
 * What a request says about the copy that its sender has already, and the part he wants (RFC 9110 §13, §14).
 */
export interface Preconditions {
  readonly ifNoneMatch: string | undefined
  readonly ifModifiedSince: string | undefined
  readonly ifRange: string | undefined
  readonly range: string | undefined
}

export const preconditionsOf = (headers: IncomingHttpHeaders): Preconditions => ({
  range: headers.range,
  ifRange: headers['if-range'] as string | undefined,
  ifNoneMatch: headers['if-none-match'],
  ifModifiedSince: headers['if-modified-since'],
})

/** Does the sender have these very bytes? */
export function isUnchanged(
  { ifNoneMatch, ifModifiedSince }: Pick<Preconditions, 'ifNoneMatch' | 'ifModifiedSince'>,
  etag: string,
  modified: Date,
): boolean {
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag)
  return ifModifiedSince !== undefined && modified.getTime() <= Date.parse(ifModifiedSince)
}

/**
 * The one range that is asked for; `undefined` for all bytes: none asked, several asked, a form that is not
 * understood, or a copy that has changed since the first part was read.
 */
export function contentRange(
  { range, ifRange }: Pick<Preconditions, 'range' | 'ifRange'>,
  size: number,
  etag: string,
  modified: Date,
): ByteRange | 'unsatisfiable' | undefined {
  if (range === undefined) return undefined
  if (ifRange !== undefined && ifRange !== etag && Date.parse(ifRange) !== modified.getTime())
    return undefined
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.replace(/\s+/g, ''))
  const [, from = '', to = ''] = match ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
