import type { FollowedSet } from '@trowel/contract/changes.js'
import { maxPayloadBytes, type WebhookPayload } from '@trowel/contract/webhooks.js'
import { wireTime } from '../../http/wire-time.js'

/** Where a payload comes from. */
export interface Sender {
  readonly app: string
  readonly webhook: number
  /** Where the service is reached, without a slash at its end. */
  readonly publicUrl: string | undefined
}

export interface Message {
  /** The same for each try of the same. */
  readonly id: string
  readonly body: string
}

/** A change set, with as many of its changes as fit into a body. */
export function setMessage({ app, webhook, publicUrl = '' }: Sender, followed: FollowedSet): Message {
  const { total, changes: all, ...set } = followed
  const write = (changes: FollowedSet['changes']): string => {
    const left_out = total - changes.length
    const more_at = left_out === 0 ? null : `${publicUrl}/api/change-set/${set.id}`
    return textOf({
      type: 'change_set',
      timestamp: set.time,
      data: { app, webhook, change_set: set, total, changes, left_out, more_at },
    })
  }
  let room = maxPayloadBytes - Buffer.byteLength(write([]))
  const fit = all.findIndex((change) => {
    room -= Buffer.byteLength(JSON.stringify(change)) + 1
    return room < 0
  })
  return { id: `${app}-${webhook}-${set.id}`, body: write(fit === -1 ? all : all.slice(0, fit)) }
}

/** Says nothing but that deliveries arrive. */
export const testMessage = ({ app, webhook }: Sender, unique: string, now: number): Message => ({
  id: `${app}-${webhook}-test-${unique}`,
  body: textOf({ type: 'test', timestamp: wireTime(now), data: { app, webhook } }),
})

const textOf = (payload: WebhookPayload): string => JSON.stringify(payload)
