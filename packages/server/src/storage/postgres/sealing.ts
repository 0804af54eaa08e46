import pg, { type PoolClient } from 'pg'
import { type ChangeAuthor, noAuthor } from '../journal/seal.js'
import { sealFunction } from './journal-triggers.js'

const literal = (text: string | null): string => (text === null ? 'NULL' : pg.escapeLiteral(text))

/** Ends the sets of changes of one application. */
export class Sealing {
  readonly #schemaName: string
  /** One from before has no journal until it is brought up to date. */
  #isJournaled = false

  constructor({ schemaName }: { readonly schemaName: string }) {
    this.#schemaName = schemaName
  }

  /**
   * What is to be sent together with the commit; `''` where there is no journal.
   *
   * @param unseen tables that the transaction changed in a way that triggers do not see
   */
  async statement(
    client: PoolClient,
    { userId, keyId, origin, note }: ChangeAuthor = noAuthor,
    unseen: readonly string[] = [],
  ): Promise<string> {
    if (!this.#isJournaled) this.#isJournaled = await this.#hasFunction(client)
    if (!this.#isJournaled) return ''
    const tables = unseen.length > 0 ? `ARRAY[${unseen.map(literal).join(', ')}]` : 'NULL'
    const values = [Date.now(), userId, keyId ?? 'NULL', literal(origin), literal(note), tables]
    return `SELECT "${this.#schemaName}"."${sealFunction}"(${values.join(', ')}) AS set;`
  }

  async #hasFunction(client: PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ has: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM pg_proc WHERE pronamespace = $1::regnamespace AND proname = $2) AS has',
      [this.#schemaName, sealFunction],
    )
    return rows[0]?.has === true
  }
}
