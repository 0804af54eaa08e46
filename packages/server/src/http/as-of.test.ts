import { asOfRoutes } from '@trowel/contract/as-of.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommittedSet, selectSet } from '../storage/journal/change-set-store.js'
import { id, sql } from '../storage/sql.js'
import { type Dig, engines, openDig } from '../testing/open-dig.js'
import { hideRows, scopeAs } from '../testing/scope-as.js'
import { scopeAsOf } from './as-of.js'
import type { RequestScope } from './scope.js'
import { wireTime } from './wire-time.js'

interface Answer {
  readonly status: string
  readonly code?: string
  readonly detail?: unknown
  readonly total: number
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly can_add: boolean
  readonly as_of?: { readonly set: number; readonly time: string }
}

async function collect<T>(batches: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const batch of batches) all.push(batch)
  return all
}

test('every route that is said to take `as_of` describes it', async () => {
  const dig = await openDig(engines[0] ?? 'sqlite')
  const { paths } = (await dig.get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters?: { name: string }[]; requestBody?: unknown }>>
  }>()
  const describing = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(
        ([, { parameters = [], requestBody }]) =>
          parameters.some(({ name }) => name === 'as_of') || JSON.stringify(requestBody)?.includes('"as_of"'),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(describing.sort()).toEqual(asOfRoutes.map((route) => route.replace(/:(\w+)/g, '{$1}')).sort())
  await dig.close()
})

