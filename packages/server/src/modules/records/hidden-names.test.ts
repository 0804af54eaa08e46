import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { runImport } from '../imports/testing/run-import.js'

describe.each(oneEngine)('a table that is hidden from the caller (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
    await hideTable(dig, 'writer', 'contexts')
  })
  afterEach(() => dig.close())

  const hidden = { field: 'context', rule: 'reference', sentence: 'no_such_hidden_record', facts: {} }

  test('is not named where a value refers to it, in a save, in a change of many and in an import', async () => {
    const core = { context: 1 }
    const answers = [
      await dig.post('/api/record/finds', { core: { inv_no: 'N1', ...core } }, 'writer'),
      await dig.put('/api/record/finds/1', { core: { context: 3 } }, 'writer'),
      await dig.patch('/api/records/finds', { ids: [1, 2], core: { context: 3 } }, 'writer'),
      await runImport(dig, 'inv_no,context\nF1,C2\nF2,3\n', {
        tb: 'finds',
        mapping: { inv_no: 'inv_no', context: 'context' },
        key_field: 'inv_no',
      }),
    ]
    for (const answer of answers) {
      expect(answer.body).not.toContain('Contexts')
      expect(answer.json().errors[0], answer.body).toMatchObject(hidden)
    }
  })

  test('is named again where only the record is hidden', async () => {
    await hideRows(dig, 'self_writer', 'contexts', { ctx_no: { _eq: 'C1' } })
    const reply = await dig.post('/api/record/finds', { core: { inv_no: 'N2', context: 2 } }, 'self_writer')
    expect(reply.json().errors).toMatchObject([{ sentence: 'no_such_record', facts: { table: 'Contexts' } }])
  })

  test('has no names for a record or a list that refers to it, nor has a hidden record', async () => {
    await hideRows(dig, 'self_writer', 'contexts', { ctx_no: { _neq: 'C1' } })
    const shown = async (role: Role) => {
      const read = async (url: string) => (await dig.get(url, role)).json()
      const [one, other] = [await read('/api/record/finds/1'), await read('/api/record/finds/3')]
      const { labels } = await read('/api/records/finds?columns=context')
      const [first, second] = [one, other].map(({ core }) => core.context)
      return [first.val, first.val_label, second.val_label, labels.context?.['1'], labels.context?.['2']]
    }
    expect(await shown('reader')).toEqual([1, 'C1', 'C2', 'C1', 'C2'])
    expect(await shown('self_writer')).toEqual([1, null, 'C2', undefined, 'C2'])
    expect(await shown('writer')).toEqual([1, null, null, undefined, undefined])
  })

  test('are few or many in a row filter, over however many crossings they are asked for', async () => {
    const numbers = Array.from({ length: 200 }, (_, k) => `C${k + 2}`)
    await hideRows(dig, 'self_writer', 'contexts', { ctx_no: { _in: numbers } })
    const crossing = { context: { ctx_no: { _neq: 'X' } } }
    const asked = async (crossings: number) => {
      const filter = { _and: Array.from({ length: crossings }, () => crossing) }
      const url = `/api/records/finds?filter=${encodeURIComponent(JSON.stringify(filter))}`
      const reply = await dig.get(url, 'self_writer')
      return [reply.statusCode, reply.json().total]
    }
    expect(await asked(1)).toEqual([200, 5])
    expect(await asked(200)).toEqual([200, 5])
  })
})
