import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownSet } from '../../storage/journal/stamps.js'
import { sql } from '../../storage/sql.js'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'

interface Entry {
  readonly id: number
  readonly user: number
  readonly user_name: string | null
  readonly time: string
  readonly tb: string
  readonly rowid: number
  readonly operation: string
  readonly content: string
  readonly records?: number
  readonly label?: string | null
}

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

describe.each(oneEngine)('the creation of records leaves a trace (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const history = async (query = '', as: Role = 'writer') => {
    const reply = await dig.get(`/api/history${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ total: number; data: Entry[] }>()
  }
  const newest = async (as: Role = 'writer') => (await history('?per_page=1', as)).data[0]
  const createdOf = async (table: string, id: number, as: Role = 'reader') =>
    (await dig.get(`/api/record/${table}/${id}`, as)).json().metadata.created
  const create = async (core: object, as: Role = 'writer') => {
    const reply = await dig.post('/api/record/finds', { core }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ id: number }>().id
  }
  const importFinds = async (rows: string, wish: object = {}, as: Role = 'writer') => {
    const { temp_id } = (await preview(dig, csvForm(rows), as)).json()
    const mapping = { inv_no: 'inv_no', material: 'material' }
    const body = { temp_id, type: 'csv', tb: 'finds', key_field: 'inv_no', mapping, ...wish }
    const reply = await dig.post('/api/import/data', body, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ inserted: number; updated: number }>()
  }
  const by = (role: 'writer' | 'self_writer' | 'admin') => ({
    set: expect.any(Number),
    time: moment,
    user: dig.userId(role),
    user_name: role,
  })

  test('of one made in a form, in the history and in the record, also after it was changed', async () => {
    const id = await create({ inv_no: 'T1', material: 'tile' })
    expect(await newest()).toEqual({
      id: expect.any(Number),
      user: dig.userId('writer'),
      user_name: 'writer',
      time: moment,
      tb: 'finds',
      tb_label: 'Finds',
      rowid: id,
      operation: 'insert',
      entity: 'record',
      records: 1,
      label: 'T1',
      content: '{"core":{},"plugins":{}}',
      editsql: null,
      editvalues: null,
    })
    await dig.post(`/api/record/finds/${id}`, { core: { material: 'brick' } }, 'admin')
    expect(await createdOf('finds', id)).toEqual(by('writer'))
    expect((await newest('admin'))?.operation).toBe('update')
    const versions = (await dig.get(`/api/record/finds/${id}/versions`, 'writer')).json().versions
    expect(versions.map(({ operation }: Entry) => operation)).toEqual(['update'])
  })

  test('of one that a program made, and of a copy', async () => {
    const id = await create({ inv_no: 'T2' }, 'key20')
    expect(await createdOf('finds', id)).toEqual({
      set: expect.any(Number),
      time: moment,
      user: 0,
      user_name: null,
    })
    expect((await history('?user=0', 'admin')).data[0]).toMatchObject({
      operation: 'insert',
      rowid: id,
      user: 0,
    })
    const copy = await dig.post(`/api/record/finds/${id}/duplicate`, {}, 'admin')
    expect(await createdOf('finds', copy.json().id)).toEqual(by('admin'))
    expect(await newest('admin')).toMatchObject({ operation: 'insert', rowid: copy.json().id })
  })

  test('of one from before it was kept: who made it, as far as that is known, and no time', async () => {
    // Written past the service: the time is known.
    expect(await createdOf('finds', 7)).toEqual(by('self_writer'))
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`UPDATE "sys_stamps" SET "set_id" = ${unknownSet}, "created_set" = ${unknownSet}
        WHERE "tb" = 'finds' AND "record_id" IN (1, 7)`)
      await tx.run(sql`UPDATE "finds" SET "creator" = NULL WHERE "id" = 1`)
    })
    expect(await createdOf('finds', 7)).toEqual({ ...by('self_writer'), set: null, time: null })
    expect(await createdOf('finds', 1)).toEqual({ set: null, time: null, user: null, user_name: null })
    const blank = (await dig.get('/api/record/finds/new', 'writer')).json()
    expect(blank.metadata.created).toBeNull()
  })

  test('of an import as one line, however many records it made', async () => {
    const { total } = await history()
    const rows = Array.from({ length: 161 }, (_, row) => `I${row},bone`).join('\n')
    expect(await importFinds(`inv_no,material\n${rows}\nT1,glass\n`)).toMatchObject({
      inserted: 161,
      updated: 1,
    })
    const after = await history()
    // One line for what was made, and a version of the record that was changed.
    expect(after.total).toBe(total + 2)
    const made = after.data.find(({ operation }) => operation === 'insert')
    expect(made).toMatchObject({ tb: 'finds', records: 161, label: null })
    for (const id of [made?.rowid ?? 0, (made?.rowid ?? 0) + 160])
      expect(await createdOf('finds', id)).toEqual(by('writer'))
  })

  test('of nothing where nothing was made: a dry run, known records alone, a refused record', async () => {
    const { total } = await history()
    await importFinds('inv_no,material\nN1,bone\n', { dry_run: true })
    await importFinds('inv_no,material\nN2,bone\n', { mode: 'update' })
    const refused = await dig.post('/api/record/finds', { core: { weight_g: 'heavy' } }, 'writer')
    expect(refused.statusCode).toBe(422)
    expect((await history()).total).toBe(total)
  })

  test('of an import whose file gives ids in any order and with gaps', async () => {
    const mapping = { id: 'id', inv_no: 'inv_no' }
    await importFinds('id,inv_no\n9003,G3\n9001,G1\n9002,G2\n9007,G7\n', { mapping, mode: 'insert' })
    expect(await newest()).toMatchObject({ operation: 'insert', records: 4, rowid: 9001 })
    for (const id of [9001, 9002, 9003, 9007]) expect(await createdOf('finds', id)).toEqual(by('writer'))
  })

  test('of one that was deleted and came back: who made it stays, and the return has a line', async () => {
    const id = await create({ inv_no: 'T5' })
    await dig.delete(`/api/record/finds/${id}`, undefined, 'writer')
    const [deleted] = (await history()).data
    expect(deleted).toMatchObject({ operation: 'delete', rowid: id })
    expect((await dig.post(`/api/version/${deleted?.id}/restore`, {}, 'admin')).statusCode).toBe(200)
    expect(await newest('admin')).toMatchObject({ operation: 'restore', rowid: id, label: 'T5' })
    expect(await createdOf('finds', id)).toEqual(by('writer'))
  })

  test('of a record whose id belonged to another one before', async () => {
    const mapping = { id: 'id', inv_no: 'inv_no' }
    await dig.delete('/api/record/finds/9002', undefined, 'writer')
    await importFinds('id,inv_no\n9002,Again\n', { mapping, mode: 'insert' }, 'admin')
    expect(await createdOf('finds', 9002)).toEqual(by('admin'))
    expect(await createdOf('finds', 9003)).toEqual(by('writer'))
  })

  test('that pages of the history count with the changes, newest first', async () => {
    const { total, data } = await history('?per_page=200')
    expect(data).toHaveLength(total)
    const pages = await Promise.all([1, 2, 3].map((page) => history(`?per_page=2&page=${page}`)))
    expect(pages.flatMap((page) => page.data)).toEqual(data.slice(0, 6))
    const times = data.map(({ time }) => time)
    expect(times).toEqual(times.toSorted().reverse())
  })

  test('that follows a table to its new name', async () => {
    const rename = (from: string, to: string) =>
      dig.patch(`/api/config/table/${from}`, { new_name: to }, 'super_admin')
    expect((await rename('finds', 'objects')).statusCode).toBe(200)
    expect(await createdOf('objects', 9001)).toEqual(by('writer'))
    expect((await rename('objects', 'finds')).statusCode).toBe(200)
  })

  test('that says nothing of records which the caller may not see', async () => {
    await importFinds('inv_no,material\nH1,gold\nH2,clay\nH3,clay\n', {}, 'writer')
    await create({ inv_no: 'H4', material: 'gold' })
    await hideRows(dig, 'writer', 'finds', { material: { _eq: 'clay' } })
    const seen = (await history('?per_page=200')).data.filter(({ operation }) => operation === 'insert')
    expect(seen).toMatchObject([{ records: 2, label: null }])
    const { core } = (await dig.get(`/api/record/finds/${seen[0]?.rowid}`, 'writer')).json()
    expect(core.material.val).toBe('clay')
    await hideTable(dig, 'writer', 'finds')
    expect((await history('?per_page=200')).data).toEqual([])
  })
})
