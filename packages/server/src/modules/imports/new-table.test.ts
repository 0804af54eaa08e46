import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileForm, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'

const as = 'super_admin'

/** Sixteen coins as a person would list them; two of them are from contexts of the dig. */
const coins = [
  'Coin no.;Context;Metal;Weight (g);Struck;Long;Lat;Found on;Worn;Notes',
  ...Array.from({ length: 16 }, (_, k) => {
    const context = `C${1 + (k % 6)}`
    const metal = ['bronze', 'silver', 'Bronze'][k % 3]
    const weight = k === 3 ? 'NA' : `${k},5`
    return `M${k + 1};${context};${metal};${weight};${100 + k};13,${k};45,5;0${1 + (k % 9)}.06.2021;${k % 2 ? 'yes' : 'no'};`
  }),
].join('\n')

const form = (content: string, more: Record<string, string> = {}): FileForm => ({
  content,
  after: { type: 'csv', propose: '1', ...more },
})

interface Proposed {
  readonly column: string
  readonly name: string
  readonly label: string
  readonly kind: string
  readonly vocabulary: string | null
  readonly tb: string | null
  readonly unique: boolean
}

/** What the look at a file proposes, as the body of the request that does it. */
async function proposed(dig: Dig, content: string, role: Role = as) {
  const reply = await preview(dig, form(content), role)
  expect(reply.statusCode, reply.body).toBe(200)
  const { temp_id, proposal, detected } = reply.json()
  const fields = proposal.fields.map(({ column, name, label, kind, vocabulary, tb, unique }: Proposed) => ({
    column,
    name,
    label,
    kind,
    ...(kind === 'choice' && { vocabulary }),
    ...(kind === 'link' && { tb }),
    ...(name === proposal.id_field && { unique }),
  }))
  const { id_field, place, empty } = proposal
  const written = { decimal: detected.decimal.value, dates: detected.dates.value, empty }
  return { proposal, body: { temp_id, name: 'coins', label: 'Coins', fields, id_field, place, ...written } }
}

