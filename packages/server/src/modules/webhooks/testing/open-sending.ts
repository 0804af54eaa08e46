import type { Delivery, Webhook } from '@trowel/contract/webhooks.js'
import { pino } from 'pino'
import { expect } from 'vitest'
import { recordParts } from '../../../record-parts.js'
import type { EngineName } from '../../../storage/storage.js'
import { type Dig, openDig, type Role } from '../../../testing/open-dig.js'
import { Deliveries } from '../deliveries.js'
import { openReceiver, type Receiver } from './open-receiver.js'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

/** A dig, a receiver that the operator names, and a clock that the test moves. */
export class Sending {
  /** Unix milliseconds. */
  now = Date.parse('2026-11-22T10:00:00Z')
  deliveries: Deliveries

  constructor(
    readonly dig: Dig,
    readonly receiver: Receiver,
  ) {
    this.deliveries = this.anotherProcess()
  }

  /** What another process of the service, or the same after a restart, would send with. */
  anotherProcess(): Deliveries {
    const { services } = this.dig
    const log = pino({ level: 'silent' })
    return new Deliveries({ services, parts: recordParts(services), log, clock: () => this.now })
  }

  /** Sends what is due. @returns when more will be, in milliseconds from now */
  async deliver(): Promise<number | undefined> {
    const nextAt = await this.deliveries.deliverDue(this.dig.application)
    return nextAt === undefined ? undefined : nextAt - this.now
  }

  async make(
    body: object = {},
    as: Role = 'admin',
  ): Promise<{ readonly id: number; readonly secret: string }> {
    const reply = await this.dig.post('/api/webhooks', { url: this.receiver.url, ...body }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    const { webhook, secret } = reply.json<{ webhook: Webhook; secret: string }>()
    return { id: webhook.id, secret }
  }

  async change(id: number, body: object): Promise<Webhook> {
    const reply = await this.dig.put(`/api/webhook/${id}`, body, 'admin')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ webhook: Webhook }>().webhook
  }

  async read(id: number): Promise<Webhook | undefined> {
    const reply = await this.dig.get('/api/webhooks', 'admin')
    return reply.json<{ webhooks: Webhook[] }>().webhooks.find((one) => one.id === id)
  }

  async history(id: number): Promise<Delivery[]> {
    const reply = await this.dig.get(`/api/webhook/${id}/deliveries`, 'admin')
    return reply.json<{ deliveries: Delivery[] }>().deliveries
  }

  /** Saves a record. @returns the id of the change set */
  async save(table: string, id: number, core: object): Promise<number> {
    const reply = await this.dig.patch(`/api/record/${table}/${id}`, { core }, 'writer')
    expect(reply.statusCode, reply.body).toBe(200)
    const sets = await this.dig.get('/api/change-sets?user=*&per_page=1', 'admin')
    return sets.json<{ data: { id: number }[] }>().data[0]?.id ?? 0
  }

  /** No webhook is left, and the receiver begins anew. */
  async reset(): Promise<void> {
    const { webhooks } = (await this.dig.get('/api/webhooks', 'super_admin')).json<{ webhooks: Webhook[] }>()
    for (const { id } of webhooks) await this.dig.delete(`/api/webhook/${id}`, undefined, 'super_admin')
    this.receiver.received.length = 0
    this.receiver.answer = (response) => response.writeHead(204).end()
    this.deliveries = this.anotherProcess()
  }

  async close(): Promise<void> {
    await this.dig.close()
    await this.receiver.close()
  }
}

export async function openSending(
  engine: EngineName,
  environment: Record<string, string> = {},
): Promise<Sending> {
  const receiver = await openReceiver()
  const dig = await openDig(engine, { TROWEL_WEBHOOK_HOSTS: '127.0.0.1', ...environment })
  return new Sending(dig, receiver)
}
