import { privileges, privilegeValues } from '@trowel/contract/privileges.js'
import { noPassword } from '../../access/passwords.js'
import type { Conversion } from './adopted-table.js'
import { personIsGone } from './adoption.js'
import { idOf, integerOf, momentOf, textOf } from './source-rows.js'
import type { SourceDatabase, SourceValue } from './sources/source.js'

/** The level that a number means: of those that there are, the next one that may do no more. */
export function levelOf(value: SourceValue | undefined): number {
  const given = integerOf(value) ?? privileges.waiting
  return [...privilegeValues].sort((a, b) => a - b).find((level) => level >= given) ?? privileges.waiting
}

/** Levels of the people by their ids; of those with one address all but the first wait to be let in. */
export async function readPeople(source: SourceDatabase): Promise<ReadonlyMap<number, number>> {
  const people = new Map<number, number>()
  if (!(await source.columns('bdus_users'))) return people
  const addresses = new Set<string>()
  for await (const row of source.rows('bdus_users')) {
    // Such a person is left out.
    if (idOf(row) < 1) continue
    const address = textOf(row['email']).trim().toLowerCase()
    people.set(idOf(row), addresses.has(address) ? privileges.waiting : levelOf(row['privilege']))
    addresses.add(address)
  }
  return people
}

const users: Conversion = {
  from: 'bdus_users',
  to: 'sys_users',
  otherColumns: ['settings'],
  begin(_adoption, notes) {
    const addresses = new Set<string>()
    const identities = new Set<string>()
    return (row, id) => {
      const name = textOf(row['name']).trim()
      const given = textOf(row['email']).trim()
      const address = given.toLowerCase()
      const isTwice = addresses.has(address)
      const email = isTwice ? ownAddress(address, id) : address
      addresses.add(email)
      if (isTwice)
        notes.change(id, 'email', given, email, 'another user has this address; he waits to be let in')
      else if (email !== given) notes.change(id, 'email', given, email, 'addresses are kept in lower case')
      const privilege = isTwice ? privileges.waiting : levelOf(row['privilege'])
      if (privilege !== integerOf(row['privilege']))
        notes.change(id, 'privilege', row['privilege'] ?? null, privilege, 'the level that it comes to here')
      const provider = textOf(row['oauth_provider'])
      const subject = textOf(row['oauth_sub'])
      const identity = `${provider} ${subject}`
      const isKnown = provider !== '' && subject !== '' && !identities.has(identity)
      identities.add(identity)
      return {
        name: name || email,
        email,
        password: textOf(row['password']) || noPassword,
        privilege,
        oauth_provider: isKnown ? provider : null,
        oauth_sub: isKnown ? subject : null,
        token_version: integerOf(row['token_version']) ?? 0,
      }
    }
  },
}

/** An address of the same mailbox where the server knows of such, and of no other user. */
const ownAddress = (address: string, id: number): string =>
  address.includes('@') ? address.replace('@', `+${id}@`) : `${address}+${id}`

const keys: Conversion = {
  from: 'bdus_api_keys',
  to: 'sys_api_keys',
  begin({ people, now }, notes) {
    const hashes = new Set<string>()
    return (row, id) => {
      const hash = textOf(row['key_hash']).toLowerCase()
      if (!/^[0-9a-f]{64}$/.test(hash)) return notes.leaveOut(id, 'it is no key')
      if (hashes.has(hash)) return notes.leaveOut(id, 'said twice')
      hashes.add(hash)
      const privilege = keyLevel(levelOf(row['privilege'] ?? privileges.reader))
      if (privilege !== (integerOf(row['privilege']) ?? privileges.reader))
        notes.change(id, 'privilege', row['privilege'] ?? null, privilege, 'the level that it comes to here')
      const by = integerOf(row['created_by'])
      const isGone = by !== undefined && !people.has(by)
      if (isGone) notes.change(id, 'created_by', by, null, personIsGone)
      return {
        key_hash: hash,
        label: textOf(row['label']),
        created_by: isGone ? null : (by ?? null),
        created_at: momentOf(row['created_at']) ?? now,
        last_used_at: momentOf(row['last_used_at']),
        revoked_at: momentOf(row['revoked_at']),
        privilege,
      }
    }
  },
}

/** Keys administer, write or read; one that wrote only what is its own owns nothing. */
function keyLevel(level: number): number {
  if (level < privileges.admin) return privileges.admin
  return level === privileges.self_writer ? privileges.writer : level
}

export const peopleConversions: readonly Conversion[] = [users, keys]