describe.each(oneEngine)('a table made of a file (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const tables = async (): Promise<string[]> =>
    (await dig.get('/api/config/tables', as)).json().tables.map(({ name }: { name: string }) => name)
  const vocabularies = async () =>
    Object.fromEntries(
      (await dig.get('/api/vocabularies', as))
        .json()
        .vocs.map(({ name, items }: { name: string; items: { def: string }[] }) => [
          name,
          items.map(({ def }) => def),
        ]),
    )
  const run = (body: object, role: Role = as) => dig.post('/api/import/new-table', body, role)
  const state = async () => ({ tables: await tables(), vocabularies: await vocabularies() })

  test('has a field for each column, as the values suggest', async () => {
    const { proposal } = await proposed(dig, coins)
    const kinds = proposal.fields.map(({ column, name, kind }: Proposed) => [column, name, kind])
    expect(kinds).toEqual([
      ['Coin no.', 'coin_no', 'text'],
      ['Context', 'context', 'link'],
      ['Metal', 'metal', 'choice'],
      ['Weight (g)', 'weight_g', 'number'],
      ['Struck', 'struck', 'wholeNumber'],
      ['Long', 'long', 'number'],
      ['Lat', 'lat', 'number'],
      ['Found on', 'found_on', 'date'],
      ['Worn', 'worn', 'yesNo'],
      ['Notes', 'notes', 'text'],
    ])
    expect(proposal).toMatchObject({
      id_field: 'coin_no',
      place: { x: 'Long', y: 'Lat', epsg: 4326 },
      empty: ['NA'],
    })
    expect(proposal.fields[0]).toMatchObject({ label: 'Coin no.', unique: true, filled: 16 })
    expect(proposal.fields[1]).toMatchObject({ tb: 'contexts' })
    expect(proposal.fields[2]).toMatchObject({
      vocabulary: 'Metal',
      distinct: 3,
      values: ['bronze', 'Bronze', 'silver'],
    })
  })

  test('is there with its fields, vocabularies, records and places after one request', async () => {
    const { body } = await proposed(dig, coins)
    const reply = await run({ ...body, rs: true })
    expect(reply.json(), reply.body).toMatchObject({
      status: 'success',
      code: 'ok_import_new_table',
      tb: 'coins',
      inserted: 16,
      placed: 16,
      refused: 0,
      new_ids: { first: 1, last: 16 },
    })
    const { table } = (await dig.get('/api/config/table/coins', as)).json()
    expect(table).toMatchObject({
      label: 'Coins',
      id_field: 'coin_no',
      preview: ['coin_no', 'context', 'metal', 'weight_g', 'struck', 'long'],
      rs: true,
      geodata: true,
    })
    expect(table.fields.coin_no).toMatchObject({ label: 'Coin no.', check: ['not_empty', 'no_dupl'] })
    expect(table.fields.metal).toMatchObject({ type: 'select', vocabulary_set: 'Metal' })
    expect((await vocabularies())['Metal']).toEqual(['bronze', 'Bronze', 'silver'])
    const relations = (await dig.get('/api/config/relations', as)).json().data
    expect(relations).toContainEqual(
      expect.objectContaining({ from_tb: 'coins', from_col: 'context', to_tb: 'contexts', enforced: true }),
    )
    const record = (await dig.get('/api/record/coins/4', as)).json()
    const core = Object.fromEntries(
      Object.entries<{ val: unknown }>(record.core).map(([name, { val }]) => [name, val]),
    )
    expect(core).toMatchObject({
      coin_no: 'M4',
      context: 4,
      metal: 'bronze',
      weight_g: null,
      struck: 103,
      found_on: '2021-06-04',
      worn: 1,
      notes: null,
    })
    const [place] = Object.values<{ geometry: { val: string } }>(record.geodata)
    expect(place?.geometry.val).toBe('POINT (13.3 45.5)')
  })

  test('is two change sets: undoing the records leaves the table, and redoing brings them back', async () => {
    const { body } = await proposed(dig, coins)
    const reply = await run(body)
    const set = Number(reply.headers['x-change-set'])
    const { data } = (await dig.get('/api/change-sets?per_page=2', as)).json()
    expect(data.map(({ id, origin, undoable }: Record<string, unknown>) => [id, origin, undoable])).toEqual([
      [set, 'import', true],
      [set - 1, 'import', false],
    ])
    expect((await dig.post(`/api/change-set/${set}/undo`, {}, as)).statusCode).toBe(200)
    const total = async () => (await dig.get('/api/records/coins', as)).json().total
    expect([await total(), await tables()]).toEqual([0, expect.arrayContaining(['coins'])])
    expect((await dig.post(`/api/change-set/${set + 1}/undo`, {}, as)).statusCode).toBe(200)
    expect(await total()).toBe(16)
  })

  test('leaves nothing when a row is refused, and is made without it when that was asked', async () => {
    const before = await state()
    const { body } = await proposed(dig, `${coins}\nM17;C1;iron;1;2;13,1;245,5;01.06.2021;no;\n`)
    const refused = await run(body)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'import_error_validation'])
    expect(refused.json().errors).toEqual([
      expect.objectContaining({ row: 17, line: 18, code: 'outside_the_world' }),
    ])
    expect(await state()).toEqual(before)
    expect((await run({ ...body, on_error: 'skip' })).json()).toMatchObject({ inserted: 16, refused: 1 })
    expect((await dig.get('/api/records/coins', as)).json().total).toBe(16)
  })

  test('is tried with exact counts, and nothing is left', async () => {
    const before = await state()
    const { body } = await proposed(dig, coins)
    expect((await run({ ...body, dry_run: true })).json()).toMatchObject({
      inserted: 16,
      placed: 16,
      dry_run: true,
      new_ids: null,
    })
    expect(await state()).toEqual(before)
    expect((await dig.get('/api/records/coins', as)).statusCode).toBe(404)
    expect((await run(body)).json()).toMatchObject({ inserted: 16, new_ids: { first: 1, last: 16 } })
  })

  test('is made in the background, as a job that names its change set', async () => {
    const { body } = await proposed(dig, coins)
    const { job } = (await run({ ...body, background: true })).json()
    expect(job).toMatchObject({ kind: 'import_new_table', total: 16 })
    await expect.poll(async () => (await dig.get(`/api/jobs/${job.id}`, as)).json().job.state).toBe('done')
    const { result } = (await dig.get(`/api/jobs/${job.id}`, as)).json().job
    expect(result).toMatchObject({ tb: 'coins', inserted: 16, change_set: expect.any(Number) })
    const { change_set } = (await dig.get(`/api/change-set/${result.change_set}`, as)).json()
    expect(change_set).toMatchObject({ undoable: true, counts: { record: { created: 16 } } })
  })

  test('takes a vocabulary that has most of its values, and adds the others', async () => {
    for (const def of ['silver', 'bronze', 'Bronze', 'lead'])
      await dig.post('/api/vocabularies', { voc: 'metals', def }, as)
    const { body } = await proposed(dig, `${coins}\nM17;C1;tin;1;2;13;45;01.06.2021;no;\n`)
    expect(body.fields[2]).toMatchObject({ kind: 'choice', vocabulary: 'Metal' })
    const taken = await run({
      ...body,
      fields: [...body.fields.slice(0, 2), { ...body.fields[2], vocabulary: 'metals' }],
    })
    expect(taken.statusCode, taken.body).toBe(200)
    expect(await vocabularies()).toMatchObject({ metals: ['silver', 'bronze', 'Bronze', 'lead', 'tin'] })
  })
})

