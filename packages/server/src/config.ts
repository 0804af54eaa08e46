import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { isOnThisMachine, type ProviderSettings, readProviders } from './provider-settings.js'
import { filesUrlForm } from './storage/binaries/open-binaries.js'

/** The settings of a running service: read once from the environment, frozen. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Everything the service keeps on disk. */
  readonly dataFolder: string
  /** `postgres://…`, or undefined for embedded SQLite. */
  readonly databaseUrl: string | undefined
  /** `postgres://…` of a replica of it that lists and the like are read from, once it has what they need. */
  readonly databaseReadUrl: string | undefined
  /** `s3://bucket/prefix`, or undefined for folders of the data folder. */
  readonly filesUrl: string | undefined
  /** Do the old static addresses of files answer without a token? */
  readonly publicFiles: boolean
  readonly secret: string | undefined
  readonly setupToken: string | undefined
  readonly hideApps: boolean
  readonly allowNewApp: 'auto' | '1' | '0'
  readonly keyPrefix: string
  readonly publicUrl: string | undefined
  /** Further names under which the service is reached. */
  readonly hosts: readonly string[]
  readonly corsOrigins: readonly string[]
  /** Hosts that get webhooks without HTTPS, or though they are not in the public internet. */
  readonly webhookHosts: readonly string[]
  readonly trustProxy: readonly string[]
  /** Reader threads. */
  readonly workers: number
  readonly logLevel: string
  /** Where people can log in besides here. */
  readonly identityProviders: readonly ProviderSettings[]
  /** Backups that the service makes by itself. */
  readonly backups: {
    /** 0: none. */
    readonly everyHours: number
    /** How many of them stay. */
    readonly keep: number
    readonly withFiles: boolean
  }
  /** So long the bytes of replaced and deleted files stay, for an undo. 0: they go at once. */
  readonly keepReplacedDays: number
  /** The Web API of the reference manager, without a slash at its end. */
  readonly refmanUrl: string
  readonly limits: Limits
}

/** Bounds on what one request may cost; each has a setting `TROWEL_LIMIT_<NAME>`. */
export interface Limits {
  readonly jsonBodyBytes: number
  readonly uploadBytes: number
  readonly uploadMinutes: number
  readonly bodyStallMs: number
  readonly pictureMegapixels: number
  readonly rasterMegapixels: number
  readonly rasterMinutes: number
  readonly importBytes: number
  readonly queryTimeMs: number
  readonly databaseSilenceMs: number
  readonly importMinutes: number
  readonly providerTimeMs: number
  readonly refmanTimeMs: number
  readonly restoreWaitMs: number
  readonly stopMs: number
  readonly failedLoginsPerAccount: number
  readonly failedLoginsPerAddress: number
}

/** A setting that cannot be used, in words for the operator. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** The settings as data: name, default and meaning; the table of docs/settings.md is checked against it. */
export const limitSettings: Readonly<
  Record<keyof Limits, { readonly name: string; readonly value: number; readonly meaning: string }>
