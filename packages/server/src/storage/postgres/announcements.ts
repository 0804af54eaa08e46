import type { ClientBase } from 'pg'
import { keyword, type Sql, sql } from '../sql.js'
import { sharedSchema } from './shared-schema.js'

/** How often the configuration of each application was changed, for nodes that notices do not reach. */
export const announcements = `${sharedSchema}.trowel_announcements`

/** Notes in the transaction that changes a configuration that it does. */
export const announced = (app: string): Sql => sql`
  INSERT INTO ${keyword(announcements)} AS a (app, version) VALUES (${app}, 1)
    ON CONFLICT (app) DO UPDATE SET version = a.version + 1`

/** Held by the node that replaces everything in a schema, as long as it is at it. @param schema as SQL */
export const replacementLock = (schema: string): string => `hashtext('trowel replace ' || ${schema})`

/** What happened in an application since the last look. */
export interface Happened {
  readonly app: string
  readonly isConfigured: boolean
  /** Is everything in it being replaced? */
  readonly isReplaced: boolean
}

interface Seen {
  readonly app: string
  readonly version: string
  readonly replacing: boolean
  readonly written: string
}

/** Finds by looking what other nodes would tell by notices. */
export class Announcements {
  #before: ReadonlyMap<string, Seen> | undefined
  #written = ''

  constructor(private readonly client: ClientBase) {}

  /** @returns nothing at the first look */
  async look(): Promise<readonly Happened[]> {
    const { rows } = await this.client.query<Seen>(`
      SELECT substr(n.nspname, 5) AS app, n.oid || ' ' || coalesce(a.version, 0) AS version,
        NOT pg_try_advisory_xact_lock_shared(${replacementLock('n.nspname')}) AS replacing,
        pg_current_snapshot()::text AS written
      FROM pg_namespace n LEFT JOIN ${announcements} a ON a.app = substr(n.nspname, 5)
      WHERE n.nspname LIKE 'app\\_%'`)
    const before = this.#before
    const written = rows[0]?.written ?? ''
    const isWritten = written !== this.#written
    this.#written = written
    this.#before = new Map(rows.map((row) => [row.app, row]))
    // Nothing is committed without a new snapshot; the beginning of a replacement is no commit.
    if (!before) return []
    return rows.flatMap(({ app, version, replacing }) => {
      const was = before.get(app)
      const isConfigured = was !== undefined && was.version !== version
      const isReplaced = replacing && was?.replacing !== true
      return isWritten || isReplaced ? [{ app, isConfigured, isReplaced }] : []
    })
  }
}