describe.each(engines)('the state as it was (%s)', (engine) => {
  let dig: Dig
  /** The set right before the finds were changed, and the one that changed them. */
  let before: number
  let after: number
  beforeAll(async () => {
    dig = await openDig(engine)
    before = await newestSet()
    await dig.patch('/api/record/finds/1', { core: { material: 'obsidian' } }, 'super_admin')
    await dig.delete('/api/record/finds/2', undefined, 'super_admin')
    await dig.post('/api/record/finds', { core: { inv_no: 'F9', material: 'late' } }, 'super_admin')
    after = await newestSet()
  })
  afterAll(() => dig.close())

  const newestSet = async (): Promise<number> =>
    (await dig.application.db.quick.get<{ id: number }>(sql`SELECT max("id") AS id FROM "sys_change_sets"`))
      ?.id ?? 0
  const currentSet = async (): Promise<CommittedSet> => {
    const set = await selectSet(dig.application.db.quick, await newestSet())
    if (!set) throw new Error('There is no set.')
    return set
  }
  const timeOf = async (set: number): Promise<number> =>
    (
      await dig.application.db.quick.get<{ time: number }>(
        sql`SELECT "time" FROM "sys_change_sets" WHERE "id" = ${set}`,
      )
    )?.time ?? 0
  const list = async (query: string, role: Parameters<Dig['get']>[1] = 'super_admin'): Promise<Answer> =>
    (await dig.get(`/api/records/finds?columns=*&${query}`, role)).json<Answer>()
  const materials = ({ data }: Answer): unknown[] => data.map((row) => row['material'])

  test('is told by the id of a set, with the set and its time', async () => {
    const answer = await list(`as_of=${before}`)
    expect(answer).toMatchObject({ total: 8, as_of: { set: before, time: wireTime(await timeOf(before)) } })
    expect(materials(answer).slice(0, 2)).toEqual(['flint', 'amber'])
    expect(materials(await list(`as_of=${after}`))[0]).toBe('obsidian')
    expect(await list('')).not.toHaveProperty('as_of')
  })

  test('is told by a time: after the last set up to it', async () => {
    const [then, now] = [new Date(await timeOf(before)), new Date((await timeOf(after)) + 5)]
    const atThen = await list(`as_of=${then.toISOString()}`)
    expect(materials(atThen).slice(0, 2)).toEqual(['flint', 'amber'])
    expect(
      (await list(`as_of=${encodeURIComponent(now.toISOString().replace('Z', '+00:00'))}`)).as_of?.set,
    ).toBe(after)
    expect((await list('as_of=2999-01-01')).as_of?.set).toBe(after)
  })

  test('is asked for in a body as in an address, which wins', async () => {
    const post = async (url: string, body: object) =>
      (await dig.post(url, body, 'super_admin')).json<Answer>().as_of?.set
    expect(await post('/api/records/finds', { as_of: before })).toBe(before)
    expect(await post(`/api/records/finds?as_of=${after}`, { as_of: String(before) })).toBe(after)
  })

  test('has records that are deleted, and none that were made later', async () => {
    const deleted = await dig.get(`/api/record/finds/2?as_of=${before}`, 'super_admin')
    expect(deleted.json()).toMatchObject({
      as_of: { set: before },
      core: { material: { val: 'amber' } },
      metadata: { can_edit: false, can_delete: false, can_add: false },
    })
    const later = await dig.get(`/api/record/finds/9?as_of=${before}`, 'super_admin')
    expect([later.statusCode, later.json<Answer>().code]).toEqual([404, 'record_not_found'])
    expect((await list(`as_of=${before}`)).can_add).toBe(false)
  })

  test.each([
    ['printed', '/api/record/finds/2/print?', 'application/pdf'],
    ['printed in a list', '/api/records/finds/print?', 'application/pdf'],
    ['in a GeoPackage', '/api/records/finds/export?format=gpkg&', 'application/geopackage+sqlite3'],
    ['among tables in one', '/api/export/gpkg?tb=finds&', 'application/geopackage+sqlite3'],
    ['in a workbook', '/api/records/finds/export?format=xlsx&', 'spreadsheetml'],
    ['with its citations', '/api/refman/export/contexts?', 'json'],
  ])('is also %s', async (_how, url, type) => {
    const answer = await dig.get(`${url}as_of=${before}`, 'super_admin')
    expect([answer.statusCode, String(answer.headers['content-type'])]).toEqual([
      200,
      expect.stringContaining(type),
    ])
  })

  test('carries an ETag of its own', async () => {
    for (const url of [
      '/api/records/trenches?columns=*',
      '/api/record/finds/3?',
      '/api/rs/matrix?tb=contexts',
      '/api/geoface?tb=contexts',
      '/api/geoface/tiles/contexts/0/0/0?',
    ]) {
      const tags = await Promise.all(
        ['', `&as_of=${before}`, `&as_of=${after}`].map(
          async (more) => (await dig.get(url + more, 'reader')).headers.etag,
        ),
      )
      expect(new Set(tags).size).toBe(3)
      const known = await dig.request(
        { method: 'GET', url: `${url}&as_of=${after}`, headers: { 'if-none-match': String(tags[2]) } },
        'reader',
      )
      expect(known.statusCode).toBe(304)
    }
  })

  test.each([
    ['a set that there is not', 'as_of=999999', 404, 'change_set_not_found'],
    ['a time before the journal began', 'as_of=2001-02-03T04:05:06Z', 400, 'before_journal'],
    ['what is neither', 'as_of=yesterday', 400, 'invalid_parameter'],
    ['a day that there is not', 'as_of=2025-02-30', 400, 'invalid_parameter'],
    ['a set below the first', 'as_of=-3', 400, 'invalid_parameter'],
  ])('is refused for %s', async (_what, query, status, code) => {
    const answer = await dig.get(`/api/records/finds?${query}`, 'reader')
    expect([answer.statusCode, answer.json<Answer>().code]).toEqual([status, code])
  })

  test('before the journal: the refusal says since when', async () => {
    const { detail } = await list('as_of=2001-02-03')
    expect(detail).toEqual({ since: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) })
  })

  test.each([
    ['a change of a record', 'PATCH', '/api/record/finds/3?as_of=1', { core: { material: 'gold' } }],
    [
      'a change of several',
      'PATCH',
      '/api/records/finds',
      { as_of: 1, ids: [3], core: { material: 'gold' } },
    ],
    ['a deletion', 'DELETE', '/api/record/finds/3?as_of=1', undefined],
  ] as const)('is refused for %s, which changes nothing', async (_what, method, url, body) => {
    const answer = await dig.request({ method, url, ...(body && { payload: body }) }, 'super_admin')
    expect([answer.statusCode, answer.json<Answer>().code]).toEqual([400, 'invalid_parameter'])
    expect((await list('')).data.find(({ id }) => id === 3)).toMatchObject({ material: 'bone' })
  })

  test('is in the shape of today: later fields are null, fields that are gone do not appear', async () => {
    const config = '/api/config/table/trenches/field'
    await dig.post(config, { name: 'dug_by', label: 'Dug by', type: 'text', db_type: 'TEXT' }, 'super_admin')
    const made = await newestSet()
    await dig.patch('/api/record/trenches/1', { core: { dug_by: 'Ada' } }, 'super_admin')
    const first = async (set: number) =>
      (await dig.get(`/api/records/trenches?columns=*&as_of=${set}`, 'reader')).json<Answer>().data[0]
    expect(await first(before)).toMatchObject({ code: 'A', dug_by: null })
    expect(await first(made)).toMatchObject({ dug_by: null })
    expect(await first(await newestSet())).toMatchObject({ dug_by: 'Ada' })
    await dig.confirm()
    await dig.delete(`${config}/dug_by`, undefined, 'super_admin')
    expect(await first(made)).not.toHaveProperty('dug_by')
    expect(await first(made)).toMatchObject({ code: 'A' })
  })

  test('shows nothing that today’s rights keep away', async () => {
    const marker = 'm4rker'
    const make = (core: object) => dig.post('/api/record/finds', { core }, 'super_admin')
    // Seen then and now; hidden then; hidden now; deleted since.
    await make({ inv_no: 'S1', material: 'seen' })
    await make({ inv_no: `S2 ${marker}`, material: 'gold' })
    await make({ inv_no: `S3 ${marker}`, material: 'seen' })
    await make({ inv_no: `S4 ${marker}`, material: 'seen' })
    const idOf = async (inv: string) =>
      (
        await dig.application.db.quick.get<{ id: number }>(
          sql`SELECT "id" FROM finds WHERE "inv_no" LIKE ${`${inv}%`}`,
        )
      )?.id ?? 0
    const [hiddenThen, hiddenNow, gone] = [await idOf('S2'), await idOf('S3'), await idOf('S4')]
    const then = await newestSet()
    await dig.patch(
      `/api/record/finds/${hiddenThen}`,
      { core: { inv_no: 'S2', material: 'seen' } },
      'super_admin',
    )
    await dig.patch(`/api/record/finds/${hiddenNow}`, { core: { material: 'gold' } }, 'super_admin')
    await dig.delete(`/api/record/finds/${gone}`, undefined, 'super_admin')
    await hideRows(dig, 'reader', 'finds', { material: { _neq: 'gold' } })
    const urls = [
      '/api/records/finds?columns=*&',
      `/api/records/finds?columns=*&search_type=fast&search=${marker}&`,
      '/api/records/finds/export?format=csv&columns=*&',
      ...[hiddenThen, hiddenNow, gone].map((id) => `/api/record/finds/${id}?`),
    ]
    for (const url of urls) {
      const { body } = await dig.get(`${url}as_of=${then}`, 'reader')
      expect([url, body.includes(marker)]).toEqual([url, false])
    }
    const seen = await list(`as_of=${then}&per_page=200`, 'reader')
    expect(seen.data.map(({ inv_no }) => inv_no)).toContain('S1')
    expect(seen.total).toBe(seen.data.length)
    expect(
      (await list(`as_of=${then}&per_page=200`, 'writer')).data.filter((row) =>
        String(row['inv_no']).includes(marker),
      ),
    ).toHaveLength(3)
  })

  test('is not mixed with what others write while it is read', async () => {
    const set = await currentSet()
    const count = sql`SELECT count(*) AS n FROM ${id('finds')}`
    const counted = async (scope: RequestScope) => (await scope.db.scan.get<{ n: number }>(count))?.n
    const scope = await scopeAsOf(await scopeAs(dig, 'admin'), set)
    const before = await counted(scope)
    await dig.post('/api/record/finds', { core: { inv_no: 'meanwhile' } }, 'super_admin')
    expect(await counted(scope)).toBe(before)
    const other = await scopeAsOf(await scopeAs(dig, 'admin'), await currentSet())
    const now = await counted(other)
    await dig.delete('/api/record/finds/6', undefined, 'super_admin')
    const streamed = other.db.stream(sql`SELECT "id" FROM ${id('finds')}`, [{ name: 'id', kind: 'number' }])
    expect((await collect(streamed)).flat()).toHaveLength(now ?? 0)
    expect(await counted(await scopeAsOf(scope, set, true))).toBe(before)
  })

  test('is searched with an index that knows the present alone, and in what was changed since', async () => {
    const many = Array.from({ length: 2100 }, (_, k) => [`M${k}`, k % 100 === 0 ? 'Öllampe' : 'sherd'])
    await dig.application.db.write((tx) => tx.insertMany('finds', ['inv_no', 'material'], many))
    await dig.application.db.whenIdle()
    const search = (query: string) => list(`search_type=fast&search=${query}&per_page=200`)
    const [then, sherds] = [await search('llamp'), await search('sher')]
    expect([then.total, then.data.length]).toEqual([21, 21])
    const set = await newestSet()
    const [first = 0, second = 0, third = 0] = then.data.map((row) => Number(row['id']))
    await dig.patch(`/api/record/finds/${first}`, { core: { material: 'nail' } }, 'super_admin')
    await dig.patch(`/api/record/finds/${second}`, { core: { material: 'ÖLLAMPE, broken' } }, 'super_admin')
    await dig.patch(`/api/record/finds/${second + 1}`, { core: { material: 'öllampe' } }, 'super_admin')
    await dig.delete(`/api/record/finds/${third}`, undefined, 'super_admin')
    await dig.post('/api/record/finds', { core: { inv_no: 'M', material: 'Öllampe' } }, 'super_admin')
    await dig.application.db.whenIdle()
    for (const [query, found] of [
      ['llamp', then],
      ['sher', sherds],
    ] as const) {
      const { as_of, ...answer } = await search(`${query}&as_of=${set}`)
      expect(as_of?.set).toBe(set)
      expect(answer).toEqual({ ...found, can_add: false })
    }
    const filter = encodeURIComponent(JSON.stringify({ material: { _icontains: 'LLAMP' } }))
    const filtered = await list(`filter=${filter}&sort_field=inv_no&per_page=200&as_of=${set}`)
    expect(new Set(filtered.data.map((row) => row['id']))).toEqual(new Set(then.data.map((row) => row['id'])))

    // A table that is changed only while it is searched is searched again, without what the index said.
    const scope = await scopeAsOf(await scopeAs(dig, 'admin'), await currentSet())
    const found = scope.db.dialect.textSearch('finds', ['material'], 'sherd')
    await dig.patch('/api/record/finds/3', { core: { material: 'sherd' } }, 'super_admin')
    expect(found !== undefined).toBe(engine === 'sqlite')
    if (found) await expect(scope.db.quick.all(found)).rejects.toMatchObject({ problem: 'schema_changed' })
    const again = await scopeAsOf(scope, scope.asOf ?? (await currentSet()), true)
    expect(await again.db.quick.all(sql`SELECT "id" FROM ${id('contexts')}`)).toHaveLength(6)
  })

  test('cannot be written to', async () => {
    const { db } = await scopeAsOf(await scopeAs(dig, 'admin'), await currentSet())
    await expect(db.write((tx) => tx.run(sql`DELETE FROM ${id('finds')}`))).rejects.toThrow('not written')
  })

  test('is refused where the journal could not see a change of a table', async () => {
    const then = await newestSet()
    const run = (text: string) =>
      dig.application.db.runRaw({ text, secrets: {}, fixedPrefix: 'sys_', readsOnly: false })
    await run('ALTER TABLE samples ADD COLUMN stray TEXT')
    await run('ALTER TABLE samples DROP COLUMN stray')
    const answer = await dig.get(`/api/records/samples?as_of=${then}`, 'super_admin')
    expect([answer.statusCode, answer.json<Answer>().code, answer.json<Answer>().detail]).toEqual([
      409,
      'journal_incomplete',
      { tables: ['samples'] },
    ])
    expect((await dig.get(`/api/records/trenches?as_of=${then}`, 'super_admin')).statusCode).toBe(200)
    const now = await newestSet()
    expect((await dig.get(`/api/records/samples?as_of=${now}`, 'super_admin')).statusCode).toBe(200)
  })
})
