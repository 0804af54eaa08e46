import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { inventedWork, itemKey } from '../../testing/invented-works.js'
import { oneEngine } from '../../testing/open-dig.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

describe.each(oneEngine)('syncing citations (%s)', (engine) => {
  let bibliography: Bibliography
  beforeAll(async () => {
    // Answers are held back while something else happens.
    bibliography = await openBibliography(engine, { TROWEL_LIMIT_REFMAN_TIME_MS: '60000' })
  })
  beforeEach(() => bibliography.beginAnew())
  afterAll(() => bibliography.close())

  const syncRecord = async (record: number) =>
    (await bibliography.dig.post(`/api/refman/sync/finds/${record}`, undefined, 'writer')).json()
  const syncAll = async () => (await bibliography.dig.post('/api/refman/sync', undefined, 'admin')).json()
  const counted = (counts: object) => ({
    status: 'success',
    updated: 0,
    detached: 0,
    unchanged: 0,
    errors: 0,
    ...counts,
  })
  const write = (statement: ReturnType<typeof sql>) =>
    bibliography.dig.application.db.write((tx) => tx.run(statement))
  /** A library that changed since: everything is asked for anew. */
  const change = (key: string, version: number, title: string) => {
    const { library } = bibliography
    library.items.set(key, inventedWork(key, { version, title, year: '1999' }))
    library.version = Math.max(library.version, version)
  }
  const remove = (key: string) => {
    bibliography.library.items.delete(key)
    bibliography.library.version += 1
  }

  test('without citations nobody is asked', async () => {
    expect(await syncRecord(1)).toEqual(counted({}))
    expect(await syncAll()).toEqual(counted({ total: 0 }))
    expect(bibliography.manager.requests).toHaveLength(0)
  })

  test('a changed work is refreshed wherever it is cited, and counted as often as the record cites it', async () => {
    const { cite, linksOf } = bibliography
    await cite(1, 'AAAAAAA2', { pages: '1' })
    await cite(1, 'AAAAAAA2', { pages: '2' })
    await cite(1, 'AAAAAAA3')
    await cite(2, 'AAAAAAA2')
    change('AAAAAAA2', 412, 'Kilns, second edition')
    expect(await syncRecord(1)).toEqual(counted({ updated: 2, unchanged: 1 }))
    const fresh = {
      author_year: 'Greco 1999',
      refman_version: 412,
      detached: 0,
      full_citation: expect.stringContaining('Kilns, second edition'),
    }
    expect(await linksOf(1)).toMatchObject([
      { ...fresh, pages: '1' },
      { ...fresh, pages: '2' },
      { refman_version: 400 },
    ])
    expect(await linksOf(2)).toMatchObject([fresh])
    expect(await syncRecord(1)).toEqual(counted({ unchanged: 3 }))
  })

  test('a sync of everything counts distinct works', async () => {
    const { cite } = bibliography
    await cite(1, 'AAAAAAA2')
    await cite(2, 'AAAAAAA2')
    await cite(3, 'AAAAAAA3')
    change('AAAAAAA2', 412, 'Kilns, second edition')
    expect(await syncAll()).toEqual(counted({ updated: 1, unchanged: 1, total: 2 }))
  })

  test('a work that is gone is detached once, keeps what is cached, and is found again', async () => {
    const { cite, linksOf, library } = bibliography
    await cite(1, 'AAAAAAA2')
    const [before] = await linksOf(1)
    remove('AAAAAAA2')
    expect(await syncRecord(1)).toEqual(counted({ detached: 1 }))
    expect(await linksOf(1)).toMatchObject([
      {
        detached: 1,
        author_year: before?.['author_year'],
        full_citation: before?.['full_citation'],
        refman_version: 400,
        synced_at: expect.any(String),
      },
    ])
    expect(await syncRecord(1)).toEqual(counted({ unchanged: 1 }))
    expect(await syncAll()).toEqual(counted({ unchanged: 1, total: 1 }))
    // Its version is the same as before: it is attached again all the same, and whoever shows it is told to
    // look.
    library.items.set('AAAAAAA2', inventedWork('AAAAAAA2'))
    library.version += 1
    expect(await syncRecord(1)).toEqual(counted({ updated: 1 }))
    expect(await linksOf(1)).toMatchObject([{ detached: 0, refman_version: 400 }])
    expect(await syncRecord(1)).toEqual(counted({ unchanged: 1 }))
  })

  test('a work in the trash is gone, and comes back out of it', async () => {
    const { cite, linksOf, library } = bibliography
    await cite(1, 'AAAAAAA2')
    const item = inventedWork('AAAAAAA2', { version: 401 })
    library.items.set('AAAAAAA2', { ...item, data: { ...item.data, deleted: 1 } })
    library.version = 401
    expect(await syncAll()).toEqual(counted({ detached: 1, total: 1 }))
    library.items.set('AAAAAAA2', { ...item, version: 402 })
    library.version = 402
    expect(await syncAll()).toEqual(counted({ updated: 1, total: 1 }))
    expect(await linksOf(1)).toMatchObject([{ detached: 0, refman_version: 402 }])
  })

  test('an answer that includes the trash says that the work is gone', async () => {
    const { cite, manager } = bibliography
    await cite(1, 'AAAAAAA2')
    const item = inventedWork('AAAAAAA2')
    manager.misbehave((response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify([{ ...item, data: { ...item.data, deleted: 1 } }]))
    })
    expect(await syncRecord(1)).toEqual(counted({ detached: 1 }))
  })

  test('the lowest version of what is cached decides, and none is the lowest', async () => {
    const { cite, linksOf } = bibliography
    await cite(1, 'AAAAAAA2')
    await cite(2, 'AAAAAAA2')
    const second = (await linksOf(2))[0]?.['id'] as number
    await write(
      sql`UPDATE "sys_refman_links" SET "refman_version" = NULL, "author_year" = NULL WHERE "id" = ${second}`,
    )
    expect(await syncRecord(1)).toEqual(counted({ updated: 1 }))
    expect(await linksOf(2)).toMatchObject([{ refman_version: 400, author_year: 'Greco 1987' }])
  })

  test('an empty cache is filled although the version is the same', async () => {
    const { cite, linksOf } = bibliography
    await cite(1, 'AAAAAAA2')
    await write(sql`UPDATE "sys_refman_links" SET "full_citation" = NULL, "csl" = NULL`)
    expect(await syncRecord(1)).toEqual(counted({ updated: 1 }))
    expect((await linksOf(1))[0]?.['full_citation']).toContain('Kilns')
  })

  test('a key that the library passes over without a word says nothing about its work', async () => {
    const { cite, linksOf, dig, libId } = bibliography
    await cite(1, 'AAAAAAA2')
    await dig.application.db.write((tx) =>
      tx.insert('sys_refman_links', {
        tb: 'finds',
        record_id: 1,
        lib_id: libId,
        refman_key: 'old7',
        detached: 0,
        created_at: 1,
      }),
    )
    expect(await syncRecord(1)).toEqual(counted({ unchanged: 1, errors: 1 }))
    expect(await linksOf(1)).toMatchObject([
      { detached: 0 },
      { refman_key: 'old7', detached: 0, synced_at: null },
    ])
  })

  test('at most fifty keys are asked for at once', async () => {
    const { dig, manager, library, libId } = bibliography
    await dig.application.db.write((tx) =>
      tx.insertMany(
        'sys_refman_links',
        ['tb', 'record_id', 'lib_id', 'refman_key', 'detached', 'created_at'],
        Array.from({ length: 420 }, (_, number) => ['finds', 1 + (number % 8), libId, itemKey(number), 0, 1]),
      ),
    )
    for (let number = 0; number < 400; number++)
      library.items.set(itemKey(number), inventedWork(itemKey(number)))
    expect(await syncAll()).toEqual(counted({ updated: 400, detached: 20, total: 420 }))
    expect(manager.requests).toHaveLength(9)
    for (const { query } of manager.requests)
      expect(query.get('itemKey')?.split(',').length).toBeLessThanOrEqual(50)
  })

  test('a library is asked for two things at a time', async () => {
    const { dig, manager, libId } = bibliography
    manager.hold()
    const searches = Array.from({ length: 6 }, (_, at) =>
      dig.get(`/api/refman/search?lib_id=${libId}&q=${at}`, 'writer'),
    )
    await expect.poll(() => manager.requests.length).toBe(2)
    manager.release()
    const replies = await Promise.all(searches)
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect([manager.requests.length, manager.maxConcurrent]).toEqual([6, 2])
  })

  test('so many searches wait for a library, and no more', async () => {
    const { dig, manager, libId } = bibliography
    manager.hold()
    const searches = Array.from({ length: 23 }, (_, at) =>
      dig.get(`/api/refman/search?lib_id=${libId}&q=${at}`, 'writer'),
    )
    const refused = await Promise.race(searches)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded'])
    manager.release()
    const replies = await Promise.all(searches)
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(22)
  })

  test('of a library that did not change one answer says so, and nothing is detached by it', async () => {
    const { cite, manager, linksOf } = bibliography
    await cite(1, 'AAAAAAA2')
    await cite(2, 'AAAAAAA3')
    expect(await syncAll()).toEqual(counted({ unchanged: 2, total: 2 }))
    const asked = manager.requests.length
    expect(await syncAll()).toEqual(counted({ unchanged: 2, total: 2 }))
    expect(manager.requests.slice(asked)).toMatchObject([{ headers: { 'if-modified-since-version': '400' } }])
    expect(await linksOf(1)).toMatchObject([{ detached: 0 }])
    // What was cached before cannot be covered by it: everything is looked at again.
    await write(sql`UPDATE "sys_refman_links" SET "synced_at" = 1000 WHERE "record_id" = 1`)
    await syncAll()
    expect(manager.requests.at(-1)?.headers).not.toHaveProperty('if-modified-since-version')
    change('AAAAAAA2', 401, 'Kilns anew')
    expect(await syncAll()).toEqual(counted({ updated: 1, unchanged: 1, total: 2 }))
  })

  test('those who sync the same at the same time share one run', async () => {
    const { cite, manager } = bibliography
    await cite(1, 'AAAAAAA2')
    const asked = manager.requests.length
    manager.hold()
    change('AAAAAAA2', 412, 'Kilns, second edition')
    const running = [syncRecord(1), syncRecord(1), syncRecord(1), syncAll(), syncAll()]
    await expect.poll(() => manager.requests.length - asked).toBe(2)
    manager.release()
    const [first, second, third, all, allAgain] = await Promise.all(running)
    expect([second, third]).toEqual([first, first])
    expect(allAgain).toEqual(all)
    expect(manager.requests.length - asked).toBe(2)
    expect(await syncRecord(1)).toEqual(counted({ unchanged: 1 }))
  })

  test('what another node syncs already is not asked for a second time', async () => {
    const { cite, manager, dig } = bibliography
    const { db } = dig.application
    await cite(1, 'AAAAAAA2')
    const asked = manager.requests.length
    const job = (kind: string, leaseUntil: number) =>
      db.write((tx) =>
        tx.insert('sys_jobs', {
          kind,
          state: 'running',
          owner: 'user/2',
          node: 'another',
          lease_until: leaseUntil,
          done: 0,
          total: 1,
          started_at: 1,
        }),
      )
    const abandoned = await job('import_data', 1)
    const running = await job('refman_sync', Date.now() + 60_000)
    const reply = syncAll()
    // It is marked in the transaction that looks for the other sync.
    await expect
      .poll(() => db.quick.get(sql`SELECT "state" FROM "sys_jobs" WHERE "id" = ${abandoned}`))
      .toEqual({ state: 'failed' })
    const counts = { updated: 3, detached: 1, unchanged: 0, errors: 0, total: 4 }
    await write(
      sql`UPDATE "sys_jobs" SET "state" = 'done', "result" = ${JSON.stringify(counts)} WHERE "id" = ${running}`,
    )
    expect(await reply).toEqual({ status: 'success', ...counts })
    expect(manager.requests).toHaveLength(asked)
  })

  test('what is removed while the library is asked stays removed, and others write meanwhile', async () => {
    const { cite, manager, dig, linksOf } = bibliography
    const id = await cite(1, 'AAAAAAA2')
    await cite(1, 'AAAAAAA3')
    manager.hold()
    change('AAAAAAA3', 412, 'Other kilns')
    const asked = manager.requests.length
    const running = syncRecord(1)
    await expect.poll(() => manager.requests.length).toBe(asked + 1)
    expect((await dig.delete(`/api/refman/link/${id}`, undefined, 'writer')).statusCode).toBe(200)
    const saved = await dig.put('/api/record/finds/1', { core: { material: 'gold' } }, 'writer')
    expect(saved.statusCode).toBe(200)
    manager.release()
    expect(await running).toEqual(counted({ updated: 1, unchanged: 1 }))
    expect(await linksOf(1)).toMatchObject([{ refman_key: 'AAAAAAA3', refman_version: 412 }])
  })

  test('what was formatted in a style that is not wanted any more is not kept', async () => {
    const { cite, manager, dig, libId, linksOf } = bibliography
    await cite(1, 'AAAAAAA2')
    manager.hold()
    const asked = manager.requests.length
    const running = syncRecord(1)
    const citing = cite(2, 'AAAAAAA3')
    await expect.poll(() => manager.requests.length).toBe(asked + 2)
    await dig.patch(`/api/refman/lib/${libId}`, { citation_style: 'apa' }, 'admin')
    manager.release()
    expect(await running).toEqual(counted({ errors: 1 }))
    await citing
    for (const record of [1, 2]) {
      expect(await syncRecord(record)).toEqual(counted({ updated: 1 }))
      expect((await linksOf(record))[0]?.['full_citation']).toContain('<i>apa</i>')
    }
  })

  test('a library that is removed while it is asked takes its citations along', async () => {
    const { cite, manager, dig, libId, linksOf } = bibliography
    await cite(1, 'AAAAAAA2')
    manager.hold()
    const asked = manager.requests.length
    const syncing = syncRecord(1)
    const citing = dig.post(
      '/api/refman/link',
      { tb: 'finds', record_id: 2, lib_id: libId, refman_key: 'AAAAAAA3' },
      'writer',
    )
    await expect.poll(() => manager.requests.length).toBe(asked + 2)
    await dig.delete(`/api/refman/lib/${libId}`, undefined, 'admin')
    manager.release()
    expect(await syncing).toEqual(counted({ errors: 1 }))
    expect((await citing).json().code).toBe('lib_not_found')
    expect([await linksOf(1), await linksOf(2)]).toEqual([[], []])
  })

  test('libraries are independent of each other', async () => {
    const { cite, dig, manager } = bibliography
    await cite(1, 'AAAAAAA2')
    const gone = (
      await dig.post('/api/refman/lib', { type: 'user', refman_id: 9, name: 'gone' }, 'admin')
    ).json()
    await dig.application.db.write((tx) =>
      tx.insert('sys_refman_links', {
        tb: 'finds',
        record_id: 1,
        lib_id: gone.id,
        refman_key: 'AAAAAAA2',
        detached: 0,
        created_at: 1,
      }),
    )
    change('AAAAAAA2', 412, 'Kilns, second edition')
    expect(await syncRecord(1)).toEqual(counted({ updated: 1, errors: 1 }))
    expect(manager.requests.at(-1)?.path).toBe('/users/9/items')
  })
})
