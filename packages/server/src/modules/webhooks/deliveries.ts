import { randomUUID } from 'node:crypto'
import { type ChangeOperation, changeOperations, type FollowedSet } from '@trowel/contract/changes.js'
import { type Phrase, phrase } from '@trowel/contract/messages/messages.js'
import type { FastifyBaseLogger } from 'fastify'
import type { Application } from '../../catalogue/application.js'
import { writeLog } from '../../catalogue/event-log.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { userScope } from '../../http/user-scope.js'
import { Limiter } from '../../limiter.js'
import { messageOf } from '../../message.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { selectPurgedSet } from '../../storage/journal/change-set-store.js'
import { StorageError } from '../../storage/storage.js'
import { readNextSet, readSetsAfter } from '../changes/index.js'
import { type Message, setMessage, testMessage } from './payload.js'
import { decryptSecret, signedHeaders } from './secret.js'
import { type Outcome, send } from './send.js'
import {
  countTries,
  type DeliveryRow,
  endLease,
  insertDelivery,
  keepLease,
  noteProgress,
  type Progress,
  selectTables,
  selectWaiting,
  selectWebhook,
  takeLease,
  type WebhookRow,
} from './store.js'

export interface DeliveriesOptions {
  readonly services: Pick<Services, 'config' | 'secrets' | 'calibration' | 'version'>
  readonly parts: readonly RecordPart[]
  readonly log: FastifyBaseLogger
  /** Unix milliseconds. */
  readonly clock?: () => number
}

const [second, minute, hour] = [1000, 60_000, 3_600_000]
/** How long after each failed try the next one comes; the last delay again and again. */
const delays = [5 * second, minute, 10 * minute, hour, 6 * hour, 24 * hour]
/** After so many days without success a webhook is paused. */
const maxDays = 3
/** Longer than a delivery takes: then the process that holds it is believed to be dead. */
const leaseMs = 60 * second
/** What is stored reaches no further ahead, or the clock that wrote it has been set back since. */
const furthest = { lease: 5 * leaseMs, next: 24 * hour + 5 * leaseMs }
/** So many deliveries are under way at once in this process. */
const atOnce = 4

interface Under {
  readonly application: Application
  readonly webhook: WebhookRow
}

