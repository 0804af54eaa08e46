import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash as argon2Hash, verify as argon2Verify, parseOptions } from '@node-rs/argon2'

/**
 * Argon2id as OWASP's Password Storage Cheat Sheet asks: 19 MiB, two passes, one lane; the library's
 * algorithm is Argon2id.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/**
 * Stored instead of a password for a person who logs in through an identity provider only: matches nothing.
 */
export const noPassword = '!'

export const passwordLength = { min: 8, max: 200 } as const

const isBcrypt = (stored: string): boolean => /^\$2[aby]\$/.test(stored)
const isSha1 = (stored: string): boolean => /^[0-9a-f]{40}$/i.test(stored)
const isArgon2id = (stored: string): boolean => stored.startsWith('$argon2id$')

/** The form in which a password is kept. Runs off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return argon2Hash(password, parameters)
}

/**
 * Is this the password? Knows the current form and those of older installations (bcrypt, bare SHA-1). A
 * stored form that nothing can match, or none at all (`undefined`: no such user), costs as much time as a
 * wrong password.
 */
export async function verifyPassword(stored: string | undefined, given: string): Promise<boolean> {
  if (stored !== undefined && isArgon2id(stored)) return argon2Verify(stored, given).catch(() => false)
  if (stored !== undefined && isBcrypt(stored)) {
    // Each password is of this kind once at most: programs start the sooner without it.
    const { verify } = await import('@node-rs/bcrypt')
    return verify(given, stored).catch(() => false)
  }
  if (stored !== undefined && isSha1(stored) && matchesSha1(stored, given)) return true
  await argon2Verify(await wrongPassword(), given)
  return false
}

/** Is the stored form weaker than the one that `hashPassword` writes today? */
export function needsRehash(stored: string): boolean {
  if (!isArgon2id(stored)) return true
  const found = parseOptions(stored)
  return (
    found.memoryCost < parameters.memoryCost ||
    found.timeCost < parameters.timeCost ||
    found.outputLen < parameters.outputLen ||
    found.saltLen < 16
  )
}

function matchesSha1(stored: string, given: string): boolean {
  return timingSafeEqual(createHash('sha1').update(given).digest(), Buffer.from(stored, 'hex'))
}

let wrong: Promise<string> | undefined

/** The hash of a random password. */
function wrongPassword(): Promise<string> {
  wrong ??= hashPassword(randomBytes(32).toString('hex'))
  return wrong
}
