import type { UpgradeStep } from '@trowel/contract/messages/messages.js'
import type { Transaction } from '../../storage/storage.js'

/**
 * One step from an older shape of an application's database to a newer one. It looks before it changes: run
 * twice, or on a database that is newer already, it changes nothing.
 */
export interface Migration {
  /** `NNNN_what_it_does`; never changed once released. */
  readonly name: string
  up(tx: Transaction): Promise<void>
  /** An earlier step gives this to new applications already: there it is recorded, not run. */
  readonly isInNew?: true
}

/** A migration of this service: its name says what it brings. */
export interface Step extends Migration {
  readonly name: UpgradeStep
}
