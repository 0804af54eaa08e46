import { hash } from 'node:crypto'
import type { RecordInput } from '@trowel/contract/record-writes.js'
import { keepUntil, keptAs } from '../../access/one-time.js'
import { ownerKey } from '../../access/principal.js'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Reader, Transaction } from '../../storage/storage.js'
import type { CreatedRecord } from './saved-record.js'

/** So long a creation can be asked for again. */
const keptMs = 24 * 3_600_000

interface Kept {
  /** Of what the record was made of. */
  readonly digest: string
  readonly created: CreatedRecord
}

/**
 * Lets a caller ask again for a record whose answer was lost, by a key of his choice: the record is made
 * once.
 */
export class CreationKey {
  readonly #name: string
  readonly #digest: string

  constructor({ principal }: RequestScope, table: Table, key: string, input: RecordInput) {
    this.#name = `creation ${hash('sha256', `${ownerKey(principal)} ${table.name} ${key}`, 'hex')}`
    this.#digest = hash('sha256', JSON.stringify(contentOf(input)), 'hex')
  }

  /** @throws `idempotency_key_reused` with `detail: {id}` */
  async created(reader: Reader): Promise<CreatedRecord | undefined> {
    const text = await keptAs(reader, this.#name, new Date())
    if (text === undefined) return undefined
    const { digest, created } = JSON.parse(text) as Kept
    if (digest === this.#digest) return created
    throw new AppError('idempotency_key_reused', { detail: { id: created.id } })
  }

  async keep(tx: Transaction, created: CreatedRecord): Promise<void> {
    const now = new Date()
    const kept: Kept = { digest: this.#digest, created }
    await keepUntil(tx, this.#name, JSON.stringify(kept), new Date(now.getTime() + keptMs), now)
  }
}

/**
 * Numbers that are only proposed may be others the next time, as may the names of files that had to be sent
 * again. What is empty is as good as not sent.
 */
function contentOf({ core, plugins, proposed = [] }: RecordInput): unknown {
  const isSaid = ([name, value]: [string, unknown]): boolean =>
    value !== null && value !== '' && !proposed.includes(name)
  const values = Object.entries(core ?? {}).filter(isSaid)
  return [values, plugins ?? {}, proposed]
}
