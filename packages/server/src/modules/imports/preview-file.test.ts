import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, formWith, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { sendForm } from '../../testing/send-file.js'

describe.each(oneEngine)('the look at a file (%s)', (engine) => {
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

  test('reads the file as somebody says that it is written, and the run after it', async () => {
    const file = Buffer.from('inv,no;note\nF1,5;caf\xe9\n', 'latin1')
    const told = { encoding: 'windows-1252', delimiter: ',' }
    const reply = await preview(dig, { ...csvForm(file), before: { type: 'csv', tb: 'finds', ...told } })
    expect(reply.json()).toMatchObject({
      ...told,
      columns: ['inv', 'no;note'],
      rows: [['F1', '5;café']],
      detected: { encoding: { value: 'windows-1252', sure: 1, seen: 'chosen' } },
    })
  })

  test.each([
    ['encoding', 'ebcdic'],
    ['delimiter', 'ab'],
  ])('refuses %s "%s"', async (name, value) => {
    const reply = await preview(dig, { ...csvForm('a,b\n1,2\n'), before: { type: 'csv', [name]: value } })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
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

  test.each([
    ['has no edge', 'a\n1', 'multipart/form-data'],
    ['breaks off before its first part', 'a\n1', 'multipart/form-data; boundary=edge'],
    [
      'breaks off in its file',
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\n1',
      'multipart/form-data; boundary=edge',
    ],
  ])('a form that %s is refused, and nothing of it stays', async (_case, form, type) => {
    const before = await kept()
    for (const url of ['/api/import/preview-file', '/api/import/preview-photos']) {
      const reply = await sendForm(dig, url, { payload: Buffer.from(form), type }, 'writer')
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad_request'])
    }
    expect(await kept()).toBe(before)
  })

  test('says where and why a file cannot be read', async () => {
    const reply = await preview(dig, csvForm('a,b\n1,2\n3,"4\n'))
    expect(reply.json().detail).toEqual({
      line: 3,
      reason: 'a quotation mark opens a cell here and is never closed.',
    })
    expect(reply.json()).toMatchObject({
      text: expect.stringContaining('Line 3: a quotation mark'),
      sentence: 'file_unreadable_at',
      facts: { line: 3, 'reason.sentence': 'quote_never_closed' },
    })
  })

  test('tells of a header that cannot be used and of odd rows together', async () => {
    const reply = await preview(dig, csvForm('a,,a\n1,2,3\n1\n'))
    expect(reply.json()).toMatchObject({
      count: 2,
      sentence: 'file_unreadable_at',
      facts: {
        line: 1,
        'reason.sentence': 'columns_nameless_and_repeated',
        'reason.columns': '2',
        'reason.names': '"a"',
      },
      warnings: [{ line: 3, code: 'short_row', sentence: 'row_short', facts: { given: 1, wanted: 3 } }],
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
