import { boneFindings, bones } from '@trowel/contract/osteology.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

describe('the bones of an inventory', () => {
  test('are 51, each once, 42 of them with a side', () => {
    expect(new Set(bones.map(({ id }) => id)).size).toBe(51)
    expect(bones.filter(({ side }) => side !== undefined)).toHaveLength(42)
    expect(bones.every(({ id, side }) => side === undefined || id.endsWith(`_${side}`))).toBe(true)
  })
})

describe.each(engines)('inventories of bones (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.post('/api/config/table/contexts/osteology', {}, 'super_admin')
  })
  afterAll(() => dig.close())

  const save = (osteo_data: unknown) => dig.post('/api/record/contexts/1', { core: { osteo_data } }, 'writer')
  const stored = async (context = 1) =>
    (await dig.get(`/api/record/contexts/${context}`, 'reader')).json().core.osteo_data.val
  const one = (individual: unknown) => ({ individuals: [individual] })
  const bone = (id: string, record: unknown) => one({ id: 1, bones: { [id]: record } })

  test('come back letter by letter, with keys of their own and in their order', async () => {
    const text =
      '{ "zone":"A", "individuals" : [ {"notes":"","label":"Tomb 12, west","id":1,"sex":"?","bones":{"femur_left":{"present":true,"conservation":"gt50","certainty":"probable","laterality_certainty":"certain","cut":1.50},"coccyx":{"present":false},"face":{}}} ] }'
    expect((await save(text)).statusCode).toBe(200)
    expect(await stored()).toBe(text)
  })

  test('that come as an object are kept as its text', async () => {
    const inventory = { individuals: [{ id: 2, label: 'Ö', bones: {} }], more: { b: 1, a: 2 } }
    expect((await save(inventory)).statusCode).toBe(200)
    expect(await stored()).toBe(JSON.stringify(inventory))
  })

  test('may hold every bone with every finding', async () => {
    const all = Object.fromEntries(
      bones.flatMap(({ id, side }) =>
        boneFindings.conservation.slice(0, 1).map((conservation) => [
          id,
          {
            present: true,
            conservation,
            ...(side ? { laterality_certainty: 'uncertain' } : {}),
            notes: 'n',
          },
        ]),
      ),
    )
    expect((await save(one({ id: 1, bones: all }))).statusCode).toBe(200)
  })

  test.each([[null], ['']])('are taken away by %j', async (nothing) => {
    await save({ individuals: [] })
    expect((await save(nothing)).statusCode).toBe(200)
    expect(await stored()).toBeNull()
  })

  const refusals: readonly (readonly [string, unknown])[] = [
    ['no JSON', '{"individuals":['],
    ['a number', 5],
    ['a list', []],
    ['no list of individuals', { individuals: {} }],
    ['an individual that is none', one('Tomb 12')],
    ['an individual without an id', one({ label: 'Tomb 12' })],
    ['an id that is a text', one({ id: '1' })],
    ['an id with a fraction', one({ id: 1.5 })],
    ['an id twice', { individuals: [{ id: 1 }, { id: 1 }] }],
    ['a label that is a number', one({ id: 1, label: 12 })],
    ['notes that are a list', one({ id: 1, notes: [] })],
    ['bones as a list', one({ id: 1, bones: [] })],
    ['an unknown bone', bone('wing', {})],
    ['a bone without its side', bone('femur', {})],
    ['a side for what the body has once', bone('cranium_left', {})],
    ['a name that objects have anyway', bone('constructor', {})],
    ['a bone that is a word', bone('face', 'present')],
    ['presence as a number', bone('face', { present: 1 })],
    ['notes of a bone that are a number', bone('face', { notes: 1 })],
    ['an unknown conservation', bone('face', { present: true, conservation: 'good' })],
    ['an unknown certainty', bone('face', { present: true, certainty: 'sure' })],
    [
      'an unknown certainty of the side',
      bone('femur_left', { present: true, laterality_certainty: 'probable' }),
    ],
    [
      'a certainty of the side for what the body has once',
      bone('face', { present: true, laterality_certainty: 'certain' }),
    ],
    ['a finding of an absent bone', bone('face', { present: false, certainty: 'certain' })],
    ['a finding of a bone that is not documented', bone('face', { conservation: 'traces' })],
    ['more than 256 KiB', one({ id: 1, notes: 'x'.repeat(262_144) })],
    ['more than 256 KiB of letters with marks', one({ id: 1, notes: 'ö'.repeat(131_072) })],
  ]
  test.each(refusals)('with %s are refused', async (_case, inventory) => {
    const reply = await save(inventory)
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'osteo_data', rule: 'osteo_data', tb: 'contexts', row: null })],
    ])
  })

  test('are checked when they are imported and when many records get them', async () => {
    const file = 'no,bones\nC2,"{""individuals"":[{""id"":1}]}"\nC3,"{""individuals"":1}"\n'
    const { temp_id } = (await preview(dig, csvForm(file))).json<{ temp_id: string }>()
    const body = { temp_id, type: 'csv', tb: 'contexts', mapping: { no: 'ctx_no', bones: 'osteo_data' } }
    const imported = await dig.post('/api/import/data', { ...body, key_field: 'ctx_no' }, 'writer')
    expect(imported.json().errors).toMatchObject([{ field: 'osteo_data', rule: 'osteo_data', row: 2 }])
    const edit = (osteo_data: unknown) =>
      dig.patch('/api/records/contexts', { ids: [4, 5], core: { osteo_data } }, 'writer')
    expect((await edit({ individuals: [{}] })).json().errors).toMatchObject([{ record: 4 }, { record: 5 }])
    expect((await edit({ individuals: [] })).statusCode).toBe(200)
    expect(await stored(5)).toBe('{"individuals":[]}')
    const copy = (await dig.post('/api/record/contexts/5/duplicate', {}, 'writer')).json<{ id: number }>()
    expect(await stored(copy.id)).toBe('{"individuals":[]}')
  })

  test('come back with a version as they were, whatever the rules are by now', async () => {
    const text = '{"individuals": [{"id": 7}]}'
    await dig.post('/api/record/contexts/6', { core: { osteo_data: text } }, 'writer')
    await dig.post('/api/record/contexts/6', { core: { osteo_data: null } }, 'writer')
    const { versions } = (await dig.get('/api/record/contexts/6/versions', 'admin')).json()
    await dig.post(`/api/version/${versions[0].id}/restore`, { fields: ['osteo_data'] }, 'admin')
    expect(await stored(6)).toBe(text)
  })
})