> = {
  jsonBodyBytes: { name: 'JSON_BODY_BYTES', value: 10 * 1024 * 1024, meaning: 'size of a JSON body' },
  uploadBytes: { name: 'UPLOAD_BYTES', value: 512 * 1024 * 1024, meaning: 'size of one uploaded file' },
  uploadMinutes: {
    name: 'UPLOAD_MINUTES',
    value: 1440,
    meaning: 'how long an upload may take before another node clears away what is left of it',
  },
  bodyStallMs: {
    name: 'BODY_STALL_MS',
    value: 60_000,
    meaning: 'time in which a body must bring 16 KiB more; slower ones are ended',
  },
  pictureMegapixels: {
    name: 'PICTURE_MEGAPIXELS',
    value: 100,
    meaning: 'largest picture that is decoded, in millions of pixels; larger ones are kept as they are',
  },
  rasterMegapixels: {
    name: 'RASTER_MEGAPIXELS',
    value: 4000,
    meaning: 'largest orthophoto or plan that is prepared for the map, in millions of pixels',
  },
  rasterMinutes: {
    name: 'RASTER_MINUTES',
    value: 60,
    meaning: 'time that the preparation of one of these may take',
  },
  importBytes: { name: 'IMPORT_BYTES', value: 1024 * 1024 * 1024, meaning: 'size of a file to import' },
  queryTimeMs: {
    name: 'QUERY_TIME_MS',
    value: 30_000,
    meaning: 'time one read may take before it is stopped',
  },
  databaseSilenceMs: {
    name: 'DATABASE_SILENCE_MS',
    value: 4_000,
    meaning:
      'time without an answer after which PostgreSQL is asked whether it is still there; it has as long to say so',
  },
  importMinutes: { name: 'IMPORT_MINUTES', value: 60, meaning: 'how long an uploaded import file is kept' },
  providerTimeMs: {
    name: 'PROVIDER_TIME_MS',
    value: 10_000,
    meaning: 'time an identity provider has for one answer',
  },
  refmanTimeMs: {
    name: 'REFMAN_TIME_MS',
    value: 10_000,
    meaning: 'time the reference manager has for one answer',
  },
  restoreWaitMs: {
    name: 'RESTORE_WAIT_MS',
    value: 10_000,
    meaning: 'time a request that would change something waits while a backup is restored',
  },
  stopMs: {
    name: 'STOP_MS',
    value: 20_000,
    meaning: 'time that answers under way, such as exports, have to finish when the service stops',
  },
  failedLoginsPerAccount: {
    name: 'FAILED_LOGINS_PER_ACCOUNT',
    value: 10,
    meaning: 'failed logins of one account in 15 minutes',
  },
  failedLoginsPerAddress: {
    name: 'FAILED_LOGINS_PER_ADDRESS',
    value: 50,
    meaning: 'failed logins from one address in 15 minutes',
  },
}

