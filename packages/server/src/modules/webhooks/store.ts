import { type DeliveryEvent, deliveryDaysKept, maxDeliveriesKept } from '@trowel/contract/webhooks.js'
import { changeSets } from '../../storage/journal/journal-tables.js'
import { id, keyword, type Sql, sql } from '../../storage/sql.js'
import type { Database, Reader, Transaction } from '../../storage/storage.js'

/** Moments in unix milliseconds, yes and no as 1 and 0. */
export interface WebhookRow {
  readonly id: number
  readonly url: string
  readonly allTables: number
  /** JSON list. */
  readonly operations: string
  readonly asUser: number
  readonly active: number
  /** Encrypted, as `formerSecret`. */
  readonly secret: string
  readonly formerSecret: string | null
  readonly formerUntil: number | null
  readonly lastSet: number
  readonly attempts: number
  readonly failingSince: number | null
  readonly nextAt: number | null
  /** A phrase, JSON. */
  readonly pause: string | null
  readonly pausedAt: number | null
  readonly node: string | null
  readonly leaseUntil: number | null
  readonly createdAt: number
}

const webhooks = id('sys_webhooks')
const deliveries = id('sys_webhook_deliveries')

const columns =
  keyword(`w."id", w."url", w."all_tables" AS "allTables", w."operations", w."as_user" AS "asUser",
  w."active", w."secret", w."former_secret" AS "formerSecret", w."former_until" AS "formerUntil",
  w."last_set" AS "lastSet", w."attempts", w."failing_since" AS "failingSince", w."next_at" AS "nextAt",
  w."pause", w."paused_at" AS "pausedAt", w."node", w."lease_until" AS "leaseUntil", w."created_at" AS "createdAt"`)

export const selectWebhook = (reader: Reader, webhookId: number): Promise<WebhookRow | undefined> =>
  reader.get<WebhookRow>(sql`SELECT ${columns} FROM ${webhooks} w WHERE w."id" = ${webhookId}`)

export interface ListedWebhook extends WebhookRow {
  readonly userName: string | null
  /** How many sets there are after the last one. */
  readonly waiting: number
}

export const selectWebhooks = (reader: Reader, where: Sql = sql`1 = 1`): Promise<ListedWebhook[]> =>
  reader.all<ListedWebhook>(sql`
    SELECT ${columns}, u."name" AS "userName",
      (SELECT count(*) FROM ${id(changeSets)} s WHERE s."id" > w."last_set") AS "waiting"
    FROM ${webhooks} w LEFT JOIN ${id('sys_users')} u ON u."id" = w."as_user" WHERE ${where} ORDER BY w."id"`)

export const selectListed = async (reader: Reader, webhookId: number): Promise<ListedWebhook | undefined> =>
  (await selectWebhooks(reader, sql`w."id" = ${webhookId}`))[0]

/** Active ones for which there may be something to send. */
export const selectWaiting = (
  reader: Reader,
): Promise<Pick<WebhookRow, 'id' | 'nextAt' | 'node' | 'leaseUntil'>[]> =>
  reader.all(sql`
    SELECT w."id", w."next_at" AS "nextAt", w."node", w."lease_until" AS "leaseUntil" FROM ${webhooks} w
    WHERE w."active" = 1 AND w."last_set" < (SELECT max("id") FROM ${id(changeSets)}) ORDER BY w."id"`)

export async function countWebhooks(reader: Reader): Promise<number> {
  const row = await reader.get<{ n: number }>(sql`SELECT count(*) AS "n" FROM ${webhooks}`)
  return row?.n ?? 0
}

/** The level of a user; undefined when there is none. */
export const selectLevel = async (reader: Reader, userId: number): Promise<number | undefined> =>
  (
    await reader.get<{ level: number }>(
      sql`SELECT "privilege" AS "level" FROM "sys_users" WHERE "id" = ${userId}`,
    )
  )?.level

/** Names of tables, by the webhook. */
export async function selectTables(reader: Reader): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await reader.all<{ webhook: number; name: string }>(
    sql`SELECT "webhook_id" AS "webhook", "table_name" AS "name" FROM "sys_webhook_tables" ORDER BY "id"`,
  )
  const tables = new Map<number, string[]>()
  for (const { webhook, name } of rows) tables.set(webhook, [...(tables.get(webhook) ?? []), name])
  return tables
}

export type NewWebhook = Pick<
  WebhookRow,
  'url' | 'allTables' | 'operations' | 'asUser' | 'active' | 'secret' | 'lastSet' | 'createdAt'
