import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

const sheet = {
  colour: 'kept though nobody knows it',
  sections: [
    {
      label: 'Identity',
      collapsible: false,
      content: [{ field: 'ctx_no', width: '1/4', note: 'too' }, { field: 'trench' }],
    },
    { label: 'Samples', plugin: 'samples', content: [{ field: 'lab' }] },
    {
      label: 'Notes',
      type: 'accordion',
      content: [{ label: 'Excavator', open: true, fields: [{ field: 'notes', width: '1/1' }] }],
    },
  ],
}

describe.each(oneEngine)('print templates (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const get = async (path: string) => (await dig.get(path, 'super_admin')).json()
  const save = (name: string, layout: unknown = sheet, table = 'contexts') =>
    dig.post(`/api/template/${table}/${name}`, layout, 'super_admin')
  const remove = (name: string) => dig.delete(`/api/template/contexts/${name}`, undefined, 'super_admin')
  const rename = (name: string, body: unknown) =>
    dig.post(`/api/template/contexts/${name}/rename`, body, 'super_admin')

  test('can be made for every main table', async () => {
    expect(await get('/api/templates')).toEqual({
      status: 'success',
      tables: [
        { tb: 'trenches', label: 'Trenches', stripped: 'trenches', templates: 0 },
        { tb: 'contexts', label: 'Contexts', stripped: 'contexts', templates: 0 },
        { tb: 'finds', label: 'Finds', stripped: 'finds', templates: 0 },
      ],
    })
  })

  test('are kept as they came, byte by byte, and replaced under the same name', async () => {
    expect((await save('field_sheet', { sections: [] })).json()).toEqual({
      status: 'success',
      code: 'template_saved',
    })
    await save('field_sheet')
    const reply = await dig.get('/api/template/contexts/field_sheet', 'super_admin')
    expect(reply.body).toBe(`{"status":"success","template":${JSON.stringify(sheet)}}`)
    await save('A-label')
    const { tables } = await get('/api/templates')
    expect(tables.map(({ templates }: { templates: number }) => templates)).toEqual([0, 2, 0])
    const described = await get('/api/templates/contexts')
    expect(described.templates).toEqual(['A-label', 'field_sheet'])
    expect(described.plugins).toEqual([{ tb: 'samples', label: 'Samples' }])
    expect(described.fields).toContainEqual({ name: 'ctx_no', label: 'Context' })
    expect((await dig.get('/api/record/contexts/templates', 'reader')).json().templates).toEqual([
      'A-label',
      'field_sheet',
    ])
    await remove('A-label')
    await remove('field_sheet')
  })

  test('a record is read by them', async () => {
    await save('sheet')
    const { schema } = await get('/api/record/contexts/1?template=sheet')
    expect([schema.template, schema.template_errors]).toEqual([sheet, null])
    await remove('sheet')
  })

  test('are renamed by either form of the request, and never over another one', async () => {
    await save('one')
    await save('two')
    expect((await rename('one', { new_name: 'three' })).json()).toEqual({
      status: 'success',
      code: 'template_renamed',
    })
    expect((await rename('three', { old: 'three', new: 'one' })).statusCode).toBe(200)
    expect((await rename('one', { new_name: 'one' })).statusCode).toBe(200)
    const taken = await rename('one', { new_name: 'two' })
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'template_name_exists'])
    expect((await get('/api/record/contexts/templates')).templates).toEqual(['one', 'two'])
    await remove('one')
    await remove('two')
  })

  test('every problem of a layout is told at once, with its place, and nothing is stored', async () => {
    const reply = await save('broken', {
      sections: [
        { label: 'A', content: [{ field: 'ctx_no' }, { field: 'colour', width: '1/5' }] },
        { label: 'B', plugin: 'finds', content: [] },
        { label: 'C', plugin: 'samples', content: [{ field: 'ctx_no' }] },
        { label: 'D' },
      ],
    })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'template_validation_failed'])
    const { errors } = reply.json<{ errors: { field: string; code: string }[] }>()
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['sections[0].content[1].field', 'unknown_field'],
      ['sections[0].content[1].width', 'invalid_width'],
      ['sections[1].plugin', 'unknown_plugin'],
      ['sections[2].content[0].field', 'unknown_field'],
      ['sections[3].content', 'content_missing_or_invalid'],
    ])
    expect((await dig.get('/api/template/contexts/broken', 'super_admin')).statusCode).toBe(404)
  })

  test.each([
    ['too many sections', { sections: Array(101).fill({ content: [] }) }, 'too_many_sections'],
    ['too much text', { sections: [], note: 'x'.repeat(256 * 1024) }, 'too_large'],
  ])('%s are refused', async (_case, layout, code) => {
    const reply = await save('large', layout)
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([422, code])
  })

  test.each([
    ['a list', [1]],
    ['sections that are no list', { sections: {} }],
  ])('%s instead of a layout is told with its place', async (_case, layout) => {
    const { errors } = (await save('x', layout)).json()
    expect(errors).toMatchObject([{ field: 'sections', code: 'sections_missing_or_invalid' }])
  })

  test.each([
    ['a layout that is no object', () => save('x', [1]), 422, 'invalid_template_data'],
    ['a layout without sections', () => save('x', {}), 422, 'invalid_template_data'],
    [
      'no layout',
      () => dig.post('/api/template/contexts/x', undefined, 'super_admin'),
      422,
      'invalid_template_data',
    ],
    ['sections that are no list', () => save('x', { sections: {} }), 422, 'invalid_template_data'],
    ['a name with a blank', () => save('a%20b'), 422, 'invalid_template_name'],
    ['a name that is too long', () => save('a'.repeat(65)), 422, 'invalid_template_name'],
    ['an unknown table', () => save('x', sheet, 'coins'), 404, 'unknown_table'],
    ['a plugin table', () => save('x', sheet, 'samples'), 422, 'plugin_table_not_allowed'],
    ['deleting what is not there', () => remove('nope'), 404, 'template_not_found'],
    ['renaming what is not there', () => rename('nope', { new_name: 'b' }), 404, 'template_not_found'],
    ['renaming without a name', () => rename('nope', {}), 400, 'parameter_missing'],
    ['renaming to a number', () => rename('nope', { new_name: 7 }), 422, 'invalid_template_name'],
    ['renaming to a path', () => rename('nope', { new: '../x' }), 422, 'invalid_template_name'],
    [
      'an unknown template',
      () => dig.get('/api/template/contexts/nope', 'super_admin'),
      404,
      'template_not_found',
    ],
    ['a name of NUL', () => dig.get('/api/template/contexts/a%00b', 'super_admin'), 400, 'bad_request'],
    [
      'templates of an unknown table',
      () => dig.get('/api/templates/coins', 'super_admin'),
      404,
      'unknown_table',
    ],
    [
      'an administrator',
      () => dig.post('/api/template/contexts/x', sheet, 'admin'),
      403,
      'not_enough_privilege',
    ],
  ])('%s is refused', async (_case, ask, status, code) => {
    const reply = await ask()
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('what is done is written into the log', async () => {
    await save('logged')
    await remove('logged')
    const { data } = await get('/api/logs?channel=config')
    const messages = JSON.stringify(data)
    expect(messages).toContain('save template logged')
    expect(messages).toContain('delete template logged')
  })

  test('follow renamed and deleted fields', async () => {
    await save('following')
    await dig.patch('/api/config/table/contexts/field/notes', { new_name: 'remarks' }, 'super_admin')
    const { schema } = await get('/api/record/contexts/1?template=following')
    expect(schema.template_errors).toBeNull()
    expect(JSON.stringify(schema.template)).toContain('"field":"remarks"')
    await dig.confirm()
    await dig.delete('/api/config/table/contexts/field/remarks', undefined, 'super_admin')
    const after = (await get('/api/record/contexts/1?template=following')).schema
    expect(after.template_errors).toBeNull()
    expect(JSON.stringify(after.template)).not.toContain('remarks')
  })
})
