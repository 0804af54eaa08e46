import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'

const exported = '/api/records/finds/export?format=csv'

describe.each(oneEngine)('tickets for downloads (%s)', (engine) => {
  let dig: Dig
  let backup: string
  let file: string
  beforeAll(async () => {
    dig = await openDig(engine)
    backup = (await dig.post('/api/backups', undefined, 'admin')).json().file
    const reply = await sendFile(dig, '/api/record/contexts/1/file', 'a.txt', 'Öfen', 'writer')
    file = String(reply.json().file.id)
  })
  afterAll(() => dig.close())

  const ask = async (path: unknown, role: Role = 'reader') => dig.post('/api/download-ticket', { path }, role)
  const ticketFor = async (path: string, role?: Role): Promise<string> => (await ask(path, role)).json().url
  const refusal = async (url: string) => {
    const reply = await dig.get(url)
    return [reply.statusCode, reply.json().code]
  }

  test.each<[string, () => string, Role]>([
    ['an export', () => exported, 'reader'],
    ['an export for a program', () => exported, 'key30'],
    [
      'an export with a filter as people write it',
      () => `${exported}&filter[material][_eq]=Öfen "x"`,
      'reader',
    ],
    ['the Harris matrix', () => '/api/rs/export?tb=contexts&format=csv', 'reader'],
    ['a file', () => `/api/file/${file}/content?download=1`, 'writer'],
    ['a backup', () => `/api/backup/${backup}/download`, 'admin'],
  ])('a browser fetches %s once', async (_case, path, role) => {
    const reply = await ask(path(), role)
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    const { url, expires_at, ...rest } = reply.json()
    expect(rest).toEqual({ status: 'success' })
    expect(url).toMatch(/[?&]ticket=[A-Za-z0-9_-]{43}$/)
    expect(expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const fetched = await dig.get(url)
    expect(fetched.statusCode).toBe(200)
    expect(fetched.headers['content-disposition']).toContain('attachment')
    expect(await refusal(url)).toEqual([401, 'unauthenticated'])
  })

  test.each([
    ['nothing', undefined, 'reader', 400, 'parameter_missing'],
    ['a number', 7, 'reader', 400, 'invalid_parameter'],
    ['another route', '/api/records/finds', 'reader', 400, 'invalid_parameter'],
    ['a way around', '/api/records/finds/export/../../../users', 'reader', 400, 'invalid_parameter'],
    ['another service', '//evil.example/api/records/finds/export', 'reader', 400, 'invalid_parameter'],
    ['a whole address', 'https://evil.example/api/rs/export', 'reader', 400, 'invalid_parameter'],
    ['something very long', `${exported}&x=${'a'.repeat(100_000)}`, 'reader', 400, 'invalid_parameter'],
    ['an unknown table', '/api/records/coins/export', 'reader', 404, 'unknown_table'],
    ['a file that is not there', '/api/file/999/content', 'reader', 404, 'record_not_found'],
    ['a backup, for a writer', '/api/backup/a.zip/download', 'writer', 403, 'not_enough_privilege'],
  ] as const)('%s gets no ticket', async (_case, path, role, status, code) => {
    const reply = await ask(path, role)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a ticket is good for its own address only, and used up by another', async () => {
    const url = await ticketFor(exported)
    expect(await refusal(url.replace('finds', 'contexts'))).toEqual([401, 'unauthenticated'])
    expect(await refusal(url)).toEqual([401, 'unauthenticated'])
    const other = await ticketFor(exported)
    expect(await refusal(other.replace('csv', 'json'))).toEqual([401, 'unauthenticated'])
  })

  test('a ticket opens no other kind of route, and asking for the head alone does not use it up', async () => {
    const url = await ticketFor(exported)
    expect(await refusal(`/api/records/finds?${url.split(/[?&]/).at(-1)}`)).toEqual([401, 'unauthenticated'])
    expect((await dig.request({ method: 'HEAD', url })).statusCode).toBe(401)
    expect((await dig.get(url)).statusCode).toBe(200)
  })

  test.each(['A'.repeat(43), 'short', ''])('a ticket that says "%s" opens nothing', async (ticket) => {
    expect(await refusal(`${exported}&ticket=${ticket}`)).toEqual([401, 'unauthenticated'])
    expect(await refusal(`/api/file/${file}/content?ticket=${ticket}`)).toEqual([401, 'unauthenticated'])
  })

  test('two who follow it at once: one gets it', async () => {
    const url = await ticketFor(exported)
    const replies = await Promise.all([1, 2, 3, 4].map(() => dig.get(url)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401])
  })

  test('what is stored does not open anything', async () => {
    const url = await ticketFor(exported)
    const rows = await dig.application.db.quick.all<{ key: string; content: string }>(
      sql`SELECT "key", "content" FROM "sys_once"`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(url.slice(-43))
  })

  test('a ticket that is too old opens nothing', async () => {
    const url = await ticketFor(exported)
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_once" SET "expires_at" = 1`))
    expect(await refusal(url)).toEqual([401, 'unauthenticated'])
  })

  test('whoever lost his rights meanwhile gets nothing', async () => {
    const change = (column: 'privilege' | 'token_version', value: number) =>
      dig.application.db.write((tx) =>
        tx.run(
          column === 'privilege'
            ? sql`UPDATE "sys_users" SET "privilege" = ${value} WHERE "id" = 2`
            : sql`UPDATE "sys_users" SET "token_version" = ${value} WHERE "id" = 2`,
        ),
      )
    const url = await ticketFor(`/api/backup/${backup}/download`, 'admin')
    await change('privilege', 30)
    expect(await refusal(url)).toEqual([403, 'not_enough_privilege'])
    await change('privilege', 10)
    const second = await ticketFor(`/api/backup/${backup}/download`, 'admin')
    await change('token_version', 1)
    expect(await refusal(second)).toEqual([401, 'token_invalidated'])
    const third = await ticketFor(exported, 'key30')
    await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_api_keys" SET "revoked_at" = 1`))
    expect(await refusal(third)).toEqual([401, 'unauthenticated'])
  })
})
