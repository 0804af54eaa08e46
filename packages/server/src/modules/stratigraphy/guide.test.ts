import { readFileSync } from 'node:fs'
import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { expect, test } from 'vitest'
import { documentedPictures, guideSequence } from '../../testing/documented-images.js'
import { openDig } from '../../testing/open-dig.js'

const project = new URL('../../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, project), 'utf8')

test.each(documentedPictures)('$path is what the service draws', ({ path, draw }) => {
  expect(read(path), 'node scripts/write-docs.mjs draws it').toBe(draw())
})

test('what happens in the guide happens', async () => {
  const guide = read('docs/guides/stratigraphy.md')
  const dig = await openDig('sqlite')
  const ids = new Map<string, number>()
  const { relations, mistake, alone } = guideSequence()
  const labels = new Set([...relations.flatMap(([first, , second]) => [first, second]), alone])
  for (const label of [...labels].sort()) {
    const made = await dig.post('/api/record/contexts', { core: { ctx_no: label } }, 'writer')
    ids.set(label, made.json<{ id: number }>().id)
  }
  const relate = (
    [first, name, second]: readonly [string, string, string],
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    const relation = stratigraphicRelations.find((one) => one.name === name)?.code
    return dig.post(
      '/api/record/contexts/rs',
      { first: ids.get(first), relation, second: ids.get(second), ...more },
      'writer',
    )
  }
  const check = async () =>
    (await dig.get('/api/rs/check?tb=contexts&filter[id][_gt]=6', 'reader')).json<{
      ok: boolean
      units: number
      relations: number
      longest_chain: number
      loops: { relations: { id: number }[]; also_vanish: number }[]
      loops_total: number
      isolated: number[]
    }>()

  for (const relation of relations) expect((await relate(relation)).statusCode).toBe(200)
  expect((await relate(['C101', 'covers', 'C106'])).body).toContain('redundant_relation')

  const refused = await relate(mistake)
  expect(refused.statusCode).toBe(409)
  expect(guide).toContain(`"text":"${refused.json<{ text: string }>().text}"`)

  const { id } = (await relate(mistake, { force: true })).json<{ id: number }>()
  const wrong = await check()
  expect([wrong.ok, wrong.units, wrong.relations, wrong.longest_chain, wrong.loops_total]).toEqual([
    false,
    15,
    18,
    5,
    3,
  ])
  expect(guide).toContain('"ok":false,"units":15,"relations":18,"components":2,"longest_chain":5')
  expect(wrong.loops[0]).toMatchObject({ also_vanish: 2 })
  expect(wrong.loops[0]?.relations.at(-1)?.id).toBe(id)

  expect((await dig.request({ method: 'DELETE', url: `/api/rs/${id}` }, 'writer')).statusCode).toBe(200)
  const mended = await check()
  expect([mended.ok, mended.longest_chain, mended.isolated]).toEqual([true, 10, [ids.get(alone)]])
  await dig.close()
})
