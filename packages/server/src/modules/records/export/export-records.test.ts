import { exportFormatNames } from '@trowel/contract/model/export-formats.js'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { hideRows, hideTable } from '../../../testing/scope-as.js'

const encode = encodeURIComponent
const formats = exportFormatNames

describe.each(oneEngine)('exports (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.application.db.write(async (tx) => {
      const geometries = [
        [1, 'POINT (13.6 45.7)'],
        [1, 'LINESTRING (1 2, 3 4)'],
        [2, 'POINT (somewhere)'],
      ] as const
      for (const [idLink, geometry] of geometries) {
        await tx.insert('sys_geodata', { table_link: 'contexts', id_link: idLink, geometry })
      }
      await tx.insert('sys_geodata', { table_link: 'finds', id_link: 3, geometry: 'POINT (9 9)' })
    })
    await hideRows(dig, 'self_writer', 'finds', { material: { _eq: 'iron' } })
    await hideTable(dig, 'reader', 'trenches')
  })
  afterAll(() => dig.close())

  const get = (query: string, table = 'finds', as: Parameters<Dig['get']>[1] = 'reader') =>
    dig.get(`/api/records/${table}/export?${query}`, as)

  test.each([
    ['csv', 'csv', 'text/csv; charset=utf-8'],
    ['xlsx', 'xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['json', 'json', 'application/json; charset=utf-8'],
    ['ndjson', 'ndjson', 'application/x-ndjson; charset=utf-8'],
    ['geojson', 'geojson', 'application/geo+json; charset=utf-8'],
    ['gpkg', 'gpkg', 'application/geopackage+sqlite3'],
    ['', 'csv', 'text/csv; charset=utf-8'],
    ['papyrus', 'csv', 'text/csv; charset=utf-8'],
    ['toString', 'csv', 'text/csv; charset=utf-8'],
  ])('format=%s is a download of its own type', async (format, ending, type) => {
    const { statusCode, headers } = await get(`format=${format}`, 'contexts')
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-store'])
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="contexts_\\d{8}_\\d{6}\\.${ending}"$`),
    )
  })

  test('every format holds every record of the listing in its order', async () => {
    const query = 'columns=inv_no,material,weight_g&filter[weight_g][_nnull]=1&sort_field=weight_g'
    expect((await get(query)).body).toBe(
      'id,inv_no,material,weight_g\n2,F2,amber,0.5\n8,F8,Iron slag,1.5\n1,F1,flint,3.2\n5,F5,,7\n3,F3,bone,12\n7,F7,iron,55\n6,F6,,100\n',
    )
    const json = (await get(`format=json&${query}`)).json()
    expect(json.metadata).toEqual({ table: 'finds', filter: 'filter', query: { weight_g: { _nnull: '1' } } })
    expect(json.data[0]).toEqual({ id: 2, inv_no: 'F2', material: 'amber', weight_g: 0.5 })
    const lines = (await get(`format=ndjson&${query}`)).body.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(json.data)
    const [sheet, ...others] = await readWorkbook((await get(`format=xlsx&${query}`)).rawPayload)
    expect(others).toEqual([])
    expect(sheet?.sheet).toBe('Finds')
    expect(sheet?.data).toEqual([
      ['id', 'inv_no', 'material', 'weight_g'],
      [2, 'F2', 'amber', 0.5],
      [8, 'F8', 'Iron slag', 1.5],
      [1, 'F1', 'flint', 3.2],
      [5, 'F5', null, 7],
      [3, 'F3', 'bone', 12],
      [7, 'F7', 'iron', 55],
      [6, 'F6', null, 100],
    ])
  })

  test('without columns every field of the table is there, plugin rows are not', async () => {
    const [header] = (await get('', 'contexts')).body.split('\n', 1)
    expect(header).toBe(
      'id,creator,ctx_no,trench,ctx_type,notes,depth_cm,count_of,chrono_from,chrono_to,chrono_label,chrono_certainty,chrono_period',
    )
  })

  test('the rows of a plugin table can be exported as well', async () => {
    expect((await get('columns=id_link,litres', 'samples')).body).toBe(
      'id,id_link,litres\n1,1,10\n2,1,20\n3,3,5\n',
    )
  })

  test('an export in which nothing matches is a header, or an empty list', async () => {
    const none = 'columns=ctx_no&filter[ctx_no][_eq]=none'
    expect((await get(none, 'contexts')).body).toBe('id,ctx_no\n')
    expect((await get(`format=json&${none}`, 'contexts')).json().data).toEqual([])
    expect((await get(`format=ndjson&${none}`, 'contexts')).body).toBe('')
    expect((await get(`format=geojson&${none}`, 'contexts')).json()).toEqual({
      type: 'FeatureCollection',
      features: [],
    })
    const [sheet] = await readWorkbook((await get(`format=xlsx&${none}`, 'contexts')).rawPayload)
    expect(sheet?.data).toEqual([['id', 'ctx_no']])
  })

  test('bom=1 puts a mark in front of CSV for spreadsheet programs', async () => {
    expect((await get('bom=1&columns=inv_no&q_inv_no=F1')).rawPayload.toString('latin1')).toBe(
      '\xEF\xBB\xBFid,inv_no\n1,F1\n',
    )
    expect((await get('bom=1&format=json&q_inv_no=F1')).body[0]).toBe('{')
  })

  const advanced = encode('{"rows":[],"filter":{"inv_no":{"_eq":"F4"}}}')
  test.each([
    ['', 'F1,F2,F3,F4,F5,F6,F7,F8', 'all'],
    ['search_type=all', 'F1,F2,F3,F4,F5,F6,F7,F8', 'all'],
    ['filter[material][_eq]=bone', 'F3', 'filter'],
    [`filter=${encode('{"material":{"_eq":"bone"}}')}`, 'F3', 'filter'],
    [`filter=${encode(btoa('{"material":{"_eq":"bone"}}'))}`, 'F3', 'filter'],
    ['search_type=fast&search=iro', 'F7,F8', 'fast'],
    [`search_type=sqlExpert&querytext=${encode("material = 'bone'")}`, 'F3', 'expert'],
    ['q_material=bone&q_inv_no=', 'F3', 'filter'],
    ['qt=fast&q=iro', 'F7,F8', 'fast'],
    [`qt=expert&q=${encode("material = 'bone'")}`, 'F3', 'expert'],
    [`qt=filter&q=${encode('{"inv_no":{"_eq":"F2"}}')}`, 'F2', 'filter'],
    [`qt=advanced&q=${advanced}`, 'F4', 'filter'],
    ['qt=&q=iro', 'F1,F2,F3,F4,F5,F6,F7,F8', 'all'],
    ['filter[material][_eq]=bone&qt=fast&q=iro&search_type=fast&search=amber&q_inv_no=F8', 'F3', 'filter'],
    ['filter=&qt=fast&q=iro', 'F7,F8', 'fast'],
    ['search_type=fast&search=iro&q_inv_no=F1', 'F7,F8', 'fast'],
    ['sort_field=material&sort_dir=desc&filter[material][_in]=bone,flint', 'F1,F3', 'filter'],
    ['page=2&per_page=1&filter[material][_in]=bone,flint', 'F1,F3', 'filter'],
  ])('what a listing takes restricts an export: %s', async (query, expected, kind) => {
    const { metadata, data } = (await get(`format=json&columns=inv_no&${query}`)).json()
    expect(data.map((row: { inv_no: string }) => row.inv_no).join()).toBe(expected)
    expect(metadata.filter).toBe(kind)
  })

  test.each([
    ['an unknown qt', 'finds', 'qt=else&q=1', 400, 'invalid_parameter'],
    ['the name of an inherited property as qt', 'finds', 'qt=constructor&q=1', 400, 'invalid_parameter'],
    ['an advanced search that is no JSON', 'finds', 'qt=advanced&q=[', 400, 'invalid_parameter'],
    ['an advanced search without a filter', 'finds', 'qt=advanced&q={}', 400, 'invalid_parameter'],
    ['a filter that is no object', 'finds', 'qt=filter&q=[', 400, 'invalid_filter'],
    ['a filter that is empty', 'finds', 'qt=filter&q=', 400, 'invalid_parameter'],
    ['a filter that was left out', 'finds', 'qt=filter', 400, 'invalid_parameter'],
    [
      'an expression with a mistake',
      'finds',
      `qt=expert&q=${encode('material =')}`,
      400,
      'expert_syntax_error',
    ],
    ['a search of an unknown kind', 'finds', 'search_type=guess', 400, 'invalid_parameter'],
    ['an unknown field in a filter', 'finds', 'filter[nothing][_eq]=1', 400, 'unknown_field'],
    ['an unknown column', 'finds', 'columns=nothing', 400, 'unknown_field'],
    ['an unknown field to sort by', 'finds', 'sort_field=nothing', 400, 'unknown_field'],
    ['a field of a plugin table', 'contexts', 'columns=litres', 400, 'unknown_field'],
    ['an unknown table', 'coins', '', 404, 'unknown_table'],
    ['a system table', 'sys_users', '', 404, 'unknown_table'],
    ['a map of a table without map data', 'finds', 'format=geojson', 400, 'invalid_parameter'],
  ])('%s is told before the first byte, not as a download', async (_case, table, query, status, code) => {
    const { statusCode, headers, json } = await get(query, table)
    expect([statusCode, json().code]).toEqual([status, code])
    expect(headers['content-type']).toContain('application/json')
    expect(headers['content-disposition']).toBeUndefined()
  })

  test('who may not read the table gets nothing of it, and nobody without a token', async () => {
    const refused = await Promise.all([get('', 'trenches'), dig.get('/api/records/finds/export')])
    expect(refused.map(({ statusCode, json }) => [statusCode, json().code])).toEqual([
      [403, 'not_enough_privilege'],
      [401, 'unauthenticated'],
    ])
  })

  test.each(formats.filter((format) => format !== 'geojson'))(
    '%s has no rows outside a row filter',
    async (format) => {
      const { body, rawPayload } = await get(`format=${format}&columns=inv_no`, 'finds', 'self_writer')
      const content = format === 'xlsx' ? JSON.stringify(await readWorkbook(rawPayload)) : body
      expect(content.match(/\bF\d/g)).toEqual(['F7'])
    },
  )

  test('asking for the head alone tells the name and reads nothing', async () => {
    const url = '/api/records/finds/export?format=xlsx'
    const { statusCode, headers, body } = await dig.request({ method: 'HEAD', url }, 'reader')
    expect([statusCode, body]).toEqual([200, ''])
    expect(headers['content-disposition']).toContain('.xlsx"')
    expect(headers['content-length']).toBeUndefined()
  })

  test('on a map each geometry is a feature, and a record without a readable one has none', async () => {
    const query = 'format=geojson&columns=ctx_no,depth_cm&filter[id][_lte]=3'
    expect((await get(query, 'contexts')).json()).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [13.6, 45.7] },
          properties: { id: 1, ctx_no: 'C1', depth_cm: 12.5, geo_id: 1 },
        },
        {
          type: 'Feature',
          geometry: {
            type: 'LineString',
            coordinates: [
              [1, 2],
              [3, 4],
            ],
          },
          properties: { id: 1, ctx_no: 'C1', depth_cm: 12.5, geo_id: 2 },
        },
        { type: 'Feature', geometry: null, properties: { id: 2, ctx_no: 'C2', depth_cm: 40, geo_id: 3 } },
        {
          type: 'Feature',
          geometry: null,
          properties: { id: 3, ctx_no: 'C3', depth_cm: null, geo_id: null },
        },
      ],
    })
  })

  test('dates are text in a workbook, and so is text that looks like a number', async () => {
    const id = await dig.application.db.write((tx) =>
      tx.insert('finds', { inv_no: '007', found_on: '2024-05-01' }),
    )
    const query = `format=xlsx&columns=inv_no,found_on&filter[id][_eq]=${id}`
    const [sheet] = await readWorkbook((await get(query)).rawPayload)
    expect(sheet?.data[1]).toEqual([id, '007', '2024-05-01'])
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+SUM(A1)', "'+SUM(A1)"],
    ['-2+3', "'-2+3"],
    ['@cell', "'@cell"],
    ['\ttab', "'\ttab"],
    ['-5', '-5'],
    ['+4.5e3', '+4.5e3'],
    ['a=1', 'a=1'],
  ])('a cell that a spreadsheet program would run is made a text: %j', async (stored, shown) => {
    const id = await dig.application.db.write((tx) => tx.insert('finds', { inv_no: 'X', material: stored }))
    const query = `columns=material&filter[id][_eq]=${id}`
    expect((await get(query)).body).toBe(`id,material\n${id},${shown}\n`)
    const [sheet] = await readWorkbook((await get(`format=xlsx&${query}`)).rawPayload, { trim: false })
    expect(sheet?.data[1]).toEqual([id, shown])
    expect((await get(`format=json&${query}`)).json().data).toEqual([{ id, material: stored }])
  })

  test('a text too long for a cell of a workbook is refused, not cut, and other formats have it whole', async () => {
    const long = 'ä'.repeat(32_767)
    const insert = (material: string) =>
      dig.application.db.write((tx) => tx.insert('finds', { inv_no: 'L', material }))
    const [fits, exceeds] = [await insert(long), await insert(`${long}ä`)]
    const one = (id: number) => `columns=material&filter[id][_eq]=${id}`
    const [sheet] = await readWorkbook((await get(`format=xlsx&${one(fits)}`)).rawPayload)
    expect(sheet?.data[1]).toEqual([fits, long])
    const refused = (await get(`format=xlsx&${one(exceeds)}`)).json()
    expect(refused.code).toBe('invalid_parameter')
    expect(refused.text).toContain(`"Material" of record ${exceeds}`)
    const characters = await insert('\u{1F3FA}'.repeat(16_384))
    expect((await get(`format=xlsx&${one(characters)}`)).statusCode).toBe(400)
    expect((await get(`format=xlsx&columns=inv_no&filter[id][_eq]=${exceeds}`)).statusCode).toBe(200)
    expect((await get(one(exceeds))).body.length).toBeGreaterThan(32_767)
  })

  test('a computed text too long for a cell is refused before the first byte, wherever its record stands', async () => {
    const form = { name: 'twice', label: 'Twice', type: 'formula', db_type: 'TEXT' }
    const formula = "join(' ', material, material)"
    const made = await dig.post('/api/config/table/finds/field', { ...form, formula }, 'super_admin')
    expect(made.statusCode, made.body).toBe(200)
    await dig.application.db.write(async (tx) => {
      const rows = Array.from({ length: 3000 }, (_, k) => [`M${k}`, 'x'.repeat(200)])
      await tx.insertMany('finds', ['inv_no', 'material'], rows)
      await tx.insert('finds', { inv_no: 'Z', material: 'x'.repeat(20_000) })
    })
    const refused = await get('format=xlsx&columns=twice')
    expect(refused.json()).toMatchObject({
      code: 'invalid_parameter',
      text: expect.stringMatching('"Twice"'),
    })
    const others = await get(
      'format=xlsx&columns=twice&filter[inv_no][_neq]=Z&filter[material][_ends_with]=xx',
    )
    expect(others.statusCode).toBe(200)
  })
})
