import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, sql } from '../../storage/sql.js'
import { countStatements } from '../../testing/count-statements.js'
import { makeTable } from '../../testing/import-file.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'

describe.each(engines)('reading records (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const list = async (query: string) => (await dig.get(`/api/records/${query}`, 'reader')).json()
  const names = async (query: string, field = 'inv_no') =>
    (await list(query)).data.map((row: Record<string, unknown>) => row[field])

  test('a listing answers the total, the fields in configuration order and flat rows', async () => {
    const reply = await dig.get('/api/records/contexts?per_page=2&columns=ctx_no,trench,depth_cm', 'reader')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(reply.json()).toEqual({
      status: 'success',
      total: 6,
      page: 1,
      per_page: 2,
      fields: [
        { name: 'id', label: 'Id', type: 'text' },
        { name: 'ctx_no', label: 'Context', type: 'text' },
        { name: 'trench', label: 'Trench', type: 'select' },
        { name: 'depth_cm', label: 'Depth', type: 'text' },
      ],
      data: [
        { id: 1, ctx_no: 'C1', trench: 1, depth_cm: 12.5 },
        { id: 2, ctx_no: 'C2', trench: 1, depth_cm: 40 },
      ],
      labels: { trench: { '1': 'A' } },
      can_add: false,
    })
  })

  test('without columns every field of the table comes, id first', async () => {
    const { fields, data } = await list('finds')
    expect(fields.map((field: { name: string }) => field.name)).toEqual([
      'id',
      'creator',
      'inv_no',
      'context',
      'material',
      'weight_g',
      'found_on',
    ])
    expect(Object.keys(data[0])).toEqual(fields.map((field: { name: string }) => field.name))
  })

  test('true and false in an address mean of a yes-or-no field what they mean in JSON', async () => {
    await makeTable(dig, 'walls', [
      { name: 'code' },
      { name: 'plastered', type: 'boolean', db_type: 'INTEGER' },
    ])
    for (const [code, plastered] of Object.entries({ a: true, b: false, c: null, true: true })) {
      await dig.post('/api/record/walls', { core: { code, plastered } }, 'writer')
    }
    const found = (data: readonly { code: string }[]) => data.map(({ code }) => code).join()
    const asked = async (query: string) => found((await list(`walls?${query}`)).data)
    const sent = async (filter: unknown) =>
      found((await dig.post('/api/records/walls', { filter }, 'reader')).json().data)
    for (const [query, operator, value, expected] of [
      ['[_eq]=true', '_eq', true, 'a,true'],
      ['[_eq]=false', '_eq', false, 'b'],
      ['[_neq]=true', '_neq', true, 'b'],
      ['[_in]=true,false', '_in', [true, false], 'a,b,true'],
      ['[_in][]=false', '_in', [false], 'b'],
      ['[_nin][]=TRUE', '_nin', [true], 'b'],
      ['[_gte]=true', '_gte', true, 'a,true'],
      ['[_between]=false,true', '_between', [false, true], 'a,b,true'],
      ['[_icontains]=true', '_icontains', true, 'a,true'],
      ['[_eq]=1', '_eq', 1, 'a,true'],
    ] as const) {
      expect([query, await asked(`filter[plastered]${query}`)]).toEqual([query, expected])
      expect([operator, await sent({ plastered: { [operator]: value } })]).toEqual([operator, expected])
    }
    expect(await asked('q_plastered=true')).toBe('a,true')
    expect(await asked('filter[code][_eq]=true')).toBe('true')
    const refused = await dig.get('/api/records/walls?filter[plastered][_eq]=perhaps', 'reader')
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'invalid_filter'])
  })

  test('the preview fields come when asked for by that word', async () => {
    expect((await list('finds?columns=preview')).data[0]).toEqual({ id: 1, inv_no: 'F1' })
  })

  test('pages follow each other without overlap, and beyond the last there is nothing', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => names(`finds?per_page=3&page=${page}`)))
    expect(pages).toEqual([['F1', 'F2', 'F3'], ['F4', 'F5', 'F6'], ['F7', 'F8'], []])
  })

  test('more than 200 records a page are answered as 200', async () => {
    expect((await list('finds?per_page=100000')).per_page).toBe(200)
  })

  test('missing values come last in ascending and first in descending order', async () => {
    expect(await names('finds?sort_field=weight_g')).toEqual(['F2', 'F8', 'F1', 'F5', 'F3', 'F7', 'F6', 'F4'])
    expect(await names('finds?sort_field=weight_g&sort_dir=DESC')).toEqual([
      'F4',
      'F6',
      'F7',
      'F3',
      'F5',
      'F1',
      'F8',
      'F2',
    ])
  })

  test('equal values keep the order of their ids in both directions', async () => {
    expect(await names('contexts?sort_field=ctx_type&sort_dir=desc', 'ctx_no')).toEqual([
      'C5',
      'C1',
      'C4',
      'C6',
      'C3',
      'C2',
    ])
  })

  test('text is ordered by code point on every engine', async () => {
    expect(await names('finds?sort_field=material', 'material')).toEqual([
      '',
      'Iron slag',
      'amber',
      'bone',
      'bronze',
      'flint',
      'iron',
      null,
    ])
  })

  test.each([
    ['filter[material][_eq]=iron', ['F7']],
    ['filter[material][_icontains]=IRON', ['F7', 'F8']],
    ['filter[weight_g][_gte]=7&filter[weight_g][_lt]=60', ['F3', 'F5', 'F7']],
    ['filter[_or][0][inv_no][_eq]=F1&filter[_or][1][inv_no][_eq]=F5', ['F1', 'F5']],
    ['filter[context][trench][code][_eq]=A', ['F1', 'F2', 'F3']],
    ['filter[context][samples][lab][_eq]=Graz', ['F4']],
    [`filter=${encodeURIComponent('{"material":{"_empty":true}}')}`, ['F5', 'F6']],
    ['search_type=fast&search=iro', ['F7', 'F8']],
    ['search_type=fast&search=a%2525b', []],
    ['search_type=fast&search=%2566lint', []],
    ['search_type=fast&search=%66lint', ['F1']],
    ['search_type=fast&search=', ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8']],
    [
      `search_type=sqlExpert&querytext=${encodeURIComponent("weight_g > 50 or material = 'bone'")}`,
      ['F3', 'F6', 'F7'],
    ],
    ['q_material=flint&q_inv_no=F1', ['F1']],
    ['q_material=', ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F8']],
  ])('%s finds the records it names', async (query, expected) => {
    const reply = await list(`finds?${query}`)
    expect(reply.data.map((row: { inv_no: string }) => row.inv_no)).toEqual(expected)
    expect(reply.total).toBe(expected.length)
  })

  test('the same listing takes its parameters in a JSON body, and the address wins', async () => {
    const body = {
      filter: { material: { _in: ['flint', 'amber'] } },
      per_page: 1,
      sort_field: 'inv_no',
      sort_dir: 'desc',
    }
    const reply = await dig.post('/api/records/finds', body, 'reader')
    expect(reply.json()).toMatchObject({ total: 2, per_page: 1, data: [{ inv_no: 'F2' }] })
    const other = await dig.post('/api/records/finds?per_page=2', body, 'reader')
    expect(other.json()).toMatchObject({ total: 2, per_page: 2, data: [{ inv_no: 'F2' }, { inv_no: 'F1' }] })
  })

  test('POST without a body lists everything', async () => {
    expect((await dig.post('/api/records/finds', undefined, 'reader')).json().total).toBe(8)
  })

  test('plugin tables can be listed, nobody can add to them by themselves', async () => {
    const reply = await list('samples')
    expect(reply.total).toBe(3)
    expect(reply.data[0]).toMatchObject({ id: 1, id_link: 1, litres: 10, lab: 'Oxford' })
    expect((await dig.get('/api/records/samples', 'writer')).json().can_add).toBe(false)
  })

  test.each([
    ['an unknown table', '/api/records/coins', 404, 'unknown_table'],
    ['a system table', '/api/records/sys_users', 404, 'unknown_table'],
    ['an unknown field in the filter', '/api/records/finds?filter[colour][_eq]=1', 400, 'unknown_field'],
    ['an unknown operator', '/api/records/finds?filter[material][_like]=1', 400, 'unknown_operator'],
    ['an unknown sort field', '/api/records/finds?sort_field=colour', 400, 'unknown_field'],
    ['an unknown column', '/api/records/finds?columns=colour', 400, 'unknown_field'],
    ['a plugin table as a column', '/api/records/contexts?columns=samples', 400, 'unknown_field'],
    ['page 0', '/api/records/finds?page=0', 400, 'invalid_parameter'],
    ['a page that is no number', '/api/records/finds?page=two', 400, 'invalid_parameter'],
    ['an enormous page number', '/api/records/finds?page=99999999999999999999', 400, 'invalid_parameter'],
    ['no records a page', '/api/records/finds?per_page=0', 400, 'invalid_parameter'],
    ['an unknown kind of search', '/api/records/finds?search_type=slow', 400, 'invalid_parameter'],
    ['a join', '/api/records/finds?join=users', 400, 'invalid_parameter'],
    ['a filter that is a word', '/api/records/finds?filter=word', 400, 'invalid_filter'],
    ['a filter that hides a prototype', '/api/records/finds?filter[__proto__][_eq]=1', 400, 'invalid_filter'],
    [
      'an expression that does not parse',
      '/api/records/finds?search_type=sqlExpert&querytext=1%3D',
      400,
      'expert_syntax_error',
    ],
    ['a NUL byte in a value', '/api/records/finds?filter[material][_eq]=a%00b', 400, 'invalid_filter'],
    ['broken percent signs', '/api/records/finds?search_type=fast&search=%E0%A4%A', 400, 'bad_request'],
  ])('%s is refused', async (_case, url, status, code) => {
    const reply = await dig.get(url, 'reader')
    expect([reply.statusCode, reply.json().code, reply.json().status]).toEqual([status, code, 'error'])
    expect(reply.json().text.length).toBeGreaterThan(10)
  })

  test.each([
    ['JSON', { page: 0, per_page: 'x', sort_field: ['a'], search: {}, join: 'users', columns: [1] }],
    ['an address', '?page=0&per_page=x&sort_field[]=a&search[]=x&join=users'],
  ])('everything that has the wrong form is told at once: %s', async (_case, asked) => {
    const url = '/api/records/finds'
    const reply =
      typeof asked === 'string' ? await dig.get(url + asked, 'reader') : await dig.post(url, asked, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    expect(reply.json().detail).toEqual({ name: 'page', reason: 'not a whole number from 1' })
    expect(reply.json().errors.map(({ text }: { text: string }) => text)).toEqual([
      '"page" must be a whole number from 1.',
      '"per_page" must be a whole number from 1.',
      '"sort_field" must be the name of a field.',
      '"search" must be a text.',
      '"join" must be empty: filters reach related tables by themselves.',
      ...(typeof asked === 'string' ? [] : ['"columns" must be a list of field names.']),
    ])
  })

  test('what says nothing is left out, a number may have blanks, and a filter wins over any search', async () => {
    const names = async (reply: Promise<{ json(): { data: { inv_no: string }[] } }>) =>
      (await reply).json().data.map(({ inv_no }) => inv_no)
    const empty = {
      page: '',
      per_page: null,
      sort_field: '',
      sort_dir: null,
      filter: '',
      join: [],
      search_type: '',
    }
    expect(await names(dig.post('/api/records/finds', empty, 'reader'))).toHaveLength(8)
    expect(await names(dig.get('/api/records/finds?page=+2&per_page=7', 'reader'))).toEqual(['F8'])
    const both = '/api/records/finds?filter[inv_no][_eq]=F1&search_type=slow'
    expect(await names(dig.get(both, 'reader'))).toEqual(['F1'])
  })

  test('a body that is no JSON, or not UTF-8, is refused and nothing breaks', async () => {
    for (const payload of ['{', '"a', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), '{"__proto__":{"a":1}}']) {
      const reply = await dig.request(
        {
          method: 'POST',
          url: '/api/records/finds',
          payload,
          headers: { 'content-type': 'application/json' },
        },
        'reader',
      )
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'bad_request'])
    }
  })

  test('a filter nested deep is refused, in the body and in the address; a body nested 100,000 deep as such', async () => {
    const nested = (depth: number) => `${'{"_and":['.repeat(depth)}${']}'.repeat(depth)}`
    const refusal = async (request: object) => {
      const reply = await dig.request({ ...request, url: '/api/records/finds' }, 'reader')
      return [reply.statusCode, reply.json().code]
    }
    const headers = { 'content-type': 'application/json' }
    const body = (depth: number) => ({ method: 'POST', headers, payload: `{"filter":${nested(depth)}}` })
    expect(await refusal(body(45))).toEqual([400, 'invalid_filter'])
    expect(await refusal({ method: 'GET', query: { filter: nested(5_000) } })).toEqual([
      400,
      'invalid_filter',
    ])
    expect(await refusal(body(100_000))).toEqual([400, 'bad_request'])
  })

  test('the total follows every write', async () => {
    const before = (await list('finds?filter[material][_eq]=copper')).total
    await dig.application.db.write((tx) =>
      tx.insert('finds', { inv_no: 'F9', material: 'copper', creator: null }),
    )
    expect((await list('finds?filter[material][_eq]=copper')).total).toBe(before + 1)
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM ${id('finds')} WHERE inv_no = ${'F9'}`)
    })
    expect((await list('finds?filter[material][_eq]=copper')).total).toBe(before)
  })

  test('an answer that the caller has already is not sent again', async () => {
    for (const url of ['/api/records/finds', '/api/record/finds/1']) {
      const first = await dig.get(url, 'reader')
      const etag = String(first.headers['etag'])
      const again = await dig.request({ method: 'GET', url, headers: { 'if-none-match': etag } }, 'reader')
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag])
    }
  })

  test('one record comes with its fields, labels, plugin rows, links and schema', async () => {
    const reply = await dig.get('/api/record/contexts/1', 'writer')
    const record = reply.json()
    const madeBefore = {
      set: expect.any(Number),
      time: expect.any(String),
      user: dig.userId('super_admin'),
      user_name: 'super_admin',
    }
    expect(record.metadata).toEqual({
      tb_id: 'contexts',
      tb_label: 'Contexts',
      rec_id: 1,
      created: madeBefore,
      last_changed: madeBefore,
      id_field: 'ctx_no',
      can_edit: true,
      can_delete: true,
      can_add: true,
    })
    expect(Object.keys(record.core)[0]).toBe('id')
    expect(record.core.trench).toEqual({ name: 'trench', label: 'Trench', val: 1, val_label: 'A' })
    expect(record.core.depth_cm).toEqual({ name: 'depth_cm', label: 'Depth', val: 12.5, val_label: null })
    expect(record.plugins.samples.metadata).toEqual({ tb_id: 'samples', tb_label: 'Samples', tot: 2 })
    expect(record.plugins.samples.data.map((row: { litres: { val: number } }) => row.litres.val)).toEqual([
      10, 20,
    ])
    expect(record.plugins.samples.data[0].id_link.val).toBe(1)
    for (const section of ['links', 'backlinks', 'manualLinks', 'geodata', 'rs', 'bibliography']) {
      expect(record[section]).toEqual({})
    }
    expect(record.files).toEqual([])
    expect(record.schema).toMatchObject({
      rs: true,
      id_field: 'ctx_no',
      has_geodata: true,
      has_fuzzy_date: true,
    })
    expect(record.schema.fields.find((field: { name: string }) => field.name === 'trench')).toEqual({
      name: 'trench',
      label: 'Trench',
      type: 'select',
      db_type: 'INTEGER',
      readonly: false,
      hide: false,
      help: null,
      required: false,
      check: [],
      min: null,
      max: null,
      max_length: null,
      number_auto: false,
      formula: null,
      number_gaps: false,
      number_pattern: null,
      pattern: null,
      def_value: null,
      direction: null,
      widget: null,
      options_source: { type: 'id_from_tb', ref: 'trenches' },
    })
    expect(record.schema.plugins.samples.label).toBe('Samples')
  })

  test('what hangs from a record for the first time is there at the next reading, and gone when it is gone', async () => {
    const { db } = dig.application
    const linked = async () =>
      Object.keys((await dig.get('/api/record/trenches/1', 'reader')).json().manualLinks).length
    expect([await linked(), await linked()]).toEqual([0, 0])
    const ends = { tb_one: 'trenches', id_one: 1, tb_two: 'finds', id_two: 2 }
    const link = await db.write((tx) => tx.insert('sys_userlinks', ends))
    expect(await linked()).toBe(1)
    await db.write((tx) => tx.run(sql`DELETE FROM ${id('sys_userlinks')} WHERE id = ${link}`))
    expect(await linked()).toBe(0)
  })

  test('what hangs from a record is read with as many statements, however much it is', async () => {
    const read = () => dig.get('/api/record/contexts/5', 'writer')
    const relate = (second: number) =>
      dig.post('/api/record/contexts/rs', { first: 5, relation: 5, second }, 'writer')
    const link = (find: number) =>
      dig.post('/api/manual-link', { tb_one: 'contexts', id_one: 5, tb_two: 'finds', id_two: find }, 'writer')
    const addSample = () =>
      dig.post('/api/record/contexts/5', { plugins: { samples: [{ fields: { litres: 1 } }] } }, 'writer')
    const attach = (name: string) => sendFile(dig, '/api/record/contexts/5/file', name, 'text', 'writer')
    const done = [await relate(1), await link(1), await addSample(), await attach('1.txt')]
    await read()
    const few = await countStatements(dig, read)
    for (const other of [2, 3, 4, 6]) {
      done.push(await relate(other), await link(other), await addSample(), await attach(`${other}.txt`))
    }
    expect(done.map(({ statusCode }) => statusCode)).toEqual(done.map(() => 200))
    const { rs, manualLinks, files, plugins } = (await read()).json()
    expect([rs, manualLinks, files, plugins.samples.data].map((part) => Object.keys(part).length)).toEqual([
      5, 5, 5, 5,
    ])
    expect(few).toBeGreaterThan(5)
    expect(await countStatements(dig, read)).toBe(few)
  })

  test('nothing that hangs from a record is read for someone who may not see it', async () => {
    const statementsFor = async (record: number) => {
      const read = () => dig.get(`/api/record/contexts/${record}`, 'reader')
      const { statusCode } = await read()
      return [statusCode, await countStatements(dig, read)] as const
    }
    const [, ofAll] = await statementsFor(999)
    await hideRows(dig, 'reader', 'contexts', { ctx_no: { _eq: 'C1' } })
    try {
      expect((await statementsFor(1))[0]).toBe(200)
      const [status, ofSome] = await statementsFor(5)
      expect(status).toBe(404)
      expect(await statementsFor(999)).toEqual([status, ofSome])
      expect(ofSome).toBeLessThan(ofAll)
    } finally {
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
    }
  })

  test('a page of records with labels takes as many statements, however long it is', async () => {
    await dig.get('/api/records/finds', 'writer')
    // Totals are cached as long as nobody writes, which others on the same server may do: here nobody has
    // asked for them.
    const statements = (perPage: number) =>
      countStatements(dig, () =>
        dig.get(`/api/records/finds?per_page=${perPage}&filter[id][_lt]=${100 + perPage}`, 'writer'),
      )
    expect(await statements(8)).toBe(await statements(2))
  })

  test('who may edit a record is told by the record', async () => {
    const may = async (id: number, as: 'reader' | 'self_writer' | 'writer' | 'key20') => {
      const { metadata } = (await dig.get(`/api/record/finds/${id}`, as)).json()
      return [metadata.can_edit, metadata.can_delete, metadata.can_add]
    }
    expect(await may(7, 'reader')).toEqual([false, false, false])
    expect(await may(7, 'self_writer')).toEqual([true, true, true])
    expect(await may(6, 'self_writer')).toEqual([false, false, true])
    expect(await may(6, 'writer')).toEqual([true, true, true])
    expect(await may(6, 'key20')).toEqual([true, true, true])
  })

  test.each([
    ['an id that no record has', '/api/record/finds/999', 404, 'record_not_found'],
    ['an id beyond all numbers', '/api/record/finds/99999999999999999999', 404, 'record_not_found'],
    ['an id that is a word', '/api/record/finds/one', 404, 'route_not_found'],
    ['an unknown table', '/api/record/coins/1', 404, 'unknown_table'],
    ['a system table', '/api/record/sys_users/1', 404, 'unknown_table'],
  ])('%s is refused', async (_case, url, status, code) => {
    const reply = await dig.get(url, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a template that does not exist keeps nobody from reading', async () => {
    const { schema } = (await dig.get('/api/record/finds/1?template=label', 'reader')).json()
    expect([schema.template, schema.template_errors]).toEqual([null, ['template_not_found']])
  })
})
