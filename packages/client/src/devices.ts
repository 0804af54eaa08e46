import { isObject } from '@trowel/contract/json.js'
import type { TokenStorage } from './token-storage.js'

/**
 * What earlier logins on this device answered, by application and address: wrong passwords that strangers try
 * elsewhere do not lock out a person whose device is known.
 */
export interface Devices {
  /** For the next login; `null` when nothing is kept. */
  tokenOf(app: string, email: string): string | null
  keep(app: string, email: string, token: string): void
}

/** How many logins are cached; those of long ago go first. */
const maxTokens = 20

export function keepDevices(storage: TokenStorage): Devices {
  return {
    tokenOf: (app, email) => read(storage).get(keyOf(app, email)) ?? null,
    keep(app, email, token) {
      const tokens = read(storage)
      tokens.delete(keyOf(app, email))
      tokens.set(keyOf(app, email), token)
      storage.write(JSON.stringify(Object.fromEntries([...tokens].slice(-maxTokens))))
    },
  }
}

const keyOf = (app: string, email: string): string => `${app} ${email.trim().toLowerCase()}`

function read(storage: TokenStorage): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(storage.read() ?? '{}')
    const entries = isObject(stored) ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return new Map()
  }
}