>

export const insertWebhook = (tx: Transaction, webhook: NewWebhook): Promise<number> =>
  tx.insert('sys_webhooks', {
    url: webhook.url,
    all_tables: webhook.allTables,
    operations: webhook.operations,
    as_user: webhook.asUser,
    active: webhook.active,
    secret: webhook.secret,
    last_set: webhook.lastSet,
    attempts: 0,
    created_at: webhook.createdAt,
  })

export async function replaceTables(
  tx: Transaction,
  webhookId: number,
  tables: readonly string[],
): Promise<void> {
  await tx.run(sql`DELETE FROM "sys_webhook_tables" WHERE "webhook_id" = ${webhookId}`)
  const rows = [...new Set(tables)].map((name) => [webhookId, name])
  await tx.insertMany('sys_webhook_tables', ['webhook_id', 'table_name'], rows)
}

/** What failed is tried again at once. */
export const updateSettings = (
  tx: Transaction,
  { id: webhookId, ...webhook }: Pick<WebhookRow, 'id' | 'url' | 'allTables' | 'operations' | 'asUser'>,
): Promise<number> =>
  tx.run(sql`
    UPDATE ${webhooks} SET "url" = ${webhook.url}, "all_tables" = ${webhook.allTables},
      "operations" = ${webhook.operations}, "as_user" = ${webhook.asUser}, "next_at" = NULL
    WHERE "id" = ${webhookId}`)

/** What failed before counts no more. */
export const updateActive = (tx: Transaction, webhookId: number, active: boolean): Promise<number> =>
  tx.run(sql`
    UPDATE ${webhooks} SET "active" = ${active ? 1 : 0}, "pause" = NULL, "paused_at" = NULL, "attempts" = 0,
      "failing_since" = NULL, "next_at" = NULL
    WHERE "id" = ${webhookId}`)

/** The set is as good as sent. */
export const updateLastSet = (tx: Transaction, webhookId: number, setId: number): Promise<number> =>
  tx.run(sql`
    UPDATE ${webhooks} SET "last_set" = ${setId}, "attempts" = 0, "failing_since" = NULL, "next_at" = NULL
    WHERE "id" = ${webhookId} AND "last_set" < ${setId}`)

/** @param formerUntil until when the one of before signs, too */
export const updateSecret = (
  tx: Transaction,
  webhookId: number,
  secret: string,
  formerUntil: number,
): Promise<number> =>
  tx.run(sql`
    UPDATE ${webhooks} SET "former_secret" = "secret", "former_until" = ${formerUntil}, "secret" = ${secret}
    WHERE "id" = ${webhookId}`)

export const deleteWebhook = (tx: Transaction, webhookId: number): Promise<number> =>
  tx.run(sql`DELETE FROM ${webhooks} WHERE "id" = ${webhookId}`)

/** The next try is due now. */
export const makeDue = (db: Database, webhookId: number): Promise<number> =>
  db.writeApart(sql`UPDATE ${webhooks} SET "next_at" = NULL WHERE "id" = ${webhookId}`)

/** The process that sends, and until when it is believed to live. */
export interface Lease {
  readonly node: string
  readonly until: number
}

/**
 * @param furthest how far ahead a lease and a next try may lie to be believed
 * @returns whether this process may send now: something is due, and no other process is at it
 */
export const takeLease = async (
  db: Database,
  webhookId: number,
  { node, until }: Lease,
  now: number,
  furthest: { readonly lease: number; readonly next: number },
): Promise<boolean> =>
  (await db.writeApart(sql`
    UPDATE ${webhooks} SET "node" = ${node}, "lease_until" = ${until}
    WHERE "id" = ${webhookId} AND "active" = 1
      AND ("next_at" IS NULL OR "next_at" <= ${now} OR "next_at" > ${now + furthest.next})
      AND ("node" IS NULL OR "node" = ${node} OR "lease_until" < ${now} OR "lease_until" > ${now + furthest.lease})`)) >
  0

/** The same once more, for what was read since. @returns false when it was sent or skipped meanwhile */
export const keepLease = async (
  db: Database,
  { id: webhookId, lastSet }: Pick<WebhookRow, 'id' | 'lastSet'>,
  { node, until }: Lease,
): Promise<boolean> =>
  (await db.writeApart(sql`
    UPDATE ${webhooks} SET "lease_until" = ${until}
    WHERE "id" = ${webhookId} AND "active" = 1 AND "node" = ${node} AND "last_set" = ${lastSet}`)) > 0