describe.each(oneEngine)('a table that cannot be made of a file (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('by a user who is no super-administrator', async () => {
    for (const role of ['admin', 'writer'] as const) {
      const looked = await preview(dig, form(coins), role)
      expect([looked.statusCode, looked.json().code]).toEqual([403, 'not_enough_privilege'])
      const made = await dig.post('/api/import/new-table', {}, role)
      expect([made.statusCode, made.json().code]).toEqual([403, 'not_enough_privilege'])
    }
  })

  test('of an upload that no fields were proposed for', async () => {
    const { temp_id } = (await preview(dig, { content: coins, after: { type: 'csv' } }, as)).json()
    const { body } = await proposed(dig, coins)
    const reply = await dig.post('/api/import/new-table', { ...body, temp_id }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'import_error_no_file'])
  })

  test('whose name is taken, or whose name or fields cannot be: everything at once', async () => {
    const { body } = await proposed(dig, coins)
    const run = (more: object) => dig.post('/api/import/new-table', { ...body, ...more }, as)
    expect((await run({ name: 'finds' })).json()).toMatchObject({ code: 'tb_already_available' })
    const [no, context, metal] = body.fields
    const reply = await run({
      name: 'Coins!',
      label: '',
      id_field: 'nothing',
      fields: [{ ...no, name: 'id' }, { ...context, tb: 'nowhere' }, metal, { ...metal, column: 'Struck' }],
    })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])).toEqual([
      ['name', 'invalid_name'],
      ['fields[0].name', 'reserved_name'],
      ['fields[1].id_from_tb', 'unknown_table'],
      ['fields[3].name', 'repeated_name'],
      ['label', 'required'],
      ['id_field', 'unknown_field'],
    ])
  })

  test.each([
    [
      'a kind that no column becomes',
      { fields: [{ column: 'Metal', name: 'metal', kind: 'slider' }] },
      400,
      'invalid_parameter',
    ],
    ['no fields', { fields: [] }, 400, 'parameter_missing'],
    ['half a place', { place: { x: 'Long' } }, 400, 'invalid_parameter'],
    ['a place in columns that are not there', { place: { x: 'East', y: 'North' } }, 400, 'invalid_parameter'],
    ['geometries that the file does not have', { place: { geometry: true } }, 400, 'invalid_parameter'],
    [
      'a reference system that nobody knows',
      { place: { x: 'Long', y: 'Lat', epsg: 99999 } },
      422,
      'import_error_unknown_crs',
    ],
  ])('with %s', async (_case, more, status, code) => {
    const { body } = await proposed(dig, coins)
    const reply = await dig.post('/api/import/new-table', { ...body, ...more }, as)
    expect([reply.statusCode, reply.json().code], reply.body).toEqual([status, code])
  })

  test('with columns that the file does not have', async () => {
    const { body } = await proposed(dig, coins)
    const fields = [...body.fields, { column: 'Colour', name: 'colour', kind: 'text' }]
    const reply = await dig.post('/api/import/new-table', { ...body, fields }, as)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual([
      expect.objectContaining({ field: 'fields[10].column', code: 'unknown_name' }),
    ])
  })

  test('with a choice of more values than a vocabulary is good for', async () => {
    const many = `no;name\n${Array.from({ length: 600 }, (_, k) => `${k};n${k}`).join('\n')}\n`
    const { body, proposal } = await proposed(dig, many)
    expect(proposal.fields[1]).toMatchObject({ kind: 'text', distinct: null, vocabulary: null })
    const fields = body.fields.map((field: Proposed) => ({
      ...field,
      kind: field.name === 'name' ? 'choice' : field.kind,
    }))
    const reply = await dig.post('/api/import/new-table', { ...body, fields }, as)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual([
      expect.objectContaining({ field: 'fields[1].kind', code: 'too_many' }),
    ])
  })
})

