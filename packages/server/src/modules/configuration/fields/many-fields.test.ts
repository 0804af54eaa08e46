import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, engines, oneEngine, openDig } from '../../../testing/open-dig.js'

const as = 'super_admin'
const address = '/api/config/table/finds/fields'
const text = (name: string) => ({ name, label: name, type: 'text' })

describe.each(engines)('fields that are added together (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const tableOf = async (name = 'finds') => (await dig.get(`/api/config/table/${name}`, as)).json().table
  const sets = async () => (await dig.get('/api/change-sets', as)).json().total

  test('come in one change, with the values of their vocabularies and their relations', async () => {
    const before = await sets()
    const reply = await dig.post(
      address,
      {
        fields: [
          { name: 'mass_g', label: 'Weight', type: 'text', db_type: 'FLOAT' },
          { name: 'colour', label: 'Colour', type: 'select', vocabulary_set: 'colours' },
          { name: 'near', label: 'Near', type: 'select', id_from_tb: 'finds' },
        ],
        vocabularies: [{ name: 'colours', values: ['red', ' grey ', 'red'] }],
      },
      as,
    )
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_cfg_data_updated',
      flds: ['mass_g', 'colour', 'near'],
    })
    const { fields } = await tableOf()
    expect(Object.keys(fields).slice(-3)).toEqual(['mass_g', 'colour', 'near'])
    expect(fields.near).toMatchObject({ db_type: 'INTEGER', id_from_tb: 'finds' })
    const { vocs } = (await dig.get('/api/vocabularies', as)).json()
    const colours = vocs.find(({ name }: { name: string }) => name === 'colours')
    expect(colours.items.map(({ def }: { def: string }) => def)).toEqual(['red', 'grey'])
    const relations = (await dig.get('/api/config/relations', as)).json().data
    expect(relations).toContainEqual(
      expect.objectContaining({ from_tb: 'finds', from_col: 'near', to_tb: 'finds', enforced: true }),
    )
    expect(await sets()).toBe(before + 1)
  })

  test('are not made, nor the values of their vocabularies, when one of them cannot be', async () => {
    const before = Object.keys((await tableOf()).fields)
    const reply = await dig.post(
      address,
      {
        fields: [text('mass_g'), { ...text('1st'), type: 'colour' }, { ...text('near'), min: 'low' }],
        vocabularies: [{ name: 'colours', values: ['red'] }],
      },
      as,
    )
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])).toEqual([
      ['fields[1].name', 'invalid_name'],
      ['fields[1].type', 'invalid_type'],
      ['fields[2].min', 'invalid_value'],
    ])
    expect(Object.keys((await tableOf()).fields)).toEqual(before)
    const { vocs } = (await dig.get('/api/vocabularies', as)).json()
    expect(vocs.map(({ name }: { name: string }) => name)).not.toContain('colours')
  })

  test('are shown in lists when asked so, the short ones and as far as there is room', async () => {
    const { preview } = await tableOf()
    const fields = [
      { ...text('notes_2'), type: 'long_text' },
      ...['a', 'b', 'c', 'd', 'e'].map((name) => text(name)),
    ]
    expect((await dig.post(address, { fields, in_lists: true }, as)).statusCode).toBe(200)
    const shown = (await tableOf()).preview
    expect(shown).toHaveLength(Math.max(5, preview.length))
    expect(shown.slice(preview.length)).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, 5 - preview.length))
  })
})

describe.each(oneEngine)('several fields that cannot be added', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test.each([
    ['by a user who is no super-administrator', 'admin', [text('a')], 403, 'not_enough_privilege'],
    ['none at all', as, [], 400, 'parameter_missing'],
    ['what is no list', as, 'a', 400, 'invalid_parameter'],
    ['one whose name is taken', as, [text('a'), text('weight_g')], 409, 'fld_already_available'],
    ['two of one name', as, [text('a'), text('a')], 409, 'fld_already_available'],
  ] as const)('%s', async (_case, role, fields, status, code) => {
    const reply = await dig.post(address, { fields }, role)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('with a value that no vocabulary can have', async () => {
    const vocabularies = [{ name: 'colours', values: ['x'.repeat(201)] }]
    const reply = await dig.post(address, { fields: [text('a')], vocabularies }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    expect((await dig.get('/api/config/table/finds', as)).json().table.fields).not.toHaveProperty('a')
  })
})
