import { readdir, utimes } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { countStatements } from '../../testing/count-statements.js'
import { csvForm, formWith, makeTable, preview } from '../../testing/import-file.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'

describe.each(engines)('imports (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine, { TROWEL_LIMIT_IMPORT_BYTES: '200000' })
  })
  afterAll(() => dig.close())

  const kept = async () => {
    try {
      return (await readdir(join(dig.service.dataFolder, 'applications', 'dig', 'imports'))).length
    } catch {
      return 0
    }
  }
  const upload = async (content: string, as: Role = 'writer'): Promise<string> => {
    const reply = await preview(dig, csvForm(content), as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().temp_id
  }
  const run = async (content: string, body: Record<string, unknown>, as: Role = 'writer') => {
    const temp_id = await upload(content, as)
    return dig.post('/api/import/data', { temp_id, type: 'csv', ...body }, as)
  }
  const finds = async () => {
    const reply = await dig.get('/api/records/finds?per_page=200', 'super_admin')
    return reply.json<{ total: number; data: Record<string, unknown>[] }>()
  }
  const find = async (inventory: string) => (await finds()).data.find((row) => row['inv_no'] === inventory)

  describe('fields', () => {
    test('come in configuration order, without creator', async () => {
      const reply = await dig.get('/api/import/trenches/fields', 'writer')
      expect(reply.json()).toEqual({
        status: 'success',
        fields: [
          { name: 'id', label: 'Id', type: 'text' },
          { name: 'code', label: 'Code', type: 'text' },
        ],
      })
    })

    test.each<[string, string, Role, number, string]>([
      ['an unknown table', 'coins', 'writer', 404, 'unknown_table'],
      ['a plugin table', 'samples', 'writer', 422, 'plugin_table_not_allowed'],
      ['somebody who changes own records only', 'finds', 'self_writer', 403, 'not_enough_privilege'],
    ])('%s is refused', async (_case, table, as, status, code) => {
      const reply = await dig.get(`/api/import/${table}/fields`, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })
  })

  describe('the look at a file', () => {
    test('tells columns, first rows, number of rows and how the file is written', async () => {
      const rows = Array.from({ length: 12 }, (_, k) => `F${k};"a;b"`).join('\n')
      const reply = await preview(dig, csvForm(`inv ; note\n${rows}\n`))
      const body = reply.json()
      expect(body).toEqual({
        status: 'success',
        temp_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        columns: ['inv', 'note'],
        mapping: null,
        rows: Array.from({ length: 10 }, (_, k) => [`F${k}`, 'a;b']),
        count: 12,
        encoding: 'utf-8',
        delimiter: ';',
        sure: 1,
        detected: {
          encoding: { value: 'utf-8', sure: 1, seen: 'plain ASCII throughout' },
          delimiter: { value: ';', sure: 1, seen: '2 columns in the header; 12 of 12 rows fit it' },
          decimal: { value: null, sure: 1, seen: 'no number with decimals' },
          dates: { value: null, sure: 1, seen: 'no days' },
        },
        sheets: [],
        sheet: null,
        warnings: [],
        warning_count: 0,
      })
    })

    test('takes the type before the file or after it', async () => {
      const reply = await preview(dig, { content: '[{"a":1}]', before: { type: 'json', tb: 'finds' } })
      expect(reply.json()).toMatchObject({
        columns: ['a'],
        mapping: [{ column: 'a', field: null }],
        rows: [[1]],
        count: 1,
        encoding: null,
      })
    })

    test('warns of rows that do not fit the header, with their lines', async () => {
      const reply = await preview(dig, csvForm('a,b\n1\n1,2,3\n'))
      expect(reply.json()).toMatchObject({
        warnings: [
          { line: 2, code: 'short_row' },
          { line: 3, code: 'long_row' },
        ],
        warning_count: 2,
      })
      expect(reply.json().sure).toBe(0)
    })

    test.each<[string, Parameters<typeof preview>[1], number, string]>([
      ['no file', { content: 'a', part: 'other', after: { type: 'csv' } }, 400, 'import_error_no_file'],
      ['no type', { content: 'a\n1' }, 400, 'import_error_unknown_type'],
      ['another type', { content: 'a\n1', after: { type: 'docx' } }, 400, 'import_error_unknown_type'],
      ['an empty file', csvForm(''), 422, 'import_error_parse'],
      ['a mark that is never closed', csvForm('a\n"1\n'), 422, 'import_error_parse'],
      ['an empty header', csvForm('a,,b\n1,2,3\n'), 422, 'import_error_parse'],
      ['a repeated header', csvForm('a,b, a\n1,2,3\n'), 422, 'import_error_parse'],
      ['more bytes than allowed', csvForm('a\n'.repeat(150_000)), 413, 'too_large'],
      ['an unknown table', { content: 'a\n1', after: { type: 'csv', tb: 'coins' } }, 404, 'unknown_table'],
    ])('%s is refused, and nothing of the file stays', async (_case, form, status, code) => {
      const before = await kept()
      const reply = await preview(dig, form)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await kept()).toBe(before)
    })

    test('says where and why a file cannot be read', async () => {
      const reply = await preview(dig, csvForm('a,b\n1,2\n3,"4\n'))
      expect(reply.json().detail).toEqual({
        line: 3,
        reason: 'a quotation mark opens a cell here and is never closed.',
      })
      expect(reply.json().text).toContain('Line 3: a quotation mark')
    })

    test('tells of a header that cannot be used and of odd rows together', async () => {
      const reply = await preview(dig, csvForm('a,,a\n1,2,3\n1\n'))
      expect(reply.json()).toMatchObject({
        count: 2,
        warnings: [{ line: 3, code: 'short_row' }],
        warning_count: 1,
      })
    })

    test.each<[string, Role | undefined, number, string]>([
      ['no token', undefined, 401, 'unauthenticated'],
      ['somebody who changes own records only', 'self_writer', 403, 'not_enough_privilege'],
    ])('%s is refused', async (_case, as, status, code) => {
      const form = { method: 'POST' as const, url: '/api/import/preview-file', ...formWith(csvForm('a\n1')) }
      const reply = await dig.request(form, as)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    })

    test('of what is no form is refused', async () => {
      const reply = await dig.post('/api/import/preview-file', { type: 'csv' }, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([415, 'unsupported_media_type'])
    })

    test('that breaks off leaves nothing behind, and the service goes on', async () => {
      const before = await kept()
      await dig.service.server.listen({ port: 0, host: '127.0.0.1' })
      const { port } = dig.service.server.server.address() as AddressInfo
      const { headers, payload } = formWith(csvForm('a\n1\n'.repeat(1000)))
      const authorization = `Bearer ${await dig.token('writer')}`
      await new Promise<void>((resolve) => {
        const sent = httpRequest({
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/api/import/preview-file',
          headers: { ...headers, authorization, 'content-length': payload.length },
        })
        sent.on('error', () => resolve())
        sent.write(payload.subarray(0, 2000), () => setTimeout(() => sent.destroy(), 50))
      })
      await expect.poll(kept).toBe(before)
      expect((await preview(dig, csvForm('a\n1\n'))).statusCode).toBe(200)
    })
  })

  describe('the run', () => {
    test('makes new records and changes those that the key finds, with a version', async () => {
      const before = await find('F3')
      const reply = await run('no;stuff;note\nF3;antler;x\nN1;glass;x\n;lost;x\n', {
        tb: 'finds',
        mapping: { no: 'inv_no', stuff: 'material', note: null },
        key_field: 'inv_no',
      })
      expect(reply.json()).toEqual({
        status: 'success',
        code: 'ok_import_data',
        inserted: 1,
        updated: 1,
        skipped: 1,
        total: 2,
        detail: null,
        unchanged: 0,
        skipped_because: { no_key: 1, known: 0, unknown: 0 },
        refused: 0,
        refused_file: null,
        dry_run: false,
        errors: [],
        warnings: [],
        warning_count: 0,
      })
      expect(await find('F3')).toEqual({ ...before, material: 'antler' })
      expect(await find('N1')).toMatchObject({
        material: 'glass',
        creator: dig.userId('writer'),
        context: null,
      })
      const [version] = await dig.application.db.quick.all<{
        userid: number
        operation: string
        content: string
      }>(sql`SELECT userid, operation, content FROM sys_versions WHERE tb = 'finds' AND rowid = 3`)
      expect(version).toMatchObject({ userid: dig.userId('writer'), operation: 'update' })
      expect(JSON.parse(version?.content ?? '')).toEqual({ core: before, plugins: {} })
    })

    test('of the same file a second time changes nothing and makes no versions', async () => {
      const body = { tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
      const file = 'no,w\nT1,1.5\nT2,2\nF1,3.2\n'
      await run(file, body)
      const [before, versions] = [await finds(), await countVersions()]
      expect((await run(file, body)).json()).toMatchObject({ inserted: 0, updated: 3, total: 3 })
      expect([await finds(), await countVersions()]).toEqual([before, versions])
    })

    const countVersions = async () =>
      (await dig.application.db.quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM sys_versions`))?.n

    test('with a key that the file repeats changes the record it made, row by row', async () => {
      const reply = await run('no,m\nR1,one\nR1,two\nR1,\n', {
        tb: 'finds',
        mapping: { no: 'inv_no', m: 'material' },
        key_field: 'inv_no',
      })
      expect(reply.json()).toMatchObject({ inserted: 1, updated: 2, total: 3 })
      const found = await find('R1')
      expect(found?.['material']).toBeNull()
      const versions = await dig.application.db.quick.all<{ content: string }>(
        sql`SELECT content FROM sys_versions WHERE tb = 'finds' AND rowid = ${Number(found?.['id'])} ORDER BY id`,
      )
      expect(versions.map(({ content }) => JSON.parse(content).core.material)).toEqual(['one', 'two'])
    })

    test('reads cells of a lookup field as ids or as what people call the record', async () => {
      const reply = await run('no,c\nL1,C2\nL2,3\nL3,\n', {
        tb: 'finds',
        mapping: { no: 'inv_no', c: 'context' },
        key_field: 'inv_no',
      })
      expect(reply.json()).toMatchObject({ inserted: 3 })
      expect([
        (await find('L1'))?.['context'],
        (await find('L2'))?.['context'],
        (await find('L3'))?.['context'],
      ]).toEqual([2, 3, null])
    })

    test('is all or nothing, and names every problem with row and line', async () => {
      const before = await finds()
      const reply = await run('no,c,w,d\n\nB1,C2,1,2024-05-01\n"B2",C99,heavy,"1 May"\nF1,999,,\n', {
        tb: 'finds',
        mapping: { no: 'inv_no', c: 'context', w: 'weight_g', d: 'found_on' },
        key_field: 'inv_no',
      })
      expect([reply.statusCode, reply.json().code]).toEqual([422, 'import_error_validation'])
      const errors: Record<string, unknown>[] = reply.json().errors
      expect(errors.map(({ row, line, field, rule }) => [row, line, field, rule])).toEqual([
        [2, 4, 'context', 'reference'],
        [2, 4, 'weight_g', 'number'],
        [2, 4, 'found_on', 'date'],
        [3, 5, 'context', 'reference'],
      ])
      expect(errors[0]).toMatchObject({
        label: 'Context',
        code: 'reference',
        tb: 'finds',
        text: expect.any(String),
      })
      expect(await finds()).toEqual(before)
    })

    test('can be repeated with another mapping after it was refused; after a success the file is gone', async () => {
      const temp_id = await upload('no,w\nM1,heavy\n')
      const body = { temp_id, tb: 'finds', key_field: 'inv_no' }
      const refused = await dig.post(
        '/api/import/data',
        { ...body, mapping: { no: 'inv_no', w: 'weight_g' } },
        'writer',
      )
      expect(refused.statusCode).toBe(422)
      const accepted = await dig.post(
        '/api/import/data',
        { ...body, mapping: { no: 'inv_no', w: 'material' } },
        'writer',
      )
      expect(accepted.json()).toMatchObject({ inserted: 1 })
      const gone = await dig.post('/api/import/data', { ...body, mapping: { no: 'inv_no' } }, 'writer')
      expect([gone.statusCode, gone.json().code]).toEqual([404, 'import_error_no_file'])
    })

    test('ends with the first hundred problems', async () => {
      const rows = Array.from({ length: 700 }, (_, k) => `H${k},x`).join('\n')
      const reply = await run(`no,w\n${rows}\n`, {
        tb: 'finds',
        mapping: { no: 'inv_no', w: 'weight_g' },
        key_field: 'inv_no',
      })
      expect(reply.json().errors).toHaveLength(100)
      expect(reply.json().errors[99]).toMatchObject({ row: 100, line: 101 })
    })

    test('of a value that allows no duplicates twice in the file, or in another record, is refused', async () => {
      const reply = await run('id,no\n501,D1\n502,D1\n503,F2\n1,F1\n2,F1\n', {
        tb: 'finds',
        mapping: { id: 'id', no: 'inv_no' },
        key_field: 'id',
      })
      const errors: Record<string, unknown>[] = reply.json().errors
      expect(errors.map(({ row, field, rule }) => [row, field, rule])).toEqual([
        [2, 'inv_no', 'no_dupl'],
        [3, 'inv_no', 'no_dupl'],
        [5, 'inv_no', 'no_dupl'],
      ])
    })

    test('with ids of its own keeps them, and none of them is given again', async () => {
      const reply = await run('id,code\n700,X\n', {
        tb: 'trenches',
        mapping: { id: 'id', code: 'code' },
        key_field: 'id',
      })
      expect(reply.json()).toMatchObject({ inserted: 1 })
      const next = await dig.post('/api/record/trenches', { core: { code: 'Y' } }, 'writer')
      expect(next.json().id).toBe(701)
      const again = await run('id,code\n700,X2\n702,Z\n0,W\n', {
        tb: 'trenches',
        mapping: { id: 'id', code: 'code' },
        key_field: 'code',
      })
      expect(again.json().errors).toMatchObject([
        { row: 1, field: 'id', rule: 'no_dupl' },
        { row: 3, field: 'id', rule: 'min' },
      ])
    })

    test('with a key that several records have is refused', async () => {
      await makeTable(dig, 'coins', [{ name: 'ruler' }, { name: 'metal' }])
      await run('r\nNero\nNero\n', { tb: 'coins', mapping: { r: 'ruler' }, key_field: null, mode: 'insert' })
      const reply = await run('r,m\nNero,bronze\n', {
        tb: 'coins',
        mapping: { r: 'ruler', m: 'metal' },
        key_field: 'ruler',
      })
      expect(reply.json().errors).toMatchObject([{ row: 1, line: 2, field: 'ruler', rule: 'ambiguous_key' }])
    })

    test('without a key, for new records alone, makes every row a record', async () => {
      await makeTable(dig, 'sherds', [{ name: 'ware' }])
      const reply = await run('w\ncoarse\ncoarse\n', {
        tb: 'sherds',
        mapping: { w: 'ware' },
        key_field: null,
        mode: 'insert',
      })
      expect(reply.json()).toMatchObject({ inserted: 2, updated: 0, skipped: 0, total: 2 })
    })

    test('of a required field that no column is mapped to is refused for new records only', async () => {
      const reply = await run('id,m\n1,quartz\n600,quartz\n', {
        tb: 'finds',
        mapping: { id: 'id', m: 'material' },
        key_field: 'id',
      })
      expect(reply.json().errors).toMatchObject([{ row: 2, field: 'inv_no', rule: 'required' }])
    })

    test('rows may name rows before them in the same table', async () => {
      await makeTable(dig, 'layers', [{ name: 'code', check: ['no_dupl'] }])
      const parent = {
        name: 'above',
        label: 'Above',
        type: 'select',
        db_type: 'INTEGER',
        id_from_tb: 'layers',
      }
      expect((await dig.post('/api/config/table/layers/field', parent, 'super_admin')).statusCode).toBe(200)
      await dig.put(
        '/api/config/table/layers',
        { id_field: 'code', order: 'id', preview: ['code'] },
        'super_admin',
      )
      const body = { tb: 'layers', mapping: { code: 'code', above: 'above' }, key_field: 'code' }
      const reply = await run('code,above\nA,\nB,A\nC,B\n', body)
      expect(reply.json()).toMatchObject({ inserted: 3 })
      const { data } = (await dig.get('/api/records/layers', 'writer')).json()
      expect(data.map((row: Record<string, unknown>) => row['above'])).toEqual([null, 1, 2])
      const ahead = await run('code,above\nD,E\nE,\n', body)
      expect(ahead.json().errors).toMatchObject([{ row: 1, field: 'above', rule: 'reference' }])
    })

    test('of JSON leaves alone what a row does not mention', async () => {
      const reply = await preview(dig, {
        content: JSON.stringify([
          { no: 'F4', m: 'gold' },
          { no: 'F5', w: 8.25 },
        ]),
        after: { type: 'json' },
      })
      const done = await dig.post(
        '/api/import/data',
        {
          temp_id: reply.json().temp_id,
          type: 'json',
          tb: 'finds',
          mapping: { no: 'inv_no', m: 'material', w: 'weight_g' },
          key_field: 'inv_no',
        },
        'writer',
      )
      expect(done.json()).toMatchObject({ updated: 2 })
      expect(await find('F4')).toMatchObject({ material: 'gold', weight_g: null })
      expect(await find('F5')).toMatchObject({ material: null, weight_g: 8.25 })
    })

    test('of a header alone is a warning', async () => {
      const reply = await run('no\n', { tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' })
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        {
          status: 'warning',
          code: 'ok_import_data',
          total: 0,
          detail: 'The file has no rows, so nothing was imported.',
        },
      ])
    })

    test('with names that reach for a prototype or for SQL is an import like others', async () => {
      const file = 'id,ID,__proto__,constructor,"a"";drop table us;--"\n1,2,a,b,c\n'
      const mapping = JSON.parse('{"ID":"ware","a\\";drop table us;--":null}')
      const reply = await run(file, { tb: 'sherds', mapping, key_field: null, mode: 'insert' })
      expect(reply.json()).toMatchObject({ inserted: 1 })
    })

    test.each<[string, Record<string, unknown>, number, string]>([
      ['no mapping', { mapping: undefined }, 400, 'parameter_missing'],
      ['no key field', { key_field: '' }, 400, 'parameter_missing'],
      ['null as key field', { key_field: null }, 400, 'parameter_missing'],
      ['null as key field of known records', { key_field: null, mode: 'update' }, 400, 'parameter_missing'],
      ['no table', { tb: undefined }, 400, 'parameter_missing'],
      ['an unknown table', { tb: 'sys_users' }, 404, 'unknown_table'],
      ['a plugin table', { tb: 'samples' }, 422, 'plugin_table_not_allowed'],
      ['an id that names no file', { temp_id: '0'.repeat(32) }, 404, 'import_error_no_file'],
      ['an id that is a path', { temp_id: '../secret' }, 404, 'import_error_no_file'],
      ['a key field that is not mapped', { key_field: 'material' }, 400, 'import_error_no_key'],
      [
        'a field that does not exist',
        { mapping: { no: 'inv_no', w: 'nope' } },
        400,
        'import_error_invalid_field',
      ],
      [
        'the creator from a file',
        { mapping: { no: 'inv_no', w: 'creator' } },
        400,
        'import_error_invalid_field',
      ],
      ['two columns for one field', { mapping: { no: 'inv_no', w: 'inv_no' } }, 400, 'invalid_parameter'],
      [
        'columns that the file does not have',
        { mapping: { number: 'inv_no' } },
        422,
        'import_error_mapping_mismatch',
      ],
      ['another type', { type: 'docx' }, 400, 'import_error_unknown_type'],
      ['a type that the file is not of', { type: 'json' }, 422, 'import_error_parse'],
      ['a mapping that is a list', { mapping: ['no'] }, 400, 'invalid_parameter'],
    ])('with %s is refused', async (_case, change, status, code) => {
      const body = { tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
      const reply = await run('no,w\nZ1,1\n', { ...body, ...change })
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
      expect(await find('Z1')).toBeUndefined()
    })

    test('of a file that somebody else uploaded is refused', async () => {
      const temp_id = await upload('no\nQ1\n', 'admin')
      const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
      for (const as of ['writer', 'key20'] as const) {
        const reply = await dig.post('/api/import/data', body, as)
        expect([reply.statusCode, reply.json().code]).toEqual([404, 'import_error_no_file'])
      }
      expect((await dig.post('/api/import/data', body, 'admin')).statusCode).toBe(200)
    })

    test('shows its progress to whoever uploaded the file', async () => {
      const temp_id = await upload('no\nP1\nP2\n')
      const url = `/api/import/progress/${temp_id}`
      expect((await dig.get(url, 'writer')).json()).toEqual({
        status: 'success',
        state: 'waiting',
        rows_done: 0,
        rows_total: 2,
        bytes_done: 0,
        bytes_total: 9,
      })
      await dig.post(
        '/api/import/data',
        { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' },
        'writer',
      )
      expect((await dig.get(url, 'writer')).json()).toMatchObject({
        state: 'done',
        rows_done: 2,
        bytes_done: 9,
      })
      const other = await dig.get(url, 'admin')
      expect([other.statusCode, other.json().code]).toEqual([404, 'import_error_no_file'])
    })

    test('that was refused has failed', async () => {
      const temp_id = await upload('no,w\nP3,heavy\n')
      const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
      expect((await dig.post('/api/import/data', body, 'writer')).statusCode).toBe(422)
      expect((await dig.get(`/api/import/progress/${temp_id}`, 'writer')).json()).toMatchObject({
        state: 'failed',
      })
    })

    test('of a file that waited too long is refused, and the next upload clears it away', async () => {
      const temp_id = await upload('no\nX1\n')
      const folder = join(dig.service.dataFolder, 'applications', 'dig', 'imports')
      const old = new Date(Date.now() - 61 * 60_000)
      for (const name of [temp_id, `${temp_id}.json`]) await utimes(join(folder, name), old, old)
      const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
      const reply = await dig.post('/api/import/data', body, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'import_error_no_file'])
      await upload('no\nX2\n')
      expect((await readdir(folder)).filter((name) => name.startsWith(temp_id))).toEqual([])
    })

    test('of one file twice at the same time happens once', async () => {
      const temp_id = await upload('no\nS1\nS2\n')
      const body = { temp_id, tb: 'finds', mapping: { no: 'inv_no' }, key_field: 'inv_no' }
      const replies = await Promise.all([1, 2].map(() => dig.post('/api/import/data', body, 'writer')))
      expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
      expect((await finds()).data.filter((row) => row['inv_no'] === 'S1')).toHaveLength(1)
    })

    test('makes several batches of a longer file, and asks the database once for many rows', async () => {
      await makeTable(dig, 'tiles', [{ name: 'code', check: ['not_empty', 'no_dupl'] }, { name: 'mark' }])
      const rows = Array.from({ length: 1700 }, (_, k) => `T${k},${k % 7}`)
      const body = { tb: 'tiles', mapping: { code: 'code', mark: 'mark' }, key_field: 'code' }
      const again = rows.map((row, k) => (k === 1600 ? 'T1600,changed' : row))
      const statements = await countStatements(dig, async () => {
        expect((await run(`code,mark\n${rows.join('\n')}\n`, body)).json()).toMatchObject({
          inserted: 1700,
          updated: 0,
        })
        expect((await run(`code,mark\n${again.join('\n')}\nT1700,new\n`, body)).json()).toMatchObject({
          inserted: 1,
          updated: 1700,
        })
      })
      expect(statements).toBeLessThan(200)
      const versions = await dig.application.db.quick.get<{ n: number }>(
        sql`SELECT count(*) AS n FROM sys_versions WHERE tb = 'tiles'`,
      )
      expect(versions?.n).toBe(1)
    })

    test('of what a unique index refuses names the row', async () => {
      const index = { name: 'one_mark', columns: ['mark'], is_unique: true }
      await makeTable(dig, 'bricks', [{ name: 'mark' }])
      expect((await dig.post('/api/config/table/bricks/indexes', index, 'super_admin')).statusCode).toBe(200)
      const reply = await run('m\na\nb\na\n', {
        tb: 'bricks',
        mapping: { m: 'mark' },
        key_field: null,
        mode: 'insert',
      })
      expect(reply.json().errors).toMatchObject([{ row: 3, line: 4, field: 'mark', rule: 'no_dupl' }])
      expect((await dig.get('/api/records/bricks', 'writer')).json().total).toBe(0)
    })
  })

  describe('inside a row filter', () => {
    const restrict = (privilege: number, outside: string) =>
      dig.application.db.write(async (tx) => {
        await tx.run(sql`DELETE FROM sys_user_table_privs`)
        await tx.insert('sys_user_table_privs', {
          user_id: dig.userId('writer'),
          table_name: 'contexts',
          privilege,
          filter: JSON.stringify({ ctx_type: { _eq: 'layer' } }),
          outside,
        })
      })
    const errorsOf = async (file: string) => {
      const reply = await run(file, {
        tb: 'contexts',
        mapping: { no: 'ctx_no', t: 'ctx_type', n: 'notes' },
        key_field: 'ctx_no',
      })
      return reply.json().errors.map((error: Record<string, unknown>) => [error['row'], error['rule']])
    }

    test('records outside do not exist, are not made, and none is moved there', async () => {
      await restrict(20, 'hide')
      expect(await errorsOf('no,t\nC2,layer\nC1,cut\nNEW,cut\nNEW2,layer\n')).toEqual([
        [1, 'no_dupl'],
        [2, 'outside_row_filter'],
        [3, 'outside_row_filter'],
      ])
      expect(await errorsOf('no,t\nC1,layer\nNEW2,layer\n')).toEqual([])
    })

    test('records that may only be read are not changed', async () => {
      await restrict(30, 'global')
      expect(await errorsOf('no,n\nC1,other\nC2,other\n')).toEqual([[1, 'not_enough_privilege']])
    })
  })
})
