import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import { sql } from '../../storage/sql.js'
import { engines, password } from '../../testing/open-dig.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

const apiKey = 'Un1queKeyOfALibrary7'

describe.each([...engines])('the key of a library (%s)', (engine) => {
  let bibliography: Bibliography
  let logged = ''
  beforeAll(async () => {
    bibliography = await openBibliography(engine)
  })
  afterAll(() => bibliography.close())

  test('is nowhere in what the service answers, logs, stores or backs up', async () => {
    const { dig, manager, libId, library } = bibliography
    library.apiKey = apiKey
    const log = pino(
      { level: 'trace' },
      new Writable({
        write(chunk, _encoding, done) {
          logged += chunk
          done()
        },
      }),
    )
    const server = await buildServer(dig.services, log)
    const answers: string[] = []
    const ask = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
      const reply = await server.inject({
        method,
        url,
        headers: { authorization: `Bearer ${await dig.token('super_admin')}` },
        ...(payload && { payload }),
      })
      answers.push(JSON.stringify(reply.headers), reply.body)
      return reply
    }
    await ask('PATCH', `/api/refman/lib/${libId}`, { api_key: apiKey })
    await ask('POST', '/api/refman/lib', { type: 'user', refman_id: 7, name: 'x', api_key: apiKey })
    await ask('POST', '/api/refman/lib', { type: 'user', refman_id: 7, name: 'x', api_key: apiKey })
    const cited = await ask('POST', '/api/refman/link', {
      tb: 'finds',
      record_id: 1,
      lib_id: libId,
      refman_key: 'AAAAAAA2',
    })
    expect(cited.statusCode).toBe(200)
    expect(manager.requests.at(-1)?.headers['zotero-api-key']).toBe(apiKey)
    for (const status of [400, 403, 404]) {
      manager.misbehave((response, request) => {
        response.writeHead(status).end(JSON.stringify(request.headers))
      })
      await ask('POST', '/api/refman/sync/finds/1')
    }
    for (const path of ['/api/refman/libs', '/api/zotero/libs', '/api/refman/lib-options', '/api/logs'])
      await ask('GET', path)
    await ask('POST', '/api/admin/check-password', { pwd: password })
    await ask('POST', '/api/free-sql/run', { sql: 'SELECT * FROM sys_refman_libs' })
    await ask('GET', '/api/refman/export/finds?format=bibtex')
    const backup = await ask('POST', '/api/backups', {})
    expect([backup.statusCode, backup.body]).toEqual([200, expect.any(String)])
    await server.close()

    const stored = await dig.application.db.quick.get<{ key: string }>(
      sql`SELECT "api_key" AS "key" FROM "sys_refman_libs" WHERE "id" = ${libId}`,
    )
    expect(stored?.key).toMatch(/^v2\.[\w-]+$/)
    const everything: Record<string, string> = {
      answers: answers.join('\n'),
      log: logged,
      'log of the application': JSON.stringify(
        await dig.application.db.quick.all(sql`SELECT "message" FROM "sys_log"`),
      ),
      addresses: manager.requests.map(({ path, query }) => `${path}?${query}`).join('\n'),
    }
    const { dataFolder } = dig.service
    for (const entry of await readdir(dataFolder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      everything[path] = (await readFile(path)).toString('latin1')
    }
    expect(logged).toContain('request failed')
    expect(
      Object.entries(everything)
        .filter(([, text]) => text.includes(apiKey))
        .map(([place]) => place),
    ).toEqual([])
    const { keySalt } = dig.application
    expect(keySalt).toMatch(/^[0-9a-f]{64}$/)
    for (const place of ['answers', 'log', 'log of the application'])
      expect(everything[place]).not.toContain(keySalt)
    // Nor is what is stored told to anybody.
    expect(everything['answers']).not.toContain(stored?.key)
  })
})
