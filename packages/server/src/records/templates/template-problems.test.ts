import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { templateProblems } from './template-problems.js'

const section = (more: object) => ({ sections: [{ label: 'A', ...more }] })

describe.each(oneEngine)('print templates (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each<[string, unknown, string[]]>([
    ['without sections', { sections: [] }, []],
    ['of fields', section({ content: [{ field: 'ctx_no', width: '1/4' }, { field: 'id' }] }), []],
    ['of a plugin table', section({ plugin: 'samples', content: [{ field: 'litres', width: '3/4' }] }), []],
    ['of a plugin table with all of its fields', section({ plugin: 'samples', content: [] }), []],
    ['with no plugin table at all', section({ plugin: null, content: [{ field: 'notes' }] }), []],
    ['with parts to unfold', section({ type: 'accordion', content: [{ fields: [{ field: 'notes' }] }] }), []],
    ['with keys of its own', { ...section({ content: [], colour: 'red' }), more: 1 }, []],
    ['that is a list', [], ['sections sections_missing_or_invalid']],
    ['without anything', {}, ['sections sections_missing_or_invalid']],
    ['with a word as a section', { sections: ['a'] }, ['sections[0] sections_missing_or_invalid']],
    ['without content', section({}), ['sections[0].content content_missing_or_invalid']],
    [
      'of the plugin table of another',
      section({ plugin: 'finds', content: [] }),
      ['sections[0].plugin unknown_plugin'],
    ],
    [
      'with a field of the record in the plugin table',
      section({ plugin: 'samples', content: [{ field: 'notes' }] }),
      ['sections[0].content[0].field unknown_field'],
    ],
    [
      'with several faults',
      section({ content: [{ field: 'gone' }, { field: '' }, { field: 'notes', width: '5/7' }] }),
      [
        'sections[0].content[0].field unknown_field',
        'sections[0].content[1].field unknown_field',
        'sections[0].content[2].width invalid_width',
      ],
    ],
    [
      'with parts that unfold to nothing',
      section({ type: 'accordion', content: [{}, { fields: [{ field: 'gone' }] }] }),
      [
        'sections[0].content[0].fields fields_missing_or_invalid',
        'sections[0].content[1].fields[0].field unknown_field',
      ],
    ],
  ])('a layout %s', (_what, layout, expected) => {
    const { catalogue } = dig.application
    const table = catalogue.tables.get('contexts')
    const problems = table ? templateProblems(catalogue, table, layout) : []
    expect(problems.map(({ field, code }) => `${field} ${code}`)).toEqual(expected)
  })

  test.each<[string, string, unknown, unknown]>([
    ['that fits is shown', '{"sections":[]}', { sections: [] }, null],
    [
      'that shows a field which is gone is not shown, and says why',
      '{"sections":[{"content":[{"field":"gone"}]}]}',
      null,
      ['sections[0].content[0].field: No field "gone" in contexts.'],
    ],
    [
      'that cannot be read at all keeps nobody from reading the record',
      '{"sections":',
      null,
      ['sections: A layout needs a list of sections.'],
    ],
  ])('one %s', async (name, content, template, errors) => {
    const row = { table_name: 'contexts', name, content, updated_at: 1 }
    await dig.application.db.write((tx) => tx.insert('sys_cfg_templates', row))
    for (const record of ['1', 'new']) {
      const reply = await dig.get(
        `/api/record/contexts/${record}?template=${encodeURIComponent(name)}`,
        'writer',
      )
      expect(reply.statusCode).toBe(200)
      expect(reply.json().schema).toMatchObject({ template, template_errors: errors })
    }
  })
})