/** What is sent from this process. */
export class Deliveries {
  readonly #options: DeliveriesOptions
  readonly #clock: () => number
  /** Names this process among all nodes. */
  readonly #node = randomUUID()
  readonly #slots = new Limiter(atOnce)
  /** By application and id: those that are sent at this moment. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#clock = options.clock ?? Date.now
  }

  /**
   * Begins to send what is due in an application.
   *
   * @returns what was begun, which may fail where the database cannot be reached; and when more will be due,
   *   Unix milliseconds
   */
  async begin(
    application: Application,
  ): Promise<{ readonly begun: readonly Promise<void>[]; readonly nextAt: number | undefined }> {
    const { settings, pendingMigrations, db, name } = application
    const isClosed = settings.status === 'off' || pendingMigrations.length > 0
    if (isClosed || this.#stop.signal.aborted) return { begun: [], nextAt: undefined }
    const now = this.#clock()
    const begun: Promise<void>[] = []
    let nextAt: number | undefined
    for (const { id, nextAt: dueAt, node, leaseUntil } of await selectWaiting(db.quick)) {
      const key = `${name}/${id}`
      if (this.#running.has(key)) continue
      const isElsewhere = node !== null && node !== this.#node && isAhead(leaseUntil, now, furthest.lease)
      const isLater = isAhead(dueAt, now, furthest.next)
      const at = Math.max(isLater ? (dueAt ?? 0) : 0, isElsewhere ? (leaseUntil ?? 0) + 1 : 0)
      if (at <= now) begun.push(this.#run(key, application, id))
      else nextAt = Math.min(nextAt ?? at, at)
    }
    return { begun, nextAt }
  }

  /** Sends everything that is due in an application. @returns when more will be due */
  async deliverDue(application: Application): Promise<number | undefined> {
    for (;;) {
      const { begun, nextAt } = await this.begin(application)
      if (begun.length === 0) return nextAt
      await Promise.all(begun)
    }
  }

  /** Sends the next that is due for one webhook. @returns false when it is being sent, here or elsewhere */
  async deliverOne(application: Application, webhookId: number): Promise<boolean> {
    const key = `${application.name}/${webhookId}`
    if (this.#running.has(key)) return false
    const webhook = await selectWebhook(application.db.quick, webhookId)
    const { node = null, leaseUntil = null } = webhook ?? {}
    if (node !== null && node !== this.#node && isAhead(leaseUntil, this.#clock(), furthest.lease))
      return false
    await this.#run(key, application, webhookId, 1)
    return true
  }

  /** Sends a message that says nothing but that it arrives. @returns what came of it */
  async test(application: Application, webhook: WebhookRow): Promise<DeliveryRow> {
    const under = { application, webhook }
    const message = testMessage(this.#sender(under), randomUUID(), this.#clock())
    return this.#sendOutOfTurn(under, message, { event: 'test', setId: null, attempt: 1 })
  }

  /** Sends a set once more that was sent already. @returns undefined when nothing of it is seen any more */
  async resend(
    application: Application,
    webhook: WebhookRow,
    setId: number,
  ): Promise<DeliveryRow | undefined> {
    const under = { application, webhook }
    const scope = await this.#scope(under)
    const { sets } = scope
      ? await readSetsAfter(scope, this.#options.parts, setId - 1, 1, await soughtBy(under))
      : { sets: [] }
    const [set] = sets
    if (set?.id !== setId) return undefined
    const attempt = (await countTries(application.db.quick, webhook.id, setId)) + 1
    const message = setMessage(this.#sender(under), set)
    return this.#sendOutOfTurn(under, message, { event: 'change_set', setId, attempt })
  }

  /** Ends what is under way: what was not answered yet is sent again, under the same id. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled(this.#running.values())
  }

  #run(
    key: string,
    application: Application,
    webhookId: number,
    most = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const running = this.#deliverSome(application, webhookId, most).finally(() => this.#running.delete(key))
    this.#running.set(key, running)
    return running
  }

  async #deliverSome(application: Application, webhookId: number, most: number): Promise<void> {
    const { db } = application
    const next = async (): Promise<boolean> => {
      const webhook = await selectWebhook(db.quick, webhookId)
      return webhook?.active === 1 && this.#deliverNext({ application, webhook })
    }
    if (this.#stop.signal.aborted) return
    if (!(await takeLease(db, webhookId, this.#lease(), this.#clock(), furthest))) return
    try {
      // One after the other with those of other webhooks, however many wait for this one.
      for (let sent = 0; sent < most && !this.#stop.signal.aborted; sent++)
        if (!(await this.#slots.run(next))) return
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    } finally {
      await endLease(db, webhookId, this.#node).catch(() => undefined)
    }
  }

  #lease = () => ({ node: this.#node, until: this.#clock() + leaseMs })

  /** Sends the next set, if there is one. @returns whether there may be another one to send at once */
  async #deliverNext(under: Under): Promise<boolean> {
    const { application, webhook } = under
    const purged = await selectPurgedSet(application.db.quick)
    if (purged && purged.id > webhook.lastSet) return this.#passOver(under, purged.id)
    const scope = await this.#scope(under)
    if (!scope) return this.#pause(under, phrase('webhook_user_gone', {}))
    if (!this.#secrets(under)) return this.#pause(under, phrase('webhook_secret_unreadable', {}))
    const next = await this.#readNext(scope, under)
    if (next instanceof Error) {
      const problem = phrase('webhook_set_unread', {})
      return this.#noteFailure(under, null, { status: null, durationMs: 0, problem })
    }
    const { set, last, more } = next
    if (!set) return (await this.#noteDone(under, last)) && more
    // Reading may have taken long: whoever took over meanwhile sends this one.
    if (!(await keepLease(application.db, webhook, this.#lease()))) return false
    const outcome = await this.#send(under, setMessage(this.#sender(under), set))
    if (outcome.problem) return this.#noteFailure(under, set.id, outcome)
    return this.#noteDone(under, set.id, {
      ...deliveryOf(outcome, this.#clock()),
      ...{ event: 'change_set', setId: set.id, attempt: webhook.attempts + 1 },
    })
  }

  async #readNext(
    scope: RequestScope,
    under: Under,
  ): Promise<{ set: FollowedSet | undefined; last: number; more: boolean } | Error> {
    try {
      const { parts } = this.#options
      return await readNextSet(scope, parts, under.webhook.lastSet, await soughtBy(under))
    } catch (error) {
      // A database that is away, or about to be another one, is asked again soon.
      const isAway = error instanceof StorageError && ['unavailable', 'replacing'].includes(error.problem)
      if (isAway || !(error instanceof Error)) throw error
      const { application, webhook } = under
      this.#options.log.error(
        { err: error, app: application.name, webhook: webhook.id },
        'the changes for a webhook could not be read',
      )
      return error
    }
  }

  /** Changes that were purged are no longer told. */
  #passOver(under: Under, setId: number): Promise<boolean> {
    return this.#noteDone(under, setId, {
      time: this.#clock(),
      event: 'purged',
      setId,
      attempt: 1,
      delivered: 0,
      status: null,
      durationMs: 0,
      problem: JSON.stringify(phrase('webhook_sets_purged', {})),
    })
  }

  #noteDone(under: Under, setId: number, delivery?: Omit<DeliveryRow, 'n'>): Promise<boolean> {
    return this.#note(
      under,
      { attempts: 0, failingSince: null, nextAt: null, doneUpTo: setId, pause: null },
      delivery,
    )
  }

  async #noteFailure(under: Under, setId: number | null, outcome: Outcome): Promise<false> {
    const { webhook } = under
    const now = this.#clock()
    const failingSince = webhook.failingSince ?? now
    const attempts = webhook.attempts + 1
    const end = failingSince + maxDays * 24 * hour
    const delay = Math.max(delays[Math.min(attempts, delays.length) - 1] ?? hour, outcome.waitMs ?? 0)
    const pause = pauseAfter(outcome, now >= end)
    const progress = { attempts, failingSince, nextAt: Math.min(now + delay, end), doneUpTo: null }
    const isNoted = await this.#note(
      under,
      { ...progress, pause: pause && JSON.stringify(pause) },
      { ...deliveryOf(outcome, now), event: 'change_set', setId, attempt: attempts },
    )
    if (isNoted && pause) await this.#tellOfPause(under, pause)
    return false
  }

  async #pause(under: Under, reason: Phrase): Promise<false> {
    const { attempts, failingSince } = under.webhook
    const pause = JSON.stringify(reason)
    const isNoted = await this.#note(under, { attempts, failingSince, nextAt: null, doneUpTo: null, pause })
    if (isNoted) await this.#tellOfPause(under, reason)
    return false
  }

  /** In one transaction. @returns whether this process may go on */
  #note(
    { application: { db }, webhook }: Under,
    progress: Progress,
    delivery?: Omit<DeliveryRow, 'n'>,
  ): Promise<boolean> {
    return db.write(async (tx) => {
      const isHeld = await noteProgress(tx, webhook.id, this.#lease(), progress, this.#clock())
      if (isHeld && delivery) await insertDelivery(tx, webhook.id, delivery)
      return isHeld
    })
  }

  /** Administrators read it in the log of the application. */
  #tellOfPause({ application, webhook }: Under, reason: Phrase): Promise<void> {
    const { text, sentence, facts } = messageOf(reason)
    const inner = Object.entries({ sentence, ...facts }).map(([name, value]) => [`reason.${name}`, value])
    return writeLog(application.db, this.#options.log, 'webhook_paused', {
      webhook: webhook.id,
      host: new URL(webhook.url).host,
      reason: text,
      ...Object.fromEntries(inner),
    })
  }

  async #sendOutOfTurn(
    under: Under,
    message: Message,
    what: Pick<DeliveryRow, 'event' | 'setId' | 'attempt'>,
  ): Promise<DeliveryRow> {
    const { application, webhook } = under
    const outcome = this.#secrets(under)
      ? await this.#slots.run(() => this.#send(under, message))
      : { status: null, durationMs: 0, problem: phrase('webhook_secret_unreadable', {}) }
    const delivery = { ...deliveryOf(outcome, this.#clock()), ...what }
    const n = await application.db.write((tx) => insertDelivery(tx, webhook.id, delivery))
    return { n, ...delivery }
  }

  #send(under: Under, { id, body }: Message): Promise<Outcome> {
    const { config, version } = this.#options.services
    const timestamp = Math.floor(this.#clock() / 1000)
    return send({
      url: new URL(under.webhook.url),
      headers: {
        'user-agent': `Trowel/${version}`,
        ...signedHeaders(this.#secrets(under) ?? [], { id, timestamp, body }),
      },
      body,
      hosts: config.webhookHosts,
      signal: this.#stop.signal,
    })
  }

  #sender = ({ application, webhook }: Under) => ({
    app: application.name,
    webhook: webhook.id,
    publicUrl: this.#options.services.config.publicUrl,
  })

  #scope({ application, webhook }: Under): Promise<RequestScope | undefined> {
    const { services, log } = this.#options
    return userScope(services, application, log, webhook.asUser)
  }

  /** The present one, and for a while the one before; undefined when the present one cannot be read. */
  #secrets({ application, webhook }: Under): readonly string[] | undefined {
    const open = (stored: string) => decryptSecret(this.#options.services.secrets, application, stored)
    const { secret, formerSecret, formerUntil } = webhook
    const present = open(secret)
    const isFormerGood = formerSecret !== null && (formerUntil ?? 0) > this.#clock()
    const former = isFormerGood ? open(formerSecret) : undefined
    return present === undefined ? undefined : [present, ...(former === undefined ? [] : [former])]
  }
}

const isAhead = (moment: number | null, now: number, most: number): boolean =>
  moment !== null && moment >= now && moment <= now + most

async function soughtBy({ application, webhook }: Under) {
  const tables = webhook.allTables === 1 ? undefined : await selectTables(application.db.quick)
  return {
    tables: tables && (tables.get(webhook.id) ?? []),
    operations: operationsOf(webhook),
  }
}

/** Which operations are sent; undefined for all. */
function operationsOf({ operations }: WebhookRow): readonly ChangeOperation[] | undefined {
  const list = JSON.parse(operations) as readonly ChangeOperation[]
  return changeOperations.every((operation) => list.includes(operation)) ? undefined : list
}

function pauseAfter({ status, problem }: Outcome, isOver: boolean): Phrase | null {
  if (status === 410) return phrase('webhook_gone', {})
  return isOver && problem ? phrase('webhook_failed_long', { days: maxDays, reason: problem }) : null
}

const deliveryOf = ({ status, durationMs, problem }: Outcome, time: number) => ({
  time,
  status,
  durationMs,
  delivered: problem ? 0 : 1,
  problem: problem && JSON.stringify(problem),
})
