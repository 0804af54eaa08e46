import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readWkb } from '../../formats/wkb.js'
import { sql } from '../../storage/sql.js'
import { preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { surveyPackage } from './testing/survey-package.js'

const as = 'super_admin'

describe.each(oneEngine)('a GeoPackage as a source (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const look = (content: Uint8Array, more: Record<string, string> = {}) =>
    preview(dig, { content, name: 'survey.gpkg', after: { type: 'gpkg', propose: '1', ...more } }, as)

  test('a layer becomes a table with its places, out of the reference system that it says', async () => {
    const reply = await look(await surveyPackage())
    expect(reply.statusCode, reply.body).toBe(200)
    const { temp_id, columns, sheets, sheet, count, proposal, warnings } = reply.json()
    expect([columns, sheets, sheet, count]).toEqual([
      ['fid', 'species', 'girth'],
      ['trees', 'species'],
      'trees',
      3,
    ])
    expect(warnings).toMatchObject([{ code: 'bytes_left_out', sentence: 'media_stay_behind' }])
    expect(proposal.place).toEqual({ geometry: true, epsg: 32633 })
    const fields = proposal.fields.map(({ column, name, kind }: Record<string, string>) => ({
      column,
      name,
      kind,
    }))
    const body = { temp_id, name: 'trees', label: 'Trees', fields, place: proposal.place }
    const made = await dig.post('/api/import/new-table', body, as)
    expect(made.json(), made.body).toMatchObject({ inserted: 3, placed: 2 })
    const places = await dig.application.db.quick.all<{ geometry: string }>(
      sql`SELECT "geometry" FROM "sys_geodata" WHERE "table_link" = ${'trees'} ORDER BY "id"`,
    )
    expect(places[0]?.geometry).toMatch(/^POINT \(13\.6\d+ 45\.68\d+\)$/)
  })

  test('a table without geometries is read by its name, and bytes are no cells', async () => {
    const reply = await look(await surveyPackage(), { sheet: 'species' })
    expect(reply.json()).toMatchObject({
      columns: ['fid', 'name'],
      rows: [
        [7, 'oak'],
        [9, 'ash'],
      ],
    })
    expect(reply.json().proposal.place).toBeNull()
    expect(reply.json().warnings[0].text).toBe('Bytes such as pictures are left out: picture (2).')
  })

  test('a text with a NUL character is refused, and never cut at it', async () => {
    const reply = await look(
      await surveyPackage(`UPDATE species SET name = 'o' || char(0) || 'ak' WHERE fid = 7`),
      {
        sheet: 'species',
      },
    )
    const { temp_id, rows } = reply.json()
    expect(rows[0], reply.body).toEqual([7, 'o\0ak'])
    const fields = [{ column: 'name', name: 'name', kind: 'text' }]
    const body = { temp_id, name: 'woods', label: 'Woods', fields }
    const made = await dig.post('/api/import/new-table', body, as)
    expect(made.json().errors, made.body).toMatchObject([{ row: 1, sentence: 'value_has_nul' }])
  })

  test('what the service wrote itself is read back', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_geodata', {
        table_link: 'contexts',
        id_link: 1,
        geometry: 'POLYGON ((0 0, 4 0, 4 4, 0 0))',
      }),
    )
    const { rawPayload } = await dig.get('/api/export/gpkg?tb[]=contexts', as)
    const reply = await look(rawPayload, { sheet: 'contexts_polygon' })
    expect(reply.json()).toMatchObject({ count: 1, proposal: { place: { geometry: true, epsg: 4326 } } })
  })

  test('a whole number that is larger than numbers are exact is taken digit by digit', async () => {
    const change = 'UPDATE trees SET species = 9007199254740993 WHERE fid = 2;'
    const reply = await look(await surveyPackage(change))
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json().rows.map(([, species]: unknown[]) => species)).toEqual([7, '9007199254740993', 7])
  })

  test('a geometry that cannot be read refuses its row, for it would be lost', async () => {
    const change =
      "UPDATE trees SET geom = substr(geom, 1, 20) WHERE fid = 1; UPDATE trees SET geom = x'0101' WHERE fid = 2;"
    const reply = await look(await surveyPackage(change))
    const { temp_id, proposal } = reply.json()
    const fields = [{ column: 'girth', name: 'girth', kind: 'number' }]
    const body = { temp_id, name: 'shrubs', label: 'Shrubs', fields, place: proposal.place }
    const made = await dig.post('/api/import/new-table', body, as)
    expect(made.json().errors).toMatchObject([
      { row: 1, code: 'unsupported_geometry' },
      { row: 2, code: 'unsupported_geometry' },
    ])
  })

  test('what a program wrote that keeps a journal leaves nothing on the disk', async () => {
    const reply = await look(await surveyPackage('PRAGMA journal_mode = WAL;'))
    expect([reply.statusCode, reply.json().count]).toEqual([200, 3])
    expect(await readdir(join(dig.services.config.dataFolder, 'incoming'))).toEqual([])
  })

  test.each([
    ['a text', Buffer.from('layer,name\n'), {}, 'this is no GeoPackage.'],
    ['a database of something else', undefined, {}, 'this is no GeoPackage.', 'DROP TABLE gpkg_contents;'],
    [
      'a layer that is not there',
      undefined,
      { sheet: 'shrubs' },
      'it has no layer "shrubs"; there are: trees, species.',
    ],
    [
      'a view in the place of a table',
      undefined,
      {},
      'has neither layers nor tables',
      "UPDATE gpkg_contents SET table_name = 'spy' WHERE table_name = 'trees'; DELETE FROM gpkg_contents WHERE table_name <> 'spy';",
    ],
  ])('%s is refused', async (_case, content, more, reason, change = '') => {
    const reply = await look(content ?? (await surveyPackage(change)), more)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'import_error_parse'])
    expect(reply.json().text).toContain(reason)
  })

  test('a damaged file is refused, and never more is read than there is', async () => {
    const whole = await surveyPackage()
    const reply = await look(whole.subarray(0, 9000))
    expect(reply.json().code).toBe('import_error_parse')
    const many = Buffer.from('0102000000ffffffff', 'hex')
    expect([readWkb(many), readWkb(Buffer.from('01', 'hex'))]).toEqual([undefined, undefined])
    expect(readWkb(Buffer.from('0108000000', 'hex'))?.type).toBe('WKB 8')
  })
})
