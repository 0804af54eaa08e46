import { english } from '@trowel/contract/messages/en/english.js'
import { messages as italian } from '@trowel/contract/messages/it/italian.js'
import { interpolate, translateParams } from '@trowel/contract/messages/messages.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeText, joined, message } from './message.js'
import { type Dig, engines, openDig } from './testing/open-dig.js'

const [engine = 'sqlite'] = engines

interface Said {
  readonly text: string
  readonly sentence?: keyof typeof english.problems
  readonly facts?: Readonly<Record<string, string | number>>
}

const saidIn = (texts: Readonly<Record<string, string>>, { sentence = 'as_written', facts = {} }: Said) =>
  interpolate(texts[sentence] ?? '', translateParams(facts, texts))

describe('a refusal can be said in another language:', () => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const layer = { type: 'wms', path: 'ftp://maps.example.org' }

  test.each([
    ['a state of the application', 'put', '/api/config/app', { status: 'closed' }, 'Lo stato è uno di'],
    ['a map layer', 'put', '/api/config/geoface', [layer], 'L’indirizzo comincia con http'],
    ['a schema text', 'post', '/api/config/dbml/preview', { dbml: 'Table {' }, 'il testo non si capisce'],
    [
      'another name',
      'patch',
      '/api/config/table/finds/field/id',
      { new_name: 'no' },
      'non si può rinominare',
    ],
  ] as const)('%s', async (_, method, path, body, words) => {
    const said: Said = (await dig[method](path, body, 'super_admin')).json()
    expect(saidIn(english.problems, said)).toBe(said.text)
    expect(saidIn(italian.problems, said)).toContain(words)
  })

  test('a field that the table does not have', async () => {
    const body = { core: { nowhere: 1 } }
    const { errors } = (await dig.post('/api/record/finds', body, 'super_admin')).json()
    const [said]: readonly Said[] = errors
    expect(said && saidIn(english.problems, said)).toBe(said?.text)
    expect(said && saidIn(italian.problems, said)).toBe('La tabella «finds» non ha il campo «nowhere».')
  })

  test('a layout that no longer fits its table', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_cfg_templates', {
        table_name: 'contexts',
        name: 'old',
        content: '{"sections":[{"content":[{"field":"gone"}]}]}',
        updated_at: 1,
      }),
    )
    const [said]: readonly Said[] = (
      await dig.get('/api/record/contexts/1?template=old', 'super_admin')
    ).json().schema.template_problems
    expect(said && saidIn(english.problems, said)).toBe(said?.text)
    expect(said && saidIn(italian.problems, said)).toMatch(/^sections\[0\].content\[0\].field: .*gone/)
  })

  test('a value of another kind than its shape has', async () => {
    const body = { plugins: { samples: [{ id: 1, _delete: 'perhaps' }] } }
    const said: Said = (await dig.post('/api/record/contexts', body, 'super_admin')).json()
    expect(said.text).toBe('"plugins.samples[0]._delete" must be true or false.')
    expect(saidIn(italian.problems, said)).toContain('plugins.samples[0]._delete')
    expect(saidIn(italian.problems, said)).not.toContain('must')
  })

  test('more problems than one sentence has room for', () => {
    const problems = Array.from({ length: 12 }, (_, place) =>
      message('listed_twice', { name: String(place) }),
    )
    const said = joined(problems)
    expect(said?.text).toMatch(/^"0" is listed twice\. .* "8" is listed twice\. … and 3 further problems\.$/)
    expect(said && saidIn(italian.problems, said)).toMatch(/… e altri 3 problemi\.$/)
  })

  test('what a code says, in a sentence about several problems', () => {
    const problems = [
      { code: 'reference', text: codeText('reference') },
      message('listed_twice', { name: 'a' }),
    ] as const
    const said = joined(problems)
    expect(said?.text).toBe('There is no such record. "a" is listed twice.')
    expect(said && saidIn({ ...italian.codes, ...italian.problems }, said)).toBe(
      `${italian.codes.reference} ${italian.problems.listed_twice.replace('{{name}}', 'a')}`,
    )
  })

  test('values that are not valid', async () => {
    const said: Said = (await dig.post('/api/record/finds', { core: {} }, 'super_admin')).json()
    expect(saidIn(english.problems, said)).toBe(said.text)
    expect(saidIn(italian.problems, said)).toMatch(/camp[oi] non v/)
  })
})
