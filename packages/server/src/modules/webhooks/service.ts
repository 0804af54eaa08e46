import { type ChangeOperation, changeOperations } from '@trowel/contract/changes.js'
import type { Phrase } from '@trowel/contract/messages/messages.js'
import { privileges } from '@trowel/contract/privileges.js'
import {
  type Delivery,
  maxWebhooks,
  type Webhook,
  type WebhookBody,
  type WebhookChangeBody,
} from '@trowel/contract/webhooks.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { requireAtLeastAsPowerful } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { wireTime } from '../../http/wire-time.js'
import { message, messageOf } from '../../message.js'
import type { Reader } from '../../storage/storage.js'
import { selectNewestSet } from '../changes/index.js'
import type { Deliveries } from './deliveries.js'
import { AddressRefused, requireOpenAddress } from './public-hosts.js'
import { encryptSecret, makeSecret } from './secret.js'
import {
  countWebhooks,
  type DeliveryRow,
  deleteWebhook,
  insertWebhook,
  type ListedWebhook,
  makeDue,
  replaceTables,
  selectDeliveries,
  selectDelivery,
  selectLevel,
  selectListed,
  selectTables,
  selectWebhook,
  selectWebhooks,
  updateActive,
  updateLastSet,
  updateSecret,
  updateSettings,
  type WebhookRow,
} from './store.js'

type Known = Pick<Services, 'config' | 'secrets'>

/** The former secret signs for so long beside a new one. */
const formerHours = 24

/** In the order in which they were made, without their secrets. */
export async function listWebhooks({ db }: RequestScope): Promise<Webhook[]> {
  const [rows, tables] = await Promise.all([selectWebhooks(db.quick), selectTables(db.quick)])
  return rows.map((row) => wireWebhook(row, tables.get(row.id) ?? []))
}

/**
 * Makes a webhook that tells of what is committed from now on.
 *
 * @returns with its secret, which is shown this once only
 * @throws `webhook_address_refused`, `unknown_table`, `user_not_found`, `not_enough_privilege`, `conflict`
 *   when there are too many
 */
export async function addWebhook(
  { config, secrets }: Known,
  scope: RequestScope,
  { url, tables = null, operations, active = true, as_user }: Decoded<typeof WebhookBody>,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const { db, application, now } = scope
  const asUser = as_user ?? creatorId(scope.principal)
  if (asUser === null) {
    const needed = message('webhook_user_needed', { name: 'as_user' })
    throw new AppError('parameter_missing', { ...needed, detail: 'as_user' })
  }
  await requireUser(scope, asUser)
  requireTables(scope, tables)
  await requireAddress(url, config.webhookHosts)
  const secret = makeSecret()
  const newest = await selectNewestSet(db)
  const id = await db.write(async (tx) => {
    if ((await countWebhooks(tx)) >= maxWebhooks) {
      throw new AppError('conflict', message('webhooks_too_many', { most: maxWebhooks }))
    }
    const made = await insertWebhook(tx, {
      url: url.href,
      allTables: tables === null ? 1 : 0,
      operations: operationsText(operations ?? changeOperations),
      asUser,
      active: active ? 1 : 0,
      secret: encryptSecret(secrets, application, secret),
      lastSet: newest,
      createdAt: now.getTime(),
    })
    if (tables) await replaceTables(tx, made, tables)
    return made
  })
  await noteEvent(scope, 'webhook_created', { webhook: id, host: url.host, user: asUser })
  return { webhook: await readWebhook(scope, id), secret }
}

/** Each of them once. */
const operationsText = (operations: readonly ChangeOperation[]): string =>
  JSON.stringify([...new Set(operations)])

/**
 * Changes what is given. One that becomes active goes on where it was; `skip` leaves out what waits.
 *
 * @throws as `addWebhook`; `webhook_not_found`
 */
