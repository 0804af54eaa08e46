import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'
import { runImport } from '../../imports/testing/run-import.js'

const as = 'super_admin'

describe.each(engines)('a field whose pattern backtracking would take hours for (%s)', (engine) => {
  let dig: Dig
  const hostile = `${'a'.repeat(5000)}!`
  beforeAll(async () => {
    dig = await openDig(engine)
    const field = { name: 'mark', type: 'text', pattern: '^(a+)+$' }
    const reply = await dig.post('/api/config/table/finds/field', field, as)
    expect(reply.statusCode, reply.body).toBe(200)
  })
  afterAll(() => dig.close())

  const refused = { code: 'validation_failed', errors: [{ field: 'mark', rule: 'pattern' }] }

  test('refuses a value that does not fit at once, in a new record, a changed one and many', async () => {
    const core = { mark: hostile }
    expect(
      (await dig.post('/api/record/finds', { core: { inv_no: 'P1', ...core } }, 'writer')).json(),
    ).toMatchObject(refused)
    expect((await dig.put('/api/record/finds/1', { core }, 'writer')).json()).toMatchObject(refused)
    expect((await dig.patch('/api/records/finds', { ids: [1, 2], core }, 'writer')).json()).toMatchObject({
      code: 'validation_failed',
    })
    expect((await dig.put('/api/record/finds/1', { core: { mark: 'aaa' } }, 'writer')).json().status).toBe(
      'success',
    )
  })

  test('refuses the rows of a file that do not fit', async () => {
    const body = { tb: 'finds', key_field: 'inv_no', mapping: { inv_no: 'inv_no', mark: 'mark' } }
    const reply = await runImport(dig, `inv_no,mark\nP2,aa\nP3,${hostile}\n`, body)
    expect(reply.json()).toMatchObject({ errors: [{ field: 'mark', rule: 'pattern' }] })
  })
})
