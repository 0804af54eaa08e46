import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countStatements } from '../../../testing/count-statements.js'
import { csvForm, preview } from '../../../testing/import-file.js'
import { type Dig, engines, oneEngine, openDig, type Role } from '../../../testing/open-dig.js'
import { hideRows } from '../../../testing/scope-as.js'

const admin = 'super_admin'

describe.each(engines)('numbers of records (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
    await dig.confirm()
  })
  afterEach(() => dig.close())

  const number = async (settings: object, field = 'inv_no', table = 'finds') => {
    const known = (await dig.get(`/api/config/table/${table}`, admin)).json().table.fields[field]
    const reply = await dig.put(`/api/config/table/${table}/field/${field}`, { ...known, ...settings }, admin)
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const next = async (query = 'fld=inv_no', as: Role = 'writer') => {
    const reply = await dig.get(`/api/record/finds/next-number?${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    const { value, missing } = reply.json()
    return value ?? missing
  }
  const of = (core: object) => `fld=inv_no&core=${encodeURIComponent(JSON.stringify(core))}`
  const create = (core: object, proposed?: readonly string[], table = 'finds', as: Role = 'writer') =>
    dig.post(`/api/record/${table}`, { core, proposed }, as)
  const created = async (...args: Parameters<typeof create>): Promise<string> => {
    const reply = await create(...args)
    expect(reply.statusCode, reply.body).toBe(200)
    const record = await dig.get(`/api/record/${args[2] ?? 'finds'}/${reply.json().id}`, 'writer')
    const { inv_no: number, ctx_no: unit } = record.json().core
    return (number ?? unit).val
  }

  const imported = async (content: string, mapping: object) => {
    const { temp_id } = (await preview(dig, csvForm(content))).json()
    const reply = await dig.post(
      '/api/import/data',
      { temp_id, tb: 'finds', mapping, key_field: null, mode: 'insert' },
      'writer',
    )
    expect(reply.statusCode, reply.body).toBe(200)
  }

  test('are proposed after the highest, or in the first gap', async () => {
    await number({ number_pattern: 'F{n}' })
    expect(await next()).toBe('F9')
    await created({ inv_no: 'F11' })
    await created({ inv_no: 'F12' })
    for (const other of ['F', 'F13a', 'f20', 'FF30', 'F-40', `F${'9'.repeat(16)}`, 'X99'])
      await created({ inv_no: other })
    expect(await next()).toBe('F13')
    await number({ number_pattern: 'F{n}', number_gaps: true })
    expect(await next()).toBe('F9')
    await dig.delete('/api/record/finds/3', undefined, 'writer')
    expect(await next()).toBe('F3')
  })

  test('of whole numbers are counted as numbers', async () => {
    const plain = { type: 'text', db_type: 'INTEGER', check: ['int', 'no_dupl'], number_pattern: '{n}' }
    await dig.post('/api/config/table/finds/field', { name: 'bag', label: 'Bag', ...plain }, admin)
    expect(await next('fld=bag')).toBe(1)
    await created({ inv_no: 'F20', bag: 1041 })
    await created({ inv_no: 'F21', bag: -5 })
    expect(await next('fld=bag')).toBe(1042)
    await created({ inv_no: 'F22', bag: Number.MAX_SAFE_INTEGER })
    expect(await next('fld=bag')).toBe(1042)
  })

  test('two people get different ones, whatever both were proposed', async () => {
    await number({ number_pattern: 'F{n}' })
    const proposal = { inv_no: await next() }
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, k) =>
        create(proposal, ['inv_no'], 'finds', k % 2 === 0 ? 'writer' : 'admin'),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const { data } = (await dig.get('/api/records/finds?columns=inv_no&per_page=50', 'writer')).json()
    const numbers = data.map((row: { inv_no: string }) => row.inv_no).slice(8)
    expect(numbers.toSorted()).toEqual(['F10', 'F11', 'F12', 'F13', 'F14', 'F9'])
    const told = replies.flatMap((reply) => Object.values(reply.json().numbers ?? {}))
    expect(told.toSorted()).toEqual(['F10', 'F11', 'F12', 'F13', 'F14'])
  })

  if (oneEngine.includes(engine)) {
    test('begin with 1, count digits, and follow the year', async () => {
      const year = String(new Date().getUTCFullYear())
      await number({ number_pattern: 'PF{year:2}-{n:4}/a' })
      expect(await next()).toBe(`PF${year.slice(2)}-0001/a`)
      await created({ inv_no: `PF${year.slice(2)}-0041/a` })
      await created({ inv_no: 'PF19-0099/a' })
      expect(await next()).toBe(`PF${year.slice(2)}-0042/a`)
      await created({ inv_no: `PF${year.slice(2)}-10000/a` })
      expect(await next()).toBe(`PF${year.slice(2)}-10001/a`)
      await number({ number_pattern: '{year}:{n}' })
      expect(await next()).toBe(`${year}:1`)
    })

    test('depend on what other fields hold, lookups by the names of their records', async () => {
      await number({ number_pattern: '{context}/{material}.{n:2}' })
      expect(await next()).toEqual(['context', 'material'])
      expect(await next(of({ context: 2 }))).toEqual(['material'])
      expect(await next(of({ context: 99, material: 'bone' }))).toEqual(['context'])
      expect(await next(of({ context: 2, material: 'bone' }))).toBe('C2/bone.01')
      await created({ inv_no: 'C2/bone.07', context: 2, material: 'bone' })
      expect(await next(of({ context: 2, material: 'bone' }))).toBe('C2/bone.08')
      expect(await next(of({ context: 1, material: 'bone' }))).toBe('C1/bone.01')
    })

    test('count records that are hidden from the caller, and no lookups that are', async () => {
      await number({ number_pattern: '{context}.{n}' })
      await created({ inv_no: 'C1.5', context: 1 })
      await hideRows(dig, 'writer', 'finds', { inv_no: { _neq: 'C1.5' } })
      expect(await next(of({ context: 1 }))).toBe('C1.6')
      await hideRows(dig, 'writer', 'contexts', { ctx_no: { _neq: 'C1' } })
      expect(await next(of({ context: 1 }))).toEqual(['context'])
    })

    test('that a person chose are refused as ever when they are taken', async () => {
      await number({ number_pattern: 'F{n}' })
      const reply = await create({ inv_no: 'F8' })
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([422, 'no_dupl'])
      expect((await create({}, [])).json().errors[0].code).toBe('required')
      expect(await created({}, ['inv_no'])).toBe('F9')
    })

    test('that were proposed for other values are replaced', async () => {
      await number({ number_pattern: '{context}.{n}' })
      expect(await created({ inv_no: 'C1.1', context: 2 }, ['inv_no'])).toBe('C2.1')
      expect(await created({ inv_no: 'C2.9', context: 2 }, ['inv_no'])).toBe('C2.9')
      const reply = await create({ inv_no: 'C1.1' }, ['inv_no', 'material'])
      expect(reply.statusCode).toBe(200)
    })

    test('are given by themselves where that is set, also to what is imported and copied', async () => {
      await number({ number_pattern: 'F{n}', number_auto: true })
      const reply = await create({ material: 'bone' })
      expect(reply.json()).toMatchObject({ code: 'success_created', numbers: { inv_no: 'F9' } })
      expect(await created({ inv_no: '' })).toBe('F10')
      await imported('Inventory,Material\n,glass\nF12,glass\n,glass', {
        Inventory: 'inv_no',
        Material: 'material',
      })
      await imported('Material\nshell', { Material: 'material' })
      const { data } = (
        await dig.get('/api/records/finds?columns=inv_no&filter[material][_in]=glass,shell', 'writer')
      ).json()
      expect(data.map((row: { inv_no: string }) => row.inv_no)).toEqual(['F13', 'F12', 'F14', 'F15'])
      const copy = await dig.post('/api/record/finds/1/duplicate', {}, 'writer')
      const { core } = (await dig.get(`/api/record/finds/${copy.json().id}`, 'writer')).json()
      expect([core.inv_no.val, core.material.val]).toEqual(['F16', 'flint'])
      expect((await dig.patch('/api/record/finds/1', { core: { inv_no: '' } }, 'writer')).statusCode).toBe(
        422,
      )
    })

    test('cost two statements more', async () => {
      const writing = (k: number) => countStatements(dig, () => created({ inv_no: `X${k}` }))
      await writing(1)
      const plain = await writing(2)
      await number({ number_pattern: 'X{n}' })
      await writing(3)
      const proposed = await countStatements(dig, () => created({ inv_no: 'X3' }, ['inv_no']))
      expect(proposed).toBe(plain + 2)
    })

    test('are refused in words', async () => {
      await number({ number_pattern: 'F{n}' })
      const refused: [string, Role | undefined, number, string][] = [
        ['finds/next-number?fld=material', 'writer', 400, 'invalid_parameter'],
        ['finds/next-number?fld=nope', 'writer', 400, 'unknown_field'],
        ['finds/next-number?fld=inv_no&core={"nope":1}', 'writer', 400, 'unknown_field'],
        ['finds/next-number', 'writer', 400, 'parameter_missing'],
        ['finds/next-number?fld=inv_no&core=[1]', 'writer', 400, 'invalid_parameter'],
        ['samples/next-number?fld=lab', 'writer', 422, 'plugin_table_not_allowed'],
        ['coins/next-number?fld=lab', 'writer', 404, 'unknown_table'],
        ['finds/next-number?fld=inv_no', 'reader', 403, 'not_enough_privilege'],
        ['finds/next-number?fld=inv_no', undefined, 401, 'unauthenticated'],
      ]
      for (const [url, as, status, code] of refused) {
        const reply = await dig.get(`/api/record/${url}`, as)
        expect([url, reply.statusCode, reply.json().code]).toEqual([url, status, code])
      }
      const reply = await dig.post('/api/record/finds', { core: {}, proposed: { inv_no: 1 } }, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    })
  }
})