export async function changeWebhook(
  { config }: Known,
  scope: RequestScope,
  webhookId: number,
  { url, tables, operations, active, as_user: asUser, skip }: Decoded<typeof WebhookChangeBody>,
): Promise<Webhook> {
  const { db } = scope
  const before = await requireWebhook(scope, webhookId)
  await requirePowerOver(scope, before)
  if (asUser !== undefined && asUser !== before.asUser) await requireUser(scope, asUser)
  requireTables(scope, tables)
  if (url && url.href !== before.url) await requireAddress(url, config.webhookHosts)
  const newest = await selectNewestSet(db)
  const isChanged = await db.write(async (tx) => {
    // Another administrator may have changed it since it was read, also as whom it sends.
    const present = await selectWebhook(tx, webhookId)
    if (!present) return false
    await requirePowerOver(scope, present, tx)
    await updateSettings(tx, {
      id: webhookId,
      url: url?.href ?? present.url,
      allTables: tables === undefined ? present.allTables : tables === null ? 1 : 0,
      operations: operations ? operationsText(operations) : present.operations,
      asUser: asUser ?? present.asUser,
    })
    if (tables !== undefined) await replaceTables(tx, webhookId, tables ?? [])
    if (active !== undefined && active !== (present.active === 1)) await updateActive(tx, webhookId, active)
    if (skip) await updateLastSet(tx, webhookId, newest)
    return true
  })
  if (!isChanged) throw new AppError('webhook_not_found')
  const given = { url, tables, operations, active, as_user: asUser, skip }
  const changed = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const after = await readWebhook(scope, webhookId)
  await noteEvent(scope, 'webhook_changed', {
    webhook: webhookId,
    host: hostOf(after),
    changed: changed.join(', '),
  })
  return after
}

/** @throws `webhook_not_found` */
export async function removeWebhook(scope: RequestScope, webhookId: number): Promise<void> {
  const webhook = await requireWebhook(scope, webhookId)
  const deleted = await scope.db.write((tx) => deleteWebhook(tx, webhookId))
  if (deleted === 0) throw new AppError('webhook_not_found')
  await noteEvent(scope, 'webhook_deleted', { webhook: webhookId, host: hostOf(webhook) })
}

/**
 * A new secret. The one before signs for a day, too, so that a receiver can change without missing anything.
 *
 * @throws `webhook_not_found`, `not_enough_privilege`
 */
export async function renewSecret(
  { secrets }: Known,
  scope: RequestScope,
  webhookId: number,
): Promise<{ readonly secret: string; readonly former_until: string }> {
  const webhook = await requireWebhook(scope, webhookId)
  await requirePowerOver(scope, webhook)
  const secret = makeSecret()
  const until = scope.now.getTime() + formerHours * 3_600_000
  const stored = encryptSecret(secrets, scope.application, secret)
  await scope.db.write((tx) => updateSecret(tx, webhookId, stored, until))
  await noteEvent(scope, 'webhook_secret_renewed', { webhook: webhookId, host: hostOf(webhook) })
  return { secret, former_until: wireTime(until) }
}

/** Newest first. @throws `webhook_not_found` */
export async function listDeliveries(scope: RequestScope, webhookId: number): Promise<Delivery[]> {
  await requireWebhook(scope, webhookId)
  return (await selectDeliveries(scope.db.quick, webhookId)).map(wireDelivery)
}

/** Sends a test, to an inactive webhook as well. @throws `webhook_not_found` */
export async function testWebhook(
  deliveries: Deliveries,
  scope: RequestScope,
  webhookId: number,
): Promise<Delivery> {
  const webhook = await requireWebhook(scope, webhookId)
  return wireDelivery(await deliveries.test(scope.application, webhook))
}

/**
 * Sends something once more. What was not delivered yet is tried at once, in its turn.
 *
 * @throws `webhook_not_found`, `delivery_not_found`; `change_set_not_found` when the user sees nothing of the
 *   set any more; `conflict` when there was nothing to send, or the webhook is inactive or at work
 */
export async function resendDelivery(
  deliveries: Deliveries,
  scope: RequestScope,
  webhookId: number,
  n: number,
): Promise<Delivery> {
  const { application, db } = scope
  const webhook = await requireWebhook(scope, webhookId)
  const known = await selectDelivery(db.quick, webhookId, n)
  if (!known) throw new AppError('delivery_not_found')
  const { event, setId } = known
  if (event === 'purged') throw new AppError('conflict', message('delivery_without_content', {}))
  if (event === 'test') return wireDelivery(await deliveries.test(application, webhook))
  if (setId === null || setId > webhook.lastSet) return deliverInTurn(deliveries, scope, webhook)
  const sent = await deliveries.resend(application, webhook, setId)
  if (!sent) throw new AppError('change_set_not_found')
  return wireDelivery(sent)
}

