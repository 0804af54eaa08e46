import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { relationColumns } from '@trowel/contract/model/relation-words.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')

describe.each(oneEngine)('relations out of files that people have (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  /** As the names of the columns suggest, with records for units that have none. */
  const relate = async (path: string, more: object = {}) => {
    const type = path.endsWith('.lst') ? 'lst' : 'csv'
    const content = await readFile(resolve(data, path))
    const looked = (await preview(dig, { content, name: basename(path), after: { type } })).json()
    const how = relationColumns(looked.columns)
    const body = { temp_id: looked.temp_id, tb: 'contexts', missing: 'make', ...how, ...more }
    return (await dig.post('/api/import/relations', body, 'writer')).json()
  }
  const check = async () => (await dig.get('/api/rs/check?tb=contexts', 'reader')).json()

  test('the sequence of Shubayqa 1 takes the union of both sides', async () => {
    expect(await relate('strat-small-mit/shub1.csv')).toMatchObject({ made: 30, added: 45 })
    expect(await check()).toMatchObject({ ok: true, relations: 45, longest_chain: 18 })
  })

  test('the Bonn list is read like its own export', async () => {
    const { made, added } = await relate('strat-small-mit/bonn.lst')
    const exported = await dig.get('/api/rs/export?tb=contexts&format=lst', 'reader')
    expect(exported.statusCode).toBe(200)
    const again = await preview(dig, { content: exported.body, after: { type: 'lst' } })
    const body = { temp_id: again.json().temp_id, tb: 'contexts', ...relationColumns(again.json().columns) }
    const { json } = await dig.post('/api/import/relations', body, 'writer')
    expect(json()).toMatchObject({ added: 0, known: 2 * added, missing: [] })
    expect(made).toBe(17)
  })

  test('the North Area of Çatalhöyük states two relations twice, and loops are told before it is stored', async () => {
    const file = 'strat-catalhoyuk-b1b5/observations.csv'
    expect(await relate(file, { dry_run: true })).toMatchObject({ made: 690, added: 852, repeated: 2 })
    expect(await relate(file)).toMatchObject({ made: 690, added: 852, repeated: 2, total: 854, refused: 0 })
    expect(await check()).toMatchObject({ ok: true, relations: 852, longest_chain: 102 })
    expect(await relate(file)).toMatchObject({ made: 0, added: 0, known: 854 })

    const probes = 'strat-catalhoyuk-b1b5/probe-relations.csv'
    const tried = await relate(probes, { dry_run: true, missing: 'refuse' })
    expect(tried.errors[0].text).toMatch(/^This closes a loop: 3209 covers 3210, .*, 3862 covers 3209\.$/)
    expect(tried).toMatchObject({ total: 36, added: expect.any(Number), refused: expect.any(Number) })
    expect(tried.refused).toBeGreaterThanOrEqual(12)
  })
})
