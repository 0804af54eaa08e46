import type { FastifyBaseLogger } from 'fastify'
import type { Principal } from '../access/principal.js'
import type { Rights } from '../access/rights.js'
import type { Application } from '../catalogue/application.js'
import type { Catalogue } from '../catalogue/catalogue.js'
import type { Calibration } from '../radiocarbon/calibration.js'
import type { CommittedSet } from '../storage/journal/change-set-store.js'
import type { Database } from '../storage/storage.js'

/**
 * Who asks, in which application, when: made by the guard for each request and handed to every service
 * function.
 */
export interface RequestScope {
  readonly requestId: string
  readonly log: FastifyBaseLogger
  readonly now: Date
  readonly application: Application
  readonly principal: Principal
  readonly rights: Rights
  readonly db: Database
  /** The configuration as it was when the request began. */
  readonly catalogue: Catalogue
  readonly calibration: Calibration
  /** The last set of the state that `db` shows; nothing where it is that of now. */
  readonly asOf?: CommittedSet
}