async function deliverInTurn(
  deliveries: Deliveries,
  { application, db }: RequestScope,
  { id, active }: WebhookRow,
): Promise<Delivery> {
  if (active !== 1) throw new AppError('conflict', message('webhook_not_active', {}))
  await makeDue(db, id)
  const [before] = await selectDeliveries(db.quick, id)
  const isDone = await deliveries.deliverOne(application, id)
  const [newest] = isDone ? await selectDeliveries(db.quick, id) : []
  if (!newest) throw new AppError('conflict', message('webhook_busy', {}))
  // It was passed over: there is nothing in it any more that the user may see.
  if (newest.n === before?.n) throw new AppError('change_set_not_found')
  return wireDelivery(newest)
}

/** @throws `webhook_not_found` */
async function requireWebhook({ db }: RequestScope, webhookId: number): Promise<WebhookRow> {
  const webhook = await selectWebhook(db.quick, webhookId)
  if (!webhook) throw new AppError('webhook_not_found')
  return webhook
}

async function readWebhook({ db }: RequestScope, webhookId: number): Promise<Webhook> {
  const row = await selectListed(db.quick, webhookId)
  if (!row) throw new AppError('webhook_not_found')
  return wireWebhook(row, (await selectTables(db.quick)).get(webhookId) ?? [])
}

/** A webhook sends only what its owner may see. */
async function requireUser(scope: RequestScope, userId: number): Promise<void> {
  const level = await selectLevel(scope.db.quick, userId)
  if (level === undefined) throw new AppError('user_not_found')
  requireAtLeastAsPowerful(scope.principal, level)
  if (level >= privileges.waiting) {
    throw new AppError('invalid_parameter', {
      ...message('webhook_user_waits', {}),
      detail: { name: 'as_user' },
    })
  }
}

/** Nor has it sent elsewhere. */
async function requirePowerOver(
  scope: RequestScope,
  { asUser }: WebhookRow,
  reader: Reader = scope.db.quick,
): Promise<void> {
  const level = await selectLevel(reader, asUser)
  if (level !== undefined) requireAtLeastAsPowerful(scope.principal, level)
}

function requireTables({ catalogue }: RequestScope, tables: readonly string[] | null | undefined): void {
  const unknown = tables?.find((name) => !catalogue.tables.has(name))
  if (unknown === undefined) return
  throw new AppError('unknown_table', {
    ...message('no_such_table_named', { table: unknown }),
    status: 422,
    detail: { tables: unknown },
  })
}

async function requireAddress(url: URL, hosts: readonly string[]): Promise<void> {
  try {
    await requireOpenAddress(url, hosts)
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    const said = messageOf(error.reason)
    const errors = [{ field: 'url', code: 'webhook_address_refused' as const, ...said }]
    throw new AppError('webhook_address_refused', { ...said, errors })
  }
}

/** The log does not tell the path, in which receivers often have a secret of theirs. */
const hostOf = ({ url }: Pick<WebhookRow, 'url'>): string => new URL(url).host

const saidIn = (phrase: string) => messageOf(JSON.parse(phrase) as Phrase)

function wireWebhook(row: ListedWebhook, tables: readonly string[]): Webhook {
  const { attempts, failingSince, nextAt, pause, pausedAt } = row
  return {
    id: row.id,
    url: row.url,
    tables: row.allTables === 1 ? null : [...tables],
    operations: JSON.parse(row.operations) as Webhook['operations'],
    active: row.active === 1,
    as_user: row.asUser,
    as_user_name: row.userName,
    created_at: wireTime(row.createdAt),
    last_set: row.lastSet,
    waiting: row.waiting,
    failing:
      row.active === 1 && failingSince !== null
        ? { attempts, since: wireTime(failingSince), next_try: wireTime(nextAt ?? failingSince) }
        : null,
    paused: pause === null ? null : { ...saidIn(pause), time: wireTime(pausedAt ?? 0) },
  }
}

const wireDelivery = (row: DeliveryRow): Delivery => ({
  n: row.n,
  time: wireTime(row.time),
  event: row.event,
  set: row.setId,
  attempt: row.attempt,
  delivered: row.delivered === 1,
  status: row.status,
  duration_ms: row.durationMs,
  error: row.problem === null ? null : saidIn(row.problem),
})
