import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { oneEngine, password } from '../../testing/open-dig.js'
import { placesOf, watchSecrets } from '../../testing/watch-secrets.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

const apiKey = 'Un1queKeyOfALibrary7'

describe.each(oneEngine)('the key of a library (%s)', (engine) => {
  let bibliography: Bibliography
  beforeAll(async () => {
    bibliography = await openBibliography(engine)
  })
  afterAll(() => bibliography.close())

  test('is nowhere in what the service answers, logs, stores or backs up', async () => {
    const { dig, manager, libId, library } = bibliography
    library.apiKey = apiKey
    const watched = await watchSecrets(dig)
    const { ask } = watched
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
    const left: Readonly<Record<string, string>> = {
      ...(await watched.end()),
      addresses: manager.requests.map(({ path, query }) => `${path}?${query}`).join('\n'),
    }
    const stored = await dig.application.db.quick.get<{ key: string }>(
      sql`SELECT "api_key" AS "key" FROM "sys_refman_libs" WHERE "id" = ${libId}`,
    )
    expect(stored?.key).toMatch(/^v2\.[\w-]+$/)
    expect(left['log']).toContain('request failed')
    expect(placesOf(apiKey, left)).toEqual([])
    const { keySalt } = dig.application
    expect(keySalt).toMatch(/^[0-9a-f]{64}$/)
    for (const place of ['answers', 'log', 'log of the application'])
      expect(left[place]).not.toContain(keySalt)
    // Nor is what is stored told to anybody.
    expect(left['answers']).not.toContain(stored?.key)
  })
})
