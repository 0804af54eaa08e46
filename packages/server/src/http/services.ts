import type { Secrets } from '../access/secrets.js'
import type { Applications } from '../catalogue/applications.js'
import type { Config } from '../config.js'
import type { Images } from '../images/images.js'
import type { Calibration } from '../radiocarbon/calibration.js'
import type { BinaryStorage } from '../storage/binaries/binary-storage.js'
import type { Storage } from '../storage/storage.js'

/** What lives as long as the process: made by `main.ts`, handed to every module by `build-server.ts`. */
export interface Services {
  readonly config: Config
  readonly storage: Storage
  readonly applications: Applications
  /** Bytes outside the database: files, previews, and what else is kept beside an application. */
  readonly binaries: BinaryStorage
  /** Reads and shrinks pictures, in processes of their own. */
  readonly images: Images
  /** Calibrates radiocarbon dates, with the curve that is installed. */
  readonly calibration: Calibration
  readonly secrets: Secrets
  /** Semantic version of this build. */
  readonly version: string
  /** The product's changelog, Markdown. */
  readonly changelog: string
}
