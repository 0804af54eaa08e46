import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { fieldKinds } from '@trowel/contract/model/field-types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorScope } from '../../http/operator-scope.js'
import { csvForm, importFile, makeTable, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { importCsv, proposeCsv } from './service.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')
const messy = (name: string): string => join(data, 'messy-csv', name)

describe.each(oneEngine)('files that people have (%s)', (engine) => {
  let dig: Dig
  let folder: string
  beforeAll(async () => {
    dig = await openDig(engine)
    folder = await mkdtemp(join(tmpdir(), 'trowel-real-files-'))
  })
  afterAll(async () => {
    await dig.close()
    await rm(folder, { recursive: true })
  })

  const count = async (table: string, filter: unknown = {}) => {
    const query = encodeURIComponent(JSON.stringify(filter))
    const reply = await dig.get(`/api/records/${table}?per_page=1&filter=${query}`, 'reader')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ total: number }>().total
  }
  const values = async (table: string, field: string): Promise<unknown[]> => {
    const found: unknown[] = []
    for (let page = 1; ; page++) {
      const { data: rows } = (
        await dig.get(`/api/records/${table}?per_page=200&page=${page}`, 'reader')
      ).json()
      if (rows.length === 0) return found
      for (const row of rows) found.push(row[field])
    }
  }
  /** A table with a text field for each column of the file, filled with it. */
  const importAll = async (path: string, table: string, keyField: string | null = null) => {
    const { fields: columns } = await proposeCsv(path)
    await makeTable(
      dig,
      table,
      columns.map(({ name }) => ({ name })),
    )
    const mapping = Object.fromEntries(columns.map(({ column, name }) => [column, name]))
    return importFile(dig, path, table, mapping, keyField)
  }

  describe('dates on charcoal and bone', () => {
    const dates = ['labid', 'age', 'error', 'material', 'long', 'lat', 'sitename', 'country', 'reference']

    test.each<[string, string, number, string?, string?]>([
      ['01-cp1252-semicolon.csv', 'm01', 240, 'Tongo Maaré Diabel', 'Söderåkra'],
      ['02-utf-16-le-bom-tab.tsv', 'm02', 150, 'Urutlekråi; site: 47', 'Baño Nuevo'],
      ['03-utf8-bom-hostile-cells.csv', 'm03', 135, 'Wall Garden Farm Sipson', 'Saline-Fifteen (bis)'],
      ['06-sep-line-excel.csv', 'm06', 20],
      ['12-old-mac-cr-only.txt', 'm12', 20],
      ['13-invalid-utf8.csv', 'm13', 16, 'café Ã( ÿ'],
    ])('%s becomes %s with %i records', async (name, table, rows, first, last) => {
      const reply = await importAll(messy(name), table)
      expect(reply.json()).toMatchObject({ status: 'success', inserted: rows, total: rows })
      expect(await count(table)).toBe(rows)
      const sites = await values(table, 'sitename')
      if (first !== undefined) expect(sites[0]).toBe(first)
      if (last !== undefined) expect(sites.at(-1)).toBe(last)
    })

    test('hostile cells are kept as they are', async () => {
      const sites = (await values('m03', 'sitename')).map(String)
      expect(Math.max(...sites.map((site) => site.length))).toBe(70_000)
      expect(sites.some((site) => site.startsWith('='))).toBe(true)
    })

    test('decimal commas are reported, not guessed', async () => {
      await makeTable(dig, 'commas', [{ name: 'long', db_type: 'FLOAT' }])
      const reply = await importFile(dig, messy('01-cp1252-semicolon.csv'), 'commas', { Long: 'long' })
      expect(reply.json().errors[0]).toMatchObject({ row: 1, line: 2, field: 'long', rule: 'number' })
    })

    test('a known number with another name changes the record', async () => {
      await makeTable(
        dig,
        'keyed',
        dates.map((name) => ({ name })),
      )
      const mapping = { LabID: 'labid', SiteName: 'sitename', Country: 'country' }
      const reply = await importFile(dig, messy('03-utf8-bom-hostile-cells.csv'), 'keyed', mapping, 'labid')
      const { inserted, updated } = reply.json()
      expect([inserted, updated]).toEqual([120, 15])
      expect(await count('keyed')).toBe(120)
    })

    test('a header that cannot be used is refused with every odd row; mended, all real rows come in', async () => {
      const ragged = await readFile(messy('04-ragged-mixed-eol.csv'), 'latin1')
      const refused = await preview(dig, csvForm(Buffer.from(ragged, 'latin1')))
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'import_error_parse'])
      expect(refused.json()).toMatchObject({ count: 30, warning_count: 9, detail: { line: 1 } })
      const header = 'LabID,Age,Error,Material,Long,Lat,SiteName,Country,Reference,Rest'
      const named = join(folder, 'named.csv')
      await writeFile(named, Buffer.from(ragged.replace(/^.*/, header), 'latin1'))
      const withNul = await importAll(named, 'm04')
      expect(withNul.json().errors).toMatchObject([{ line: 17, field: 'sitename', rule: 'text' }])
      const mended = join(folder, 'mended.csv')
      await writeFile(mended, Buffer.from(ragged.replace(/^.*/, header).replace('\u0000', ''), 'latin1'))
      const reply = await importFile(dig, mended, 'm04', { LabID: 'labid', SiteName: 'sitename' })
      expect(reply.json()).toMatchObject({ inserted: 30, warning_count: 8 })
      expect(await count('m04')).toBe(30)
    })

    test.each([
      ['05-unclosed-quote.csv', { line: 24 }],
      ['08-empty.csv', { line: null }],
      ['09-bom-only.csv', { line: null }],
    ])('%s is refused', async (name, detail) => {
      const reply = await preview(dig, csvForm(await readFile(messy(name))))
      expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'import_error_parse', detail }])
    })

    test('a header alone imports nothing and says so', async () => {
      const reply = await importAll(messy('07-header-only.csv'), 'm07')
      expect(reply.json()).toMatchObject({ status: 'warning', total: 0 })
    })

    test('dangerous headers and three hundred columns are only names', async () => {
      expect((await importAll(messy('10-dangerous-headers.csv'), 'm10')).json()).toMatchObject({
        inserted: 5,
      })
      expect((await importAll(messy('11-wide-300-columns.csv'), 'm11')).json()).toMatchObject({
        inserted: 40,
      })
      expect((await dig.get('/api/records/m11?per_page=1', 'reader')).json().fields).toHaveLength(302)
    })

    test('laboratories: a code that repeats is no key', async () => {
      expect((await importAll(messy('20-real-labs.csv'), 'labs')).json()).toMatchObject({ inserted: 436 })
      const { fields: columns } = await proposeCsv(messy('20-real-labs.csv'))
      const mapping = Object.fromEntries(columns.map(({ column, name }) => [column, name]))
      const reply = await importFile(dig, messy('20-real-labs.csv'), 'labs', mapping, 'code')
      const codes: string[] = reply.json().errors.map((error: Record<string, unknown>) => error['rule'])
      expect(new Set(codes)).toEqual(new Set(['ambiguous_key']))
    })
  })

  test('amphitheatres: every count', async () => {
    const path = join(data, 'sites-amphitheaters', 'amphitheaters.csv')
    const { fields: columns } = await proposeCsv(path)
    await makeTable(
      dig,
      'arenas',
      columns.map(({ name, kind }) => ({
        name,
        type: fieldKinds[kind].type,
        db_type: fieldKinds[kind].dbType,
      })),
    )
    const mapping = Object.fromEntries(columns.map(({ column, name }) => [column, name]))
    const reply = await importFile(dig, path, 'arenas', mapping, 'original_id')
    expect(reply.json()).toMatchObject({ inserted: 276, updated: 0 })
    const counts: [Record<string, unknown>, number][] = [
      [{ modcountry: { _eq: 'Italy' } }, 110],
      [{ modcountry: { _eq: 'France' } }, 36],
      [{ modcountry: { _eq: 'Tunisia' } }, 29],
      [{ modcountry: { _eq: 'Spain' } }, 17],
      [{ modcountry: { _eq: 'United Kingdom' } }, 15],
      [{ buildingtype: { _eq: 'amphitheater' } }, 262],
      [{ chronogroup: { _eq: 'imperial' } }, 105],
      [{ chronogroup: { _eq: 'second-century' } }, 53],
      [{ chronogroup: { _eq: 'flavian' } }, 24],
      [{ chronogroup: { _eq: 'first-century' } }, 23],
      [{ secondcentury: { _eq: 1 } }, 252],
      [{ secondcentury: { _eq: 0 } }, 24],
      [{ capacity: { _nempty: true } }, 153],
      [{ capacity: { _gt: 20_000 } }, 26],
      [{ capacity: { _gte: 50_000 } }, 1],
      [{ arenamajor: { _nempty: true } }, 185],
      [{ elevation: { _gt: 1000 } }, 1],
      [{ zotero: { _nempty: true } }, 56],
      [{ pleiades: { _empty: true } }, 1],
    ]
    for (const [filter, expected] of counts)
      expect([filter, await count('arenas', filter)]).toEqual([filter, expected])
    const [capacities, countries] = [await values('arenas', 'capacity'), await values('arenas', 'modcountry')]
    const italy = capacities.reduce<number>(
      (sum, one, k) => sum + (countries[k] === 'Italy' ? Number(one) : 0),
      0,
    )
    expect(italy).toBe(701_905)
    const majors = (await values('arenas', 'arenamajor')).filter((one) => one !== null).map(Number)
    expect((majors.reduce((sum, one) => sum + one, 0) / majors.length).toFixed(3)).toBe('56.573')
  })

  test('finds of a rock shelter: every count', async () => {
    const file = (name: string): string => join(data, 'finds-ktc11', name)
    const fauna = await importAll(file('raw_faunal_nonmollusc_data.csv'), 'fauna')
    expect(fauna.json()).toMatchObject({ inserted: 341, warning_count: 21 })
    expect((await importAll(file('ceramic_data.csv'), 'ceramics')).json()).toMatchObject({ inserted: 101 })
    expect((await importAll(file('radiocarbon_dates.csv'), 'dates')).json()).toMatchObject({ inserted: 10 })
    const counts: [string, string, string, number][] = [
      ['fauna', 'taxon', 'UNID', 233],
      ['fauna', 'taxon', 'Chelonians ', 28],
      ['fauna', 'taxon', 'Taxon', 21],
      ['fauna', 'taxon', 'Varanus sp.', 14],
      ['fauna', 'taxon', 'Macaque sp.', 14],
      ['fauna', 'unit', 'SW2', 43],
      ['fauna', 'unit', 'SW4', 41],
      ['fauna', 'recorder', 'HVV', 183],
      ['fauna', 'recorder', 'CC', 137],
      ['fauna', 'element', 'Vertebra', 30],
      ['ceramics', 'unit', '7', 30],
      ['ceramics', 'recorder', 'HVV', 72],
      ['ceramics', 'recorder', 'CC', 29],
    ]
    for (const [table, field, value, expected] of counts) {
      expect([field, value, await count(table, { [field]: { _eq: value } })]).toEqual([
        field,
        value,
        expected,
      ])
    }
  })

  test('masses among which header rows were pasted are refused row by row', async () => {
    await makeTable(dig, 'bones', [{ name: 'mass', db_type: 'FLOAT' }])
    const path = join(data, 'finds-ktc11', 'raw_faunal_nonmollusc_data.csv')
    const reply = await importFile(dig, path, 'bones', { 'Mass (g)': 'mass' })
    expect(reply.json().errors.length).toBeGreaterThanOrEqual(21)
    expect(await count('bones')).toBe(0)
  })

  test('three thousand radiocarbon dates: what was counted in the file is found in the table', async () => {
    const path = join(folder, 'slice.csv')
    const lines: string[] = []
    const unpacked = join(folder, 'p3k14c.csv')
    await pipeline(
      createReadStream(join(data, 'radiocarbon-p3k14c', 'p3k14c.csv.gz')),
      createGunzip(),
      createWriteStream(unpacked),
    )
    for await (const line of createInterface({ input: createReadStream(unpacked) })) {
      if (lines.length <= 3000 && !line.includes('"')) lines.push(line)
      if (lines.length > 3000) break
    }
    await writeFile(path, `${lines.join('\n')}\n`)
    const header = lines[0]?.split(',') ?? []
    const cells = lines.slice(1).map((line) => new Map(line.split(',').map((cell, k) => [header[k], cell])))
    const { fields: columns } = await proposeCsv(path)
    await makeTable(
      dig,
      'c14',
      columns.map(({ name, kind }) => ({
        name,
        type: fieldKinds[kind].type,
        db_type: fieldKinds[kind].dbType,
      })),
    )
    const mapping = Object.fromEntries(columns.map(({ column, name }) => [column, name]))
    const seen: number[] = []
    const { counts } = await importCsv(
      operatorScope(dig.services, dig.application),
      { path, table: 'c14', mapping, keyField: null },
      (done, total) => {
        expect(total).toBe(3000)
        seen.push(done)
      },
    )
    expect(counts).toMatchObject({ inserted: 3000, updated: 0, refused: 0 })
    expect(seen.at(-1)).toBe(3000)
    const number = (match: (row: Map<string | undefined, string>) => boolean) => cells.filter(match).length
    expect(await count('c14', { country: { _eq: 'USA' } })).toBe(
      number((row) => row.get('Country') === 'USA'),
    )
    expect(await count('c14', { material: { _empty: true } })).toBe(
      number((row) => row.get('Material') === ''),
    )
    expect(await count('c14', { material: { _icontains: 'charcoal' } })).toBe(
      number((row) => /charcoal/i.test(row.get('Material') ?? '')),
    )
    expect(await count('c14', { age: { _between: [3000, 4000] } })).toBe(
      number((row) => Number(row.get('Age')) >= 3000 && Number(row.get('Age')) <= 4000),
    )
    expect(await count('c14', { lat: { _null: true } })).toBe(number((row) => row.get('Lat') === ''))
  })
})
