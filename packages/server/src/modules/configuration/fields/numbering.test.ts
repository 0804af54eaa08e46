import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { previewedTable } from '../testing/schema-texts.js'

const as = 'super_admin'
const field = '/api/config/table/finds/field'
const text = { type: 'text', db_type: 'TEXT', check: ['no_dupl'] }

describe.each(oneEngine)('a field with a pattern for numbers (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
    await dig.post(field, { name: 'tag', label: 'Tag', ...text }, as)
  })
  afterAll(() => dig.close())

  const save = (settings: object) =>
    dig.put(`${field}/tag`, { name: 'tag', label: 'Tag', ...text, ...settings }, as)
  const stored = async (name = 'tag') =>
    (await dig.get('/api/config/table/finds', as)).json().table.fields[name]

  test('keeps it, and the schema of a record tells it', async () => {
    const settings = { number_pattern: '{context}/{year:2}.{n:3}', number_gaps: '1', number_auto: true }
    expect((await save(settings)).statusCode).toBe(200)
    const kept = { number_pattern: settings.number_pattern, number_gaps: true, number_auto: true }
    expect(await stored()).toMatchObject(kept)
    const { schema } = (await dig.get('/api/record/finds/1', 'reader')).json()
    const [tag, material] = ['tag', 'material'].map((name) =>
      schema.fields.find((one: { name: string }) => one.name === name),
    )
    expect(tag).toMatchObject(kept)
    expect(material).toMatchObject({ number_pattern: null, number_gaps: false, number_auto: false })
  })

  test.each([
    ['no counter', { number_pattern: 'T{year}' }, 'invalid_pattern'],
    ['two counters', { number_pattern: '{n}.{n}' }, 'invalid_pattern'],
    ['a text without a pattern', { number_pattern: 7 }, 'invalid_pattern'],
    ['a field that is not there', { number_pattern: '{trench}.{n}' }, 'unknown_field'],
    ['the field itself', { number_pattern: '{tag}{n}' }, 'unknown_field'],
    ['duplicates', { number_pattern: 'T{n}', check: [] }, 'invalid_value'],
    ['texts in a column of whole numbers', { number_pattern: 'T{n}', db_type: 'INTEGER' }, 'invalid_value'],
    ['a column of fractions', { number_pattern: '{n}', db_type: 'FLOAT' }, 'invalid_value'],
  ])('%s are refused', async (_what, settings, code) => {
    const reply = await save(settings)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toMatchObject([{ field: 'number_pattern', code }])
  })

  test('stands in main tables alone', async () => {
    const reply = await dig.post(
      '/api/config/table/samples/field',
      { name: 'bag', label: 'Bag', ...text, number_pattern: 'B{n}' },
      as,
    )
    expect(reply.json().errors).toMatchObject([{ field: 'number_pattern', code: 'invalid_value' }])
  })

  test('goes into a schema text and comes back out of it', async () => {
    const { body } = await dig.get('/api/config/dbml', as)
    const [finds = ''] = body.slice(body.indexOf('Table finds')).split('\n}')
    const copy = `${finds.replace('Table finds', 'Table kilns')}\n}`
    expect(copy).toContain('{context}/{year:2}.{n:3}')
    expect((await previewedTable(dig, copy)).errors).toEqual([])
    const broken = await previewedTable(dig, copy.replace('{context}/', '{trench}/'))
    expect(broken.errors).toMatchObject([{ field: 'tag' }])
  })

  test('follows the new name of a field that it names, and ends with it', async () => {
    expect((await dig.patch(`${field}/context`, { new_name: 'unit' }, as)).statusCode).toBe(200)
    expect(await stored()).toMatchObject({ number_pattern: '{unit}/{year:2}.{n:3}' })
    await dig.post(field, { name: 'shelf', label: 'Shelf', type: 'text' }, as)
    await save({ number_pattern: '{shelf}-{n}' })
    await dig.delete(`${field}/shelf`, undefined, as)
    expect(await stored()).not.toHaveProperty('number_pattern')
  })
})
