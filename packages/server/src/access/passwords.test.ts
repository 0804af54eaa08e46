import { hash as argon2Hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { hashPassword, needsRehash, noPassword, verifyPassword } from './passwords.js'

const password = 'opus-reticulatum'
/** Stored forms of that password; the cost of bcrypt is low, so that the test is quick. */
const bcrypt = '$2b$04$GSjblDLAPszGqo.S9GCq7eyxCBpxWKIbjlwGvn.phQXU6bidUyTva'
const sha1 = '058b903f2e529cc9b1c1bc73b09a9a57863ed10a'

const forms = async (): Promise<[string, string, boolean][]> => [
  ['the current form', await hashPassword(password), false],
  ['Argon2id with less memory', await argon2Hash(password, { memoryCost: 4096, timeCost: 3 }), true],
  ['bcrypt $2a$', bcrypt.replace('$2b$', '$2a$'), true],
  ['bcrypt $2b$', bcrypt, true],
  ['bcrypt $2y$', bcrypt.replace('$2b$', '$2y$'), true],
  ['SHA-1', sha1, true],
  ['SHA-1 in upper case', sha1.toUpperCase(), true],
]

describe('a stored password', async () => {
  test.each(await forms())('as %s is recognised, a wrong one is not', async (_form, stored, isOld) => {
    expect(await verifyPassword(stored, password)).toBe(true)
    expect(await verifyPassword(stored, `${password} `)).toBe(false)
    expect(await verifyPassword(stored, '')).toBe(false)
    expect(needsRehash(stored)).toBe(isOld)
  })

  test.each([
    ['none', noPassword],
    ['nothing at all', ''],
    ['something that is no hash', 'opus-reticulatum'],
    ['a damaged Argon2id', '$argon2id$v=19$m=19456,t=2,p=1$AAAA'],
    ['a damaged bcrypt', '$2y$10$short'],
    ['half a SHA-1', sha1.slice(20)],
  ])('that is %s matches nothing', async (_form, stored) => {
    expect(await verifyPassword(stored, password)).toBe(false)
    expect(await verifyPassword(stored, stored)).toBe(false)
  })

  test('of nobody matches nothing', async () => {
    expect(await verifyPassword(undefined, password)).toBe(false)
  })

  test('is kept as Argon2id with 19 MiB, two passes, one lane', async () => {
    const stored = await hashPassword(password)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await hashPassword(password)).not.toBe(stored)
  })
})
