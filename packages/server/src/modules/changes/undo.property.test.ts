import type { ChangeSet } from '@trowel/contract/changes.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyWork } from '../../testing/any-work.js'
import { drawnWithin, draws } from '../../testing/draws.js'
import { type Dig, engines, password } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { storedRows } from '../../testing/stored-rows.js'
import { type Bibliography, openBibliography } from '../citations/testing/open-bibliography.js'

const as = 'super_admin'

describe.each(engines)('undo on %s', (engine) => {
  let bibliography: Bibliography
  let dig: Dig
  beforeAll(async () => {
    bibliography = await openBibliography(engine)
    dig = bibliography.dig
    await dig.post('/api/free-sql/verify', { password }, as)
    await relateTables(dig, ['finds', 'context'], 'contexts', 'SET NULL')
    await relateTables(dig, ['contexts', 'trench'], 'trenches', 'RESTRICT')
  })
  afterAll(() => bibliography.close())

  const setsAfter = async (last: number): Promise<ChangeSet[]> => {
    const reply = await dig.get('/api/change-sets?user=*&per_page=200', as)
    return reply.json<{ data: ChangeSet[] }>().data.filter(({ id }) => id > last)
  }
  const newest = async () => (await setsAfter(0))[0]?.id ?? 0
  /** What people see, byte by byte, and what is stored. */
  const state = async () => {
    const stored = await storedRows(dig)
    const files = (stored['sys_files'] ?? []).map((file) => `/api/file/${file['id']}/content`)
    const seen = await Promise.all(
      [
        ...files,
        '/api/records/contexts?per_page=200&plugins=1',
        '/api/records/finds?per_page=200&sort=-material',
        '/api/records/contexts/export?format=json',
        '/api/records/finds/export?format=csv',
        '/api/rs/matrix?tb=contexts',
        '/api/rs/export?tb=contexts&format=dot',
        '/api/geoface?tb=contexts',
        '/api/vocabularies',
      ].map(async (url) => (await dig.get(url, as)).body),
    )
    return { stored, seen }
  }
  const undo = async (ids: readonly number[]) => {
    const before = await state()
    const ask = (preview: boolean) => dig.post('/api/change-sets/undo', { ids, preview }, as)
    const tried = await ask(true)
    expect(await state()).toEqual(before)
    const reply = await ask(false)
    expect(reply.statusCode, reply.body).toBe(200)
    const { change_set, ...answer } = reply.json()
    expect(tried.json()).toEqual({ ...answer, preview: true, change_set: null })
    expect(change_set?.counts ?? {}).toEqual(answer.counts)
  }

  test(
    'of all that was done, the newest first, leaves everything as it was; redo as it became',
    async () => {
      const property = fc.asyncProperty(
        fc.array(anyWork, { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        async (list, isTogether) => {
          const start = await newest()
          const first = await state()
          for (const each of list) await each.run(dig)
          const done = await state()
          const ids = (await setsAfter(start)).map(({ id }) => id)
          if (ids.length === 0) return
          const last = ids[0] ?? 0
          if (isTogether) await undo(ids)
          else for (const id of ids) await undo([id])
          expect(await state()).toEqual(first)
          const undos = (await setsAfter(last)).map(({ id }) => id)
          for (const id of undos) await undo([id])
          expect(await state()).toEqual(done)
          await undo(ids)
          expect(await state()).toEqual(first)
        },
      )
      await fc.assert(property, draws(2))
    },
    drawnWithin(240_000),
  )
})