describe.each(oneEngine)('the fields proposed for a file (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  test('have names that no field of the table has, when the file is for one', async () => {
    const reply = await preview(dig, form('Inventory;Material;Colour\nF1;flint;grey\n', { tb: 'finds' }), as)
    const { mapping, proposal } = reply.json()
    expect(mapping.map(({ field }: { field: string | null }) => field)).toEqual(['inv_no', 'material', null])
    expect(proposal.fields.map(({ name }: Proposed) => name)).toEqual(['inventory', 'material_2', 'colour'])
  })

  test('are made in a table that is there, with all values of their vocabularies, or none is', async () => {
    const file = `Inventory;Metal;Metal (2);Room\n${Array.from({ length: 30 }, (_, k) => `F${k};m${k % 10};x;R1`).join('\n')}`
    const { temp_id, proposal } = (await preview(dig, form(file, { tb: 'finds' }), as)).json()
    const fields = proposal.fields
      .slice(1)
      .map(({ column, name, kind, vocabulary }: Proposed) => ({ column, name, kind, vocabulary }))
    const make = (more: object) =>
      dig.post('/api/import/new-fields', { temp_id, tb: 'finds', fields, ...more }, as)
    const refused = await make({ fields: [...fields, { column: 'Height', name: 'height', kind: 'choice' }] })
    expect(refused.json().errors).toEqual([expect.objectContaining({ field: 'fields[3].column' })])
    expect((await make({})).json()).toEqual({
      status: 'success',
      code: 'ok_cfg_data_updated',
      flds: ['metal', 'metal_2', 'room'],
    })
    const { vocs } = (await dig.get('/api/vocabularies', as)).json()
    const metals = vocs.find(({ name }: { name: string }) => name === 'Metal')
    expect(metals.items.map(({ def }: { def: string }) => def)).toEqual(
      Array.from({ length: 10 }, (_, k) => `m${k}`),
    )
    expect((await make({})).json().code).toBe('fld_already_available')
    expect(
      (await dig.post('/api/import/new-fields', { temp_id, tb: 'finds', fields }, 'admin')).statusCode,
    ).toBe(403)
  })

  test('do without columns that have neither a name nor a value, and name the others', async () => {
    const reply = await preview(
      dig,
      form('Finds of 2021;;;\nno;kind;kind;;\nA1;flint;grey;x;\nA2;bone;red;y;\n'),
      as,
    )
    const { columns, proposal, warnings, count } = reply.json()
    expect([columns, count]).toEqual([['no', 'kind', 'kind (2)', 'Column 4', 'Column 5'], 2])
    expect(proposal.fields.map(({ wanted }: { wanted: boolean }) => wanted)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(warnings.filter(({ code }: { code: string }) => code === 'header_mended')).toHaveLength(3)
    const fields = proposal.fields
      .slice(0, 4)
      .map(({ column, name, kind }: Proposed) => ({ column, name, kind }))
    const made = await dig.post(
      '/api/import/new-table',
      { temp_id: reply.json().temp_id, name: 'mended', label: 'Mended', fields },
      as,
    )
    expect(made.json(), made.body).toMatchObject({ inserted: 2 })
    const { data } = (await dig.get('/api/records/mended', as)).json()
    expect(data[1]).toMatchObject({ no: 'A2', kind: 'bone', kind_2: 'red', column_4: 'y' })
  })

  test('refer to records by numbers only under the name of their table', async () => {
    await dig.post('/api/import/new-table', await numberedTrenches(), as)
    const numbers = Array.from({ length: 12 }, (_, k) => `${1 + (k % 3)};${1 + (k % 3)}`).join('\n')
    const { proposal } = await proposed(dig, `Area;Pieces\n${numbers}\n`)
    expect(proposal.fields.map(({ kind, tb }: Proposed) => [kind, tb])).toEqual([
      ['link', 'areas'],
      ['wholeNumber', null],
    ])
  })

  test('refer to no records by numbers, by chance, or by what the records of the file are called', async () => {
    await dig.post('/api/import/new-table', await numberedTrenches(), as)
    const proposal = async (rows: readonly string[]) =>
      (await proposed(dig, rows.join('\n'))).proposal.fields.map(({ kind, tb }: Proposed) => [kind, tb])
    // Most of it are numbers, as where a header was pasted among them, or with a letter behind some.
    expect(await proposal(['Piece;Mass', 'a;1', 'b;2', 'c;3', 'd;1.5', 'e;Mass'])).toEqual([
      ['text', null],
      ['text', null],
    ])
    expect(await proposal(['Piece;Layer', 'a;1', 'b;2', 'c;3', 'd;3b'])).toEqual([
      ['text', null],
      ['text', null],
    ])
    // Some of the values are the labels of contexts: under another name it is chance.
    expect(await proposal(['Piece;Square', 'a;C1', 'b;C2', 'c;C3', 'd;K4'])).toEqual([
      ['text', null],
      ['text', null],
    ])
    // A newer list of the contexts themselves.
    expect(await proposal(['Context;Kind', 'C1;a', 'C2;b', 'C3;c', 'C4;d'])).toEqual([
      ['text', null],
      ['text', null],
    ])
  })

  test('keep lists of units as they are, and lead to no list of the units below', async () => {
    const rows = ['Unit;Below;Depth', '1;"2,3";0,5', '2;4;0,7', '3;"4,5";0,9']
    const { proposal } = await proposed(dig, rows.join('\n'))
    expect(proposal.fields.map(({ kind }: Proposed) => kind)).toEqual(['wholeNumber', 'text', 'number'])
    expect(proposal.id_field).toBe('unit')
  })

  const numberedTrenches = async () => {
    const { body } = await proposed(dig, 'Area no.;Name\n1;north\n2;south\n3;west\n')
    return { ...body, name: 'areas', label: 'Areas' }
  }

  test('of the list of a matrix program are its units, whose relations the same file tells', async () => {
    const list = (unit: string, above: string, below: string) =>
      `${unit}\n            above: ${above}\n            contemporary with: \n            equal to: \n            below: ${below}\n`
    const content = `               Stratigraphic Dataset test\n\n  Name\n${list('+', '', '1')}${list('1', '+', '2')}${list('2', '1', '-')}`
    const look = async () =>
      (await preview(dig, { content, after: { type: 'lst', propose: '1' } }, as)).json()
    const { temp_id, proposal, columns } = await look()
    expect([columns[0], proposal.id_field]).toEqual(['Name', 'name'])
    const fields = [{ column: 'Name', name: 'unit', kind: 'text' }]
    const body = { temp_id, name: 'layers', label: 'Layers', fields, id_field: 'unit', rs: true }
    const made = await dig.post('/api/import/new-table', body, as)
    expect(made.json(), made.body).toMatchObject({ inserted: 2, refused: 0 })
    const relations = [{ column: 'below', relation: 5 }]
    const related = await dig.post(
      '/api/import/relations',
      { temp_id: (await look()).temp_id, tb: 'layers', unit: 'Name', relations },
      as,
    )
    expect(related.json(), related.body).toMatchObject({ added: 1, refused: 0 })
  })

  test('of features come with their geometries, and the table with their places', async () => {
    const feature = (no: string, x: number) => ({
      type: 'Feature',
      properties: { no, kind: 'wall' },
      geometry: { type: 'Point', coordinates: [x, 5_000_000] },
    })
    const crs = { type: 'name', properties: { name: 'EPSG:32633' } }
    // The last one has no place.
    const lost = { ...feature('W3', 0), geometry: { type: 'LineString', coordinates: [] } }
    const features = [feature('W1', 500_000), feature('W2', 501_000), lost]
    const content = JSON.stringify({ type: 'FeatureCollection', crs, features })
    const reply = await preview(dig, { content, after: { type: 'geojson', propose: '1' } }, as)
    const { temp_id, proposal, columns } = reply.json()
    expect([columns, proposal.place]).toEqual([['no', 'kind'], { geometry: true, epsg: 32633 }])
    const fields = proposal.fields.map(({ column, name, kind }: Proposed) => ({ column, name, kind }))
    const body = { temp_id, name: 'walls', label: 'Walls', fields, id_field: 'no', place: proposal.place }
    expect((await dig.post('/api/import/new-table', body, as)).json()).toMatchObject({
      inserted: 3,
      placed: 2,
    })
    const record = (await dig.get('/api/record/walls/1', as)).json()
    const [place] = Object.values<{ geometry: { val: string } }>(record.geodata)
    expect(place?.geometry.val).toMatch(/^POINT \(15 45\.1/)
  })
})
