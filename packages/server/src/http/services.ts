import type { Secrets } from '../access/secrets.js'
import type { Applications } from '../catalogue/applications.js'
import type { Config } from '../config.js'
import type { Storage } from '../storage/storage.js'

/** What lives as long as the process: made by `main.ts`, handed to every module by `build-server.ts`. */
export interface Services {
  readonly config: Config
  readonly storage: Storage
  readonly applications: Applications
  readonly secrets: Secrets
  /** Semantic version of this build. */
  readonly version: string
  /** The product's changelog, Markdown. */
  readonly changelog: string
}