/** @throws ConfigError that names every setting which cannot be used */
export function readConfig(environment: Environment, processors: number): Config {
  const problems: string[] = []
  const text = (name: string): string | undefined => environment[`TROWEL_${name}`]?.trim() || undefined
  const number = (name: string, fallback: number, low: number, high: number): number => {
    const given = text(name)
    if (given === undefined) return fallback
    const value = Number(given)
    if (Number.isInteger(value) && value >= low && value <= high) return value
    problems.push(`TROWEL_${name} must be a whole number from ${low} to ${high}, not "${given}".`)
    return fallback
  }
  const flag = (name: string): boolean => {
    const given = text(name)?.toLowerCase() ?? '0'
    const isOn = ['1', 'true', 'yes', 'on'].includes(given)
    if (!isOn && !['0', 'false', 'no', 'off'].includes(given))
      problems.push(`TROWEL_${name} must be 1 or 0, not "${given}".`)
    return isOn
  }
  const words = (name: string): string[] =>
    text(name)
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? []

  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push(
      'TROWEL_DATABASE_URL must begin with postgres://, or be left out for the embedded database.',
    )
  }
  const databaseReadUrl = text('DATABASE_READ_URL')
  if (databaseReadUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseReadUrl)) {
    problems.push('TROWEL_DATABASE_READ_URL must begin with postgres://, or be left out.')
  }
  if (databaseReadUrl !== undefined && databaseUrl === undefined) {
    problems.push('TROWEL_DATABASE_READ_URL needs TROWEL_DATABASE_URL: it names a replica of that.')
  }
  const filesUrl = text('FILES_URL')
  if (filesUrl !== undefined && !filesUrlForm.test(filesUrl)) {
    problems.push(
      'TROWEL_FILES_URL must be s3://bucket or s3://bucket/prefix, or be left out for files in TROWEL_DATA.',
    )
  }
  const allowNewApp = text('ALLOW_NEW_APP') ?? 'auto'
  if (!['auto', '1', '0'].includes(allowNewApp)) problems.push('TROWEL_ALLOW_NEW_APP must be auto, 1 or 0.')
  const keyPrefix = text('KEY_PREFIX') ?? 'trw_'
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(keyPrefix))
    problems.push('TROWEL_KEY_PREFIX must be 1 to 32 letters, digits, "_" or "-".')
  const limits = Object.fromEntries(
    Object.entries(limitSettings).map(([key, setting]) => [
      key,
      number(`LIMIT_${setting.name}`, setting.value, 1, maxOfLimit(setting.name)),
    ]),
  ) as Record<keyof Limits, number>
  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!logLevels.includes(logLevel)) problems.push(`TROWEL_LOG_LEVEL must be one of ${logLevels.join(', ')}.`)
  const corsOrigins = words('CORS_ORIGINS')
  for (const origin of corsOrigins.filter((given) => !isOrigin(given))) {
    problems.push(
      `TROWEL_CORS_ORIGINS must name origins such as https://records.example, without a path, not "${origin}".`,
    )
  }
  const webhookHosts = words('WEBHOOK_HOSTS')
  for (const host of webhookHosts.filter((given) => !isHost(given))) {
    problems.push(
      `TROWEL_WEBHOOK_HOSTS must name hosts such as hooks.intern.example or 10.0.0.5:8080, not "${host}".`,
    )
  }
  const trustProxy = words('TRUST_PROXY')
  for (const address of trustProxy.filter((given) => !isProxyAddress(given))) {
    problems.push(
      `TROWEL_TRUST_PROXY must name addresses or networks such as 10.0.0.0/8, or loopback, not "${address}".`,
    )
  }
  const identityProviders = readProviders(text, problems)
  const publicUrl = text('PUBLIC_URL')?.replace(/\/+$/, '')
  const isAddress = publicUrl !== undefined && /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(publicUrl)
  if (publicUrl !== undefined && !(isAddress && URL.canParse(publicUrl))) {
    problems.push('TROWEL_PUBLIC_URL must be an address such as https://records.example.')
  }
  const refmanUrl = (text('REFMAN_URL') ?? 'https://api.zotero.org').replace(/\/+$/, '')
  if (!isSafeAddress(refmanUrl)) {
    problems.push('TROWEL_REFMAN_URL must be an address that begins with https://.')
  }
  const config: Config = {
    host: text('HOST') ?? '127.0.0.1',
    port: number('PORT', 8530, 0, 65_535),
    dataFolder: resolve(text('DATA') ?? './data'),
    databaseUrl,
    databaseReadUrl,
    filesUrl,
    publicFiles: flag('PUBLIC_FILES'),
    secret: text('SECRET'),
    setupToken: text('SETUP_TOKEN'),
    hideApps: flag('HIDE_APPS'),
    allowNewApp: allowNewApp as Config['allowNewApp'],
    keyPrefix,
    publicUrl,
    hosts: words('HOSTS'),
    corsOrigins,
    webhookHosts,
    trustProxy,
    workers: number('WORKERS', Math.max(1, Math.min(4, processors - 1)), 1, 64),
    logLevel,
    identityProviders,
    refmanUrl,
    backups: {
      everyHours: number('BACKUP_HOURS', 0, 0, 8760),
      keep: number('BACKUP_KEEP', 14, 1, 10_000),
      withFiles: flag('BACKUP_FILES'),
    },
    keepReplacedDays: number('KEEP_REPLACED_DAYS', 365, 0, 36_500),
    limits,
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return Object.freeze(config)
}

/** The clocks that wait count no further than 24 days, and what is longer is over at once for them. */
const maxHours = 24 * 24

function maxOfLimit(limit: string): number {
  if (limit.endsWith('_MS')) return maxHours * 3_600_000
  return limit.endsWith('_MINUTES') ? maxHours * 60 : Number.MAX_SAFE_INTEGER
}

const logLevels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** As a browser writes it: with a slash at its end or in capitals no request would ever match. */
const isOrigin = (given: string): boolean => URL.canParse(given) && new URL(given).origin === given

/** As it stands in an address: a name or a number in lower case, with or without a port. */
const isHost = (given: string): boolean =>
  URL.canParse(`http://${given}`) && new URL(`http://${given}`).href === `http://${given}/`

/** An address, a network, or one of the names that the framework knows for networks. */
function isProxyAddress(given: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true
  const [address = '', range, ...more] = given.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return (
    range === undefined ||
    (/^\d{1,3}$/.test(range) && Number(range) > 0 && Number(range) <= (family === 4 ? 32 : 128))
  )
}

/** What is sent there cannot be read on the way: that is so on this machine, too. */
function isSafeAddress(given: string): boolean {
  const address = URL.canParse(given) ? new URL(given) : undefined
  const isBare = address?.search === '' && address.hash === '' && address.username === ''
  return isBare && (address.protocol === 'https:' || isOnThisMachine(address))
}
