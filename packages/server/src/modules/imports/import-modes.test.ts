import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvForm, makeTable, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { versionsIn } from '../../testing/versions.js'

describe.each(oneEngine)('how a file is imported (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const upload = async (content: string, type = 'csv'): Promise<string> => {
    const reply = await preview(dig, { content, after: { type } })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().temp_id
  }
  const run = async (content: string, body: Record<string, unknown>) =>
    dig.post('/api/import/data', { temp_id: await upload(content), ...body }, 'writer')
  const rowsOf = async (table: string) =>
    (await dig.get(`/api/records/${table}?per_page=200`, 'super_admin')).json<{
      total: number
      data: Record<string, unknown>[]
    }>().data
  const versions = async (table: string): Promise<number> =>
    (await versionsIn(dig)).filter(({ tb }) => tb === table).length

  const coins = { tb: 'coins', mapping: { no: 'no', ruler: 'ruler', g: 'weight' }, key_field: 'no' }
  const makeCoins = async (table: string) => {
    await makeTable(dig, table, [
      { name: 'no', check: ['not_empty', 'no_dupl'] },
      { name: 'ruler' },
      { name: 'weight', db_type: 'FLOAT' },
      { name: 'struck', type: 'date' },
    ])
    await run('no,ruler,g\nK1,Nero,3.5\nK2,Titus,4\n', { ...coins, tb: table })
  }
  beforeAll(() => makeCoins('coins'))

  describe('the mode', () => {
    test('insert leaves known records alone', async () => {
      const reply = await run('no,ruler\nK1,Otho\nK3,Galba\n', { ...coins, mode: 'insert' })
      expect(reply.json()).toMatchObject({
        inserted: 1,
        updated: 0,
        skipped: 1,
        skipped_because: { no_key: 0, known: 1, unknown: 0 },
        total: 1,
      })
      expect((await rowsOf('coins')).map((row) => row['ruler'])).toEqual(['Nero', 'Titus', 'Galba'])
    })

    test('update makes no records', async () => {
      const reply = await run('no,ruler\nK3,Vespasian\nK9,Galba\n,Otho\n', { ...coins, mode: 'update' })
      expect(reply.json()).toMatchObject({
        inserted: 0,
        updated: 1,
        unchanged: 0,
        skipped: 2,
        skipped_because: { no_key: 1, known: 0, unknown: 1 },
      })
      expect((await rowsOf('coins')).map((row) => row['no'])).toEqual(['K1', 'K2', 'K3'])
    })

    test('upsert of the same file twice changes nothing, and says so', async () => {
      const file = 'no,ruler,g\nK1,Nero,3.5\nK2,Titus,4.0\n'
      const before = await versions('coins')
      const reply = await run(file, { ...coins, mode: 'upsert' })
      expect(reply.json()).toMatchObject({ inserted: 0, updated: 2, unchanged: 2, total: 2 })
      expect(await versions('coins')).toBe(before)
    })

    test('that leaves every row out is a warning that says why', async () => {
      const reply = await run('no,ruler\nK1,Otho\n,x\n', { ...coins, mode: 'insert' })
      expect(reply.json()).toMatchObject({
        status: 'warning',
        detail:
          'Nothing was imported: 1 rows have no value in the column of the key field, 1 rows are about records that exist already.',
      })
    })
  })

  describe('a dry run', () => {
    test('counts exactly and stores nothing', async () => {
      const before = [await rowsOf('coins'), await versions('coins')]
      const temp_id = await upload('no,ruler,g\nK1,Nero,3.5\nK2,Domitian,4\nK7,Trajan,x\nK8,Trajan,1\n,a,1\n')
      const body = { ...coins, temp_id, dry_run: true }
      const reply = await dig.post('/api/import/data', body, 'writer')
      expect(reply.json()).toMatchObject({
        dry_run: true,
        inserted: 1,
        updated: 2,
        unchanged: 1,
        skipped: 1,
        refused: 1,
        errors: [{ row: 3, line: 4, field: 'weight', rule: 'number' }],
      })
      expect([await rowsOf('coins'), await versions('coins')]).toEqual(before)
      const refused = await dig.post('/api/import/data', { ...body, dry_run: false }, 'writer')
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'import_error_validation'])
    })
  })

  describe('rows with the key of an earlier row', () => {
    const file = 'no,ruler\nR1,Nero\nR2,Titus\nR1,Otho\nR3,Galba\nR1,Nerva\n,Piso\n'
    const repeated = {
      repeated: 2,
      repeated_keys: [
        {
          key: 'R1',
          rows: [
            { row: 1, line: 2 },
            { row: 3, line: 4 },
            { row: 5, line: 6 },
          ],
        },
      ],
    }

    test('are named with their lines, and what is done with them follows from the mode', async () => {
      const tried = await run(file, { ...coins, dry_run: true })
      expect(tried.json()).toMatchObject({ ...repeated, mode: 'upsert', inserted: 3, updated: 2 })
      const once = await run(file, { ...coins, mode: 'insert' })
      expect(once.json()).toMatchObject({ ...repeated, mode: 'insert', inserted: 3 })
      expect(once.json().skipped_because).toEqual({ no_key: 1, known: 2, unknown: 0 })
      const again = await run(file, { ...coins, mode: 'update' })
      expect(again.json()).toMatchObject({ ...repeated, mode: 'update', inserted: 0, updated: 5 })
    })
  })

  describe('rows that are not valid', () => {
    test('are left out when asked so, and come back as they were, with line and reason', async () => {
      const file =
        'no,ruler,g,note\nP1,Nero,1,fine\nP2,Titus,heavy,"=HYPERLINK(""x"")"\nP3,Galba,2,ok\nP1,Otho,,-5\nP4,"a, b",,@sum\n,x,1,\nP5,y,1e,+1 x\n'
      const reply = await run(file, { ...coins, on_error: 'skip' })
      const body = reply.json()
      expect(body).toMatchObject({ status: 'success', inserted: 3, updated: 1, skipped: 1, refused: 2 })
      expect(body.errors).toMatchObject([
        { row: 2, line: 3, field: 'weight' },
        { row: 7, line: 8, field: 'weight' },
      ])
      expect(body.refused_file).toMatch(/^api\/import\/refused\/[0-9a-f]{32}$/)
      const back = await dig.get(`/${body.refused_file}`, 'writer')
      expect(back.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(back.headers['content-disposition']).toBe('attachment; filename="refused-rows.csv"')
      const reason = 'weight: A number with a point before the decimals, for example 12.5.'
      expect(back.body).toBe(
        `\ufeffno,ruler,g,note,refused_line,refused_reason\r\nP2,Titus,heavy,"'=HYPERLINK(""x"")",3,"${reason}"\r\nP5,y,1e,'+1 x,8,"${reason}"\r\n`,
      )
      for (const as of ['admin', 'key20'] as const) {
        expect((await dig.get(`/${body.refused_file}`, as)).json().code).toBe('import_error_no_file')
      }
      const { main } = (await dig.get('/api/config/app', 'super_admin')).json()
      const speak = (lang: string) => dig.put('/api/config/app', { ...main, lang }, 'super_admin')
      expect((await speak('it')).statusCode).toBe(200)
      const italian = (await run('no,g\nP2,heavy\n', { ...coins, on_error: 'skip' })).json()
      await speak(main.lang)
      expect((await dig.get(`/${italian.refused_file}`, 'writer')).body).toContain(
        'weight: Un numero con il punto prima dei decimali, per esempio 12.5.',
      )
      const numbers = (await rowsOf('coins')).map((row) => row['no'])
      expect(numbers).toEqual(expect.arrayContaining(['P1', 'P3', 'P4']))
      expect(numbers).not.toContain('P2')
    })

    test('include those that only the database refuses; others of their batch go in, without versions of what failed', async () => {
      const index = { name: 'one_ruler', columns: ['ruler'], is_unique: true }
      await makeCoins('medals')
      expect((await dig.post('/api/config/table/medals/indexes', index, 'super_admin')).statusCode).toBe(200)
      const before = await versions('medals')
      const reply = await run(
        'no,ruler,g\nK1,Titus,1\nM1,Galba,1\nM2,Galba,2\nK2,Otho,5\nM2,Piso,3\nK1,Numa,9\n',
        { ...coins, tb: 'medals', on_error: 'skip' },
      )
      expect(reply.json()).toMatchObject({ inserted: 2, updated: 2, refused: 2 })
      expect(
        reply
          .json()
          .errors.map((error: { row: number }) => error.row)
          .sort(),
      ).toEqual([1, 3])
      const found = (await rowsOf('medals')).map(({ no, ruler, weight }) => [no, ruler, weight])
      expect(found).toEqual([
        ['K1', 'Numa', 9],
        ['K2', 'Otho', 5],
        ['M1', 'Galba', 1],
        ['M2', 'Piso', 3],
      ])
      expect(await versions('medals')).toBe(before + 2)
    })
  })

  // What is decided before the database.
  describe('a dry run', () => {
    test('looks at more than a hundred invalid rows', async () => {
      const lines = Array.from({ length: 450 }, (_, k) => `L${k},x,heavy`).join('\n')
      const reply = await run(`no,ruler,g\n${lines}\n`, { ...coins, dry_run: true })
      expect(reply.json()).toMatchObject({ refused: 450, inserted: 0 })
      expect(reply.json().errors).toHaveLength(100)
    })
  })

  describe('rows that are not valid', () => {
    test('can be mended in the file that came back, and imported', async () => {
      const first = await run('no,ruler,g\nQ1,Nero,x\nQ2,Titus,2\n', { ...coins, on_error: 'skip' })
      const back = await dig.get(`/${first.json().refused_file}`, 'writer')
      const again = await run(back.body.replace(',x,', ',1,'), coins)
      expect(again.json()).toMatchObject({ inserted: 1, refused: 0, refused_file: null })
    })
  })

  describe('numbers and days as people write them', () => {
    const mapping = { no: 'no', g: 'weight', d: 'struck' }
    const list = async (prefix: string) =>
      (await rowsOf('coins'))
        .filter((row) => String(row['no']).startsWith(prefix))
        .map((row) => [row['weight'], row['struck']])

    test('are converted only when the caller says how they are written', async () => {
      const file = 'no;g;d\nD1;13,6;31/12/2023\nD2;1.234,5;1/2/2024\nD3;-7;2024-05-01\n'
      const looked = await preview(dig, csvForm(file))
      expect(looked.json().detected).toMatchObject({
        decimal: { value: ',', sure: 1 },
        dates: { value: 'dd/mm/yyyy', sure: 1 },
      })
      const refused = await run(file, { ...coins, mapping })
      expect(refused.json().errors.map((error: { field: string }) => error.field)).toEqual([
        'weight',
        'struck',
        'weight',
        'struck',
      ])
      const reply = await run(file, { ...coins, mapping, decimal: ',', dates: 'dd/mm/yyyy' })
      expect(reply.json()).toMatchObject({ inserted: 3 })
      expect(await list('D')).toEqual([
        [13.6, '2023-12-31'],
        [1234.5, '2024-02-01'],
        [-7, '2024-05-01'],
      ])
    })

    test('in another form than was said are refused', async () => {
      const reply = await run('no;g;d\nE1;13.6;12/31/2023\nE2;1,5;31.12.2023\n', {
        ...coins,
        mapping,
        decimal: ',',
        dates: 'dd/mm/yyyy',
      })
      expect(
        reply.json().errors.map((error: Record<string, unknown>) => [error['row'], error['rule']]),
      ).toEqual([
        [1, 'number'],
        [1, 'date'],
        [2, 'date'],
      ])
    })
  })

  describe('a workbook or a file with tabs', () => {
    test('tabs separate, whatever else is frequent', async () => {
      const looked = await preview(dig, {
        content: 'no\truler, title, more\nT1\ta, b\n',
        after: { type: 'tsv' },
      })
      expect(looked.json()).toMatchObject({ columns: ['no', 'ruler, title, more'], delimiter: '\t' })
      const body = {
        temp_id: looked.json().temp_id,
        tb: 'coins',
        mapping: { no: 'no', 'ruler, title, more': 'ruler' },
        key_field: 'no',
      }
      expect((await dig.post('/api/import/data', body, 'writer')).json()).toMatchObject({ inserted: 1 })
    })
  })

  test('a file is read in the encoding that was chosen for it, also as another type or with a sheet', async () => {
    const content = Buffer.from('no|ruler\nV1|Ð°\n', 'latin1')
    const after = { type: 'csv', encoding: 'windows-1252', delimiter: '|' }
    const looked = await preview(dig, { content, after })
    const body = { ...coins, temp_id: looked.json().temp_id, mapping: { no: 'no', ruler: 'ruler' } }
    const reply = await dig.post('/api/import/data', { ...body, sheet: '1' }, 'writer')
    expect(reply.json(), reply.body).toMatchObject({ inserted: 1 })
    expect((await rowsOf('coins')).find(({ no }) => no === 'V1')?.['ruler']).toBe('Ð°')
    const tabs = Buffer.from('no\truler\nV2\tÐ°\n', 'latin1')
    const chosen = await preview(dig, { content: tabs, after: { type: 'csv', encoding: 'windows-1252' } })
    const { temp_id } = chosen.json()
    await dig.post('/api/import/data', { ...body, temp_id, type: 'tsv' }, 'writer')
    expect((await rowsOf('coins')).find(({ no }) => no === 'V2')?.['ruler']).toBe('Ð°')
  })

  let uploaded: string | undefined
  test.each<[string, Record<string, unknown>, string]>([
    ['another mode', { mode: 'merge' }, 'mode'],
    ['another way with errors', { on_error: 'ignore' }, 'on_error'],
    ['a dry run that is a word', { dry_run: 'yes' }, 'dry_run'],
    ['a dry run as a form says it', { dry_run: 'true' }, 'dry_run'],
    ['a meaning of numbers that is none', { lookups: 'code' }, 'lookups'],
    ['a key field that is a number', { key_field: 7 }, 'key_field'],
    ['a table that is a number', { tb: 7 }, 'tb'],
    ['an upload that is a number', { temp_id: 7 }, 'temp_id'],
    ['a mapping that is a text', { mapping: 'no' }, 'mapping'],
    ['a pair of the mapping that is a text', { mapping: ['no'] }, 'mapping[0]'],
    ['a pair of the mapping without its column', { mapping: [{ field: 'no' }] }, 'mapping[0].column'],
    ['another decimal mark', { decimal: ';' }, 'decimal'],
    ['a form of days that is none', { dates: 'dd/mm/yy' }, 'dates'],
    ['a form of days that objects have anyway', { dates: 'constructor' }, 'dates'],
    ['a sheet that is a list', { sheet: [1] }, 'sheet'],
    ['a background that is a number', { background: 1 }, 'background'],
  ])('%s is refused', async (_case, change, name) => {
    uploaded ??= await upload('no\nZ1\n')
    const reply = await dig.post('/api/import/data', { temp_id: uploaded, ...coins, ...change }, 'writer')
    expect([reply.statusCode, reply.json().code, reply.json().detail.name]).toEqual([
      400,
      'invalid_parameter',
      name,
    ])
  })

  test('everything that is wrong is told at once, each with its sentence', async () => {
    const body = { temp_id: '0', tb: 7, mapping: 'no', key_field: 7, sheet: true, decimal: ';', dry_run: 1 }
    const reply = await dig.post('/api/import/data', body, 'writer')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    expect(reply.json().errors.map(({ text }: { text: string }) => text)).toEqual([
      '"tb" must be the name of a table.',
      '"mapping" must be an object `{column: field}`, or a list of `{column, field}`.',
      '"key_field" must be the name of a field, or null.',
      '"sheet" must be the name or the number of a sheet.',
      '"decimal" must be "." or ",".',
      '"dry_run" must be true or false.',
    ])
  })

  test('null and what forms leave blank mean what is usual', async () => {
    const usual = { type: null, sheet: '', mode: null, lookups: null, decimal: null, dates: null }
    const manner = { on_error: null, dry_run: null, background: null }
    const reply = await run('no\nN1\n', { ...coins, mapping: { no: 'no' }, ...usual, ...manner })
    expect(reply.json()).toMatchObject({ mode: 'upsert', dry_run: false, inserted: 1 })
  })
})
