import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { KeyOwner, Secrets } from './secrets.js'

/*
 * Devices on which a person has logged in before (OWASP, "device cookies"): wrong passwords that strangers
 * try elsewhere do not lock the person out there. A token belongs to one account and opens nothing: who
 * steals it may try as many passwords as a stranger. It ends with the passwords, levels and sessions that
 * `token_version` ends.
 */

const lifetimeDays = 180

/** The account that logs in, as far as a device knows it. */
interface DeviceOwner {
  readonly id: number
  readonly tokenVersion: number
}

const keyOf = (secrets: Secrets, application: KeyOwner): Buffer => secrets.keyFor('device', application)

/** What a client keeps after a login and sends along with the next one. */
export function issueDeviceToken(
  secrets: Secrets,
  application: KeyOwner,
  { id, tokenVersion }: DeviceOwner,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ tkv: tokenVersion })
    .setProtectedHeader({ alg: 'HS256', typ: 'device+jwt' })
    .setSubject(String(id))
    .setJti(randomBytes(16).toString('hex'))
    .setExpirationTime(seconds + lifetimeDays * 86_400)
    .sign(keyOf(secrets, application))
}

/**
 * The device of a token, if it was given to this account. The signature is checked first, so that it takes as
 * long whether the account exists or not.
 */
export async function knownDevice(
  secrets: Secrets,
  application: KeyOwner,
  token: string,
  owner: DeviceOwner | undefined,
  now: Date,
): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secrets, application), {
      algorithms: ['HS256'],
      typ: 'device+jwt',
      currentDate: now,
    })
    const isOwn = owner && payload.sub === String(owner.id) && payload['tkv'] === owner.tokenVersion
    return isOwn ? payload.jti : undefined
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
