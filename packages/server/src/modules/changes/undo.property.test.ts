import type { ChangeSet } from '@trowel/contract/changes.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawnWithin, draws } from '../../testing/draws.js'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { relateTables } from '../../testing/relate-tables.js'
import { sendFile } from '../../testing/send-file.js'
import { storedRows } from '../../testing/stored-rows.js'

const as = 'super_admin'
/** Of any table; many of them are not there. */
const row = fc.integer({ min: 1, max: 9 })
const word = fc.constantFrom('awl', 'bead', 'Scherbe ß', "d'oro", '0.1', '')
const point = (x: number) => ({ type: 'Point', coordinates: [x, x / 2] })

/** Something that people do; much of it is refused, which is well. */
interface Step {
  readonly what: string
  run(dig: Dig): Promise<unknown>
}
const step = (what: string, run: Step['run']): Step => ({ what, run })

let made = 0
const unique = (): string => `P${++made}`

const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.tuple(word, row).map(([notes, trench]) =>
    step('a context with samples', (dig) => {
      const samples = [{ fields: { litres: 5, lab: notes } }, { fields: { litres: trench } }]
      const core = { ctx_no: unique(), notes, trench: (trench % 3) + 1 }
      return dig.post('/api/record/contexts', { core, plugins: { samples } }, as)
    }),
  ),
  fc
    .tuple(word, row)
    .map(([material, context]) =>
      step('a find', (dig) =>
        dig.post('/api/record/finds', { core: { inv_no: unique(), material, context } }, as),
      ),
    ),
  fc
    .tuple(row, word, row)
    .map(([id, material, context]) =>
      step('an edit of a find', (dig) =>
        dig.post(`/api/record/finds/${id}`, { core: { material, context } }, as),
      ),
    ),
  fc.tuple(row, word).map(([id, notes]) =>
    step('an edit of a context and its samples', (dig) => {
      const samples = [{ id: 1, _delete: true }, { fields: { lab: notes } }]
      return dig.post(
        `/api/record/contexts/${id}`,
        { core: { notes, chrono_from: id }, plugins: { samples } },
        as,
      )
    }),
  ),
  row.map((id) =>
    step('a deleted context', (dig) => dig.delete(`/api/record/contexts/${id}`, undefined, as)),
  ),
  row.map((id) => step('a deleted find', (dig) => dig.delete(`/api/record/finds/${id}`, undefined, as))),
  row.map((id) =>
    step('deleted samples', (dig) => dig.delete(`/api/record/contexts/${id}/plugins`, undefined, as)),
  ),
  fc
    .tuple(fc.array(row, { minLength: 1, maxLength: 4 }), word)
    .map(([ids, material]) =>
      step('a mass edit', (dig) => dig.patch('/api/records/finds', { ids, core: { material } }, as)),
    ),
  row.map((id) =>
    step('a duplicate', (dig) => dig.post(`/api/record/trenches/${id}/duplicate`, undefined, as)),
  ),
  fc.tuple(row, word).map(([no, material]) =>
    step('an import', async (dig) => {
      const rows = [`F${no},${material},2`, `${unique()},clay,0.25`, `${unique()},bone,7`]
      const { temp_id } = (await preview(dig, csvForm(`no,what,g\n${rows.join('\n')}\n`))).json()
      const mapping = { no: 'inv_no', what: 'material', g: 'weight_g' }
      return dig.post('/api/import/data', { temp_id, tb: 'finds', mapping, key_field: 'inv_no' }, 'writer')
    }),
  ),
  fc
    .tuple(row, row, fc.constantFrom(5, 6, 1, 9))
    .map(([first, second, relation]) =>
      step('a relation', (dig) => dig.post('/api/record/contexts/rs', { first, second, relation }, as)),
    ),
  row.map((id) => step('a relation less', (dig) => dig.delete(`/api/rs/${id}`, undefined, as))),
  fc
    .tuple(row, row)
    .map(([one, two]) =>
      step('a link', (dig) =>
        dig.post('/api/manual-link', { tb_one: 'contexts', id_one: one, tb_two: 'finds', id_two: two }, as),
      ),
    ),
  row.map((id) => step('a link less', (dig) => dig.delete(`/api/manual-link/${id}`, undefined, as))),
  row.map((id) =>
    step('a place', (dig) =>
      dig.post('/api/geoface/feature', { tb: 'contexts', id, geometry: point(id) }, as),
    ),
  ),
  row.map((id) =>
    step('another place', (dig) =>
      dig.put('/api/geoface/feature', { geodata: [{ id, geometry: point(id + 20) }] }, as),
    ),
  ),
  row.map((id) => step('a place less', (dig) => dig.delete('/api/geoface/feature', { ids: [id] }, as))),
  fc
    .tuple(row, word)
    .map(([id, text]) =>
      step('a file', (dig) => sendFile(dig, `/api/record/contexts/${id}/file`, 'a.txt', `${text} bytes`, as)),
    ),
  row.map((id) =>
    step('other bytes', (dig) => sendFile(dig, `/api/file/${id}/replace`, 'b.txt', `${id} new`, as)),
  ),
  fc
    .tuple(row, word)
    .map(([id, description]) =>
      step('a described file', (dig) => dig.patch(`/api/file/${id}`, { description }, as)),
    ),
  row.map((id) => step('a file less', (dig) => dig.delete(`/api/file/${id}`, undefined, as))),
  row.map((id) => step('a file elsewhere', (dig) => dig.delete(`/api/file-link/${id}`, undefined, as))),
  word.map((def) =>
    step('an item of a vocabulary', (dig) => dig.post('/api/vocabularies', { voc: 'soil', def }, as)),
  ),
  fc
    .tuple(row, word)
    .map(([id, val]) =>
      step('a renamed item', (dig) => dig.patch(`/api/vocabulary/${id}`, { val, carry: true }, as)),
    ),
  row.map((id) => step('an item less', (dig) => dig.delete(`/api/vocabulary/${id}`, undefined, as))),
  fc
    .tuple(word, word)
    .map(([search, replace]) =>
      step('search and replace', (dig) =>
        dig.post('/api/search-replace', { tb: 'finds', fld: 'material', search, replace }, as),
      ),
    ),
)

describe.each(engines)('undo on %s', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await relateTables(dig, ['finds', 'context'], 'contexts', 'SET NULL')
    await relateTables(dig, ['contexts', 'trench'], 'trenches', 'RESTRICT')
  })
  afterAll(() => dig.close())

  const setsAfter = async (last: number): Promise<ChangeSet[]> => {
    const reply = await dig.get('/api/change-sets?user=*&per_page=200', as)
    return reply.json<{ data: ChangeSet[] }>().data.filter(({ id }) => id > last)
  }
  const newest = async () => (await setsAfter(0))[0]?.id ?? 0
  /** What people see, byte by byte, and what is stored. */
  const state = async () => ({
    stored: await storedRows(dig),
    seen: await Promise.all(
      [
        '/api/records/contexts?per_page=200&plugins=1',
        '/api/records/finds?per_page=200&sort=-material',
        '/api/records/contexts/export?format=json',
        '/api/records/finds/export?format=csv',
        '/api/rs/matrix?tb=contexts',
        '/api/vocabularies',
      ].map(async (url) => (await dig.get(url, as)).body),
    ),
  })
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
        fc.array(steps, { minLength: 4, maxLength: 14 }),
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
      await fc.assert(property, draws(3))
    },
    drawnWithin(240_000),
  )
})