export const endLease = (db: Database, webhookId: number, node: string): Promise<number> =>
  db.writeApart(
    sql`UPDATE ${webhooks} SET "node" = NULL, "lease_until" = NULL WHERE "id" = ${webhookId} AND "node" = ${node}`,
  )

/** What came of the set that was due. */
export interface Progress {
  readonly attempts: number
  readonly failingSince: number | null
  readonly nextAt: number | null
  /** Everything up to it is done; null: it has to be sent again. */
  readonly doneUpTo: number | null
  /** Why it is paused from now on, JSON; null: it is not. */
  readonly pause: string | null
}

/** Only while the lease is held. What was changed meanwhile stays. @returns whether that was so */
export async function noteProgress(
  tx: Transaction,
  webhookId: number,
  { node, until }: Lease,
  { attempts, failingSince, nextAt, doneUpTo, pause }: Progress,
  now: number,
): Promise<boolean> {
  const changed = await tx.run(sql`
    UPDATE ${webhooks} SET "lease_until" = ${until}, "attempts" = ${attempts}, "failing_since" = ${failingSince},
      "next_at" = ${nextAt}, "last_set" = CASE WHEN "last_set" < ${doneUpTo ?? 0} THEN ${doneUpTo ?? 0} ELSE "last_set" END
    WHERE "id" = ${webhookId} AND "node" = ${node}`)
  if (changed > 0 && pause !== null) {
    await tx.run(sql`
      UPDATE ${webhooks} SET "active" = 0, "pause" = ${pause}, "paused_at" = ${now}, "next_at" = NULL
      WHERE "id" = ${webhookId} AND "active" = 1`)
  }
  return changed > 0
}

export interface DeliveryRow {
  readonly n: number
  /** Unix milliseconds. */
  readonly time: number
  readonly event: DeliveryEvent
  readonly setId: number | null
  readonly attempt: number
  readonly delivered: number
  readonly status: number | null
  readonly durationMs: number
  /** A phrase, JSON. */
  readonly problem: string | null
}

const deliveryColumns =
  keyword(`"id" AS "n", "time", "event", "set_id" AS "setId", "attempt", "delivered", "status",
  "duration_ms" AS "durationMs", "problem"`)

/** Newest first. */
export const selectDeliveries = (reader: Reader, webhookId: number): Promise<DeliveryRow[]> =>
  reader.all<DeliveryRow>(sql`
    SELECT ${deliveryColumns} FROM ${deliveries} WHERE "webhook_id" = ${webhookId}
    ORDER BY "id" DESC LIMIT ${maxDeliveriesKept}`)

export const selectDelivery = (
  reader: Reader,
  webhookId: number,
  n: number,
): Promise<DeliveryRow | undefined> =>
  reader.get<DeliveryRow>(
    sql`SELECT ${deliveryColumns} FROM ${deliveries} WHERE "webhook_id" = ${webhookId} AND "id" = ${n}`,
  )

/** How often a set was tried already, as far as that is kept. */
export async function countTries(reader: Reader, webhookId: number, setId: number): Promise<number> {
  const row = await reader.get<{ n: number }>(sql`
    SELECT count(*) AS "n" FROM ${deliveries}
    WHERE "webhook_id" = ${webhookId} AND "event" = 'change_set' AND "set_id" = ${setId}`)
  return row?.n ?? 0
}

/** Keeps a delivery, and forgets those that are too many or too old. @returns its number */
export async function insertDelivery(
  tx: Transaction,
  webhookId: number,
  delivery: Omit<DeliveryRow, 'n'>,
): Promise<number> {
  const n = await tx.insert('sys_webhook_deliveries', {
    webhook_id: webhookId,
    time: delivery.time,
    event: delivery.event,
    set_id: delivery.setId,
    attempt: delivery.attempt,
    delivered: delivery.delivered,
    status: delivery.status,
    duration_ms: delivery.durationMs,
    problem: delivery.problem,
  })
  const oldest = delivery.time - deliveryDaysKept * 24 * 3_600_000
  await tx.run(sql`
    DELETE FROM ${deliveries} WHERE "webhook_id" = ${webhookId} AND ("time" < ${oldest} OR "id" <= (
      SELECT k."id" FROM ${deliveries} k WHERE k."webhook_id" = ${webhookId}
      ORDER BY k."id" DESC LIMIT 1 OFFSET ${maxDeliveriesKept}))`)
  return n
}
