import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.js'
import { operatorScope } from '../http/operator-scope.js'
import type { RequestScope } from '../http/scope.js'
import { surveyPackage } from '../modules/imports/testing/survey-package.js'
import { openServices } from '../open-services.js'
import { id, sql } from '../storage/sql.js'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'
import { textCell, workbookBytes } from '../testing/zip-bytes.js'

const periods = 'id,label\n3,Roman\n5,Medieval\n'
const contexts =
  'label,kind,period,below\nC1,cut,3,C2\nC2,layer,5,\nC3,layer,3,C1\nC4,cut,3,C1\nC5,layer,5,\nC6,layer,3,\n'
const finds = 'Inv. no.;Context;Mass (g);Period\nF1;C1;3,5;3\nF2;C1;12,25;5\nF3;C6;0,5;3\nF4;C2;1,5;3\n'
const observations = 'younger,older,url\nC1,C2,\nC3,C1,\nC3,C2,\n'

/** What the programs of mdbtools say of a file with two tables, one of them with a blank in its name. */
const tablesOfAccess = '#!/bin/sh\nprintf "tblStrata\\nlost finds\\n"\n'
const rowsOfAccess = `#!/bin/sh
for last; do :; done
if [ "$last" = tblStrata ]
then printf 'StrataID,Code\\n3,"L ""3"""\\n4,"L\\n4"\\n'
elif [ "$3" = -0 ]
then printf 'FindID,StrataID,Dug,The picture,More\\n1,3,"x","",7\\n2,4,"x","",8\\n3,3,%s,%s,\\n' "$4" "$4"
else printf 'FindID,StrataID,Dug,The picture,More\\n1,3,"2024-05-01","",\\n2,4,"2024-05-02","",\\n3,3,,,\\n'
fi
`
const columnsOfAccess = `#!/bin/sh
printf 'CREATE TABLE [x]\\n (\\n\\t[FindID]\\t\\t\\tLong Integer, \\n\\t[StrataID]\\t\\t\\tLong Integer, \\n'
case "$*" in *'-T lost finds '*)
printf '\\t[Dug]\\t\\t\\tDateTime, \\n\\t[The picture]\\t\\t\\tOLE (255), \\n\\t[More]\\t\\t\\ttype 0012\\n'
esac
printf ');\\n'
`

describe.each(oneEngine)('trowel import --create-tables (%s)', (engine) => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    terminal.environment['TROWEL_PASSWORD'] = 'opus reticulatum'
    for (const name of ['dig', 'rest'])
      await terminal.run('app', 'create', name, '--definition', 'A dig', '--email', 'ada@example.org')
  })
  afterAll(() => terminal.close())

  async function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    await rm(join(terminal.folder, folder), { recursive: true, force: true })
    for (const [name, text] of Object.entries(files)) {
      const path = join(terminal.folder, folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, text)
    }
  }

  /** Reads the application as it is stored. */
  async function reading<T>(app: string, read: (scope: RequestScope) => Promise<T>): Promise<T> {
    const services = await openServices(readConfig(terminal.environment, 2), pino({ level: 'silent' }))
    try {
      const application = await services.applications.open(app)
      if (!application) throw new Error(`There is no ${app}.`)
      return await read(operatorScope(services, application))
    } finally {
      await services.close()
    }
  }

  const run = (app: string, ...words: string[]) => terminal.run('import', 'registers', '--app', app, ...words)

  test('proposes tables, keys and links by the values, and makes them in one step', async () => {
    await write('registers', {
      'contexts.csv': contexts,
      'finds.csv': finds,
      'observations.csv': observations,
      'periods.csv': periods,
      'README.md': 'not a table',
      'plan.dwg': 'neither',
    })
    const planned = await run('dig', '--plan')
    expect(planned).toMatchObject({ code: 0 })
    expect(planned.printed).toBe('periods: 2 records\ncontexts: 6 records\nfinds: 4 records\nrelations: 3\n')
    expect(planned.noted).toContain('plan.dwg is left out')
    expect(planned.noted).toMatch(/period +period +link +periods, by id\n/)
    expect(planned.noted).toMatch(/Context +context +link +contexts, by what it is called\n/)
    expect(planned.noted).toMatch(/below +below +link +contexts/)
    expect(planned.noted).toContain('observations.csv → stratigraphic relations of contexts, 3 rows')
    expect(planned.noted).toContain('Nothing was stored.')
    await reading('dig', async ({ catalogue }) => expect([...catalogue.tables.keys()]).toEqual([]))

    expect(await run('dig', '--create-tables')).toMatchObject({ code: 0, printed: planned.printed })
    await reading('dig', async ({ catalogue, db }) => {
      expect([...catalogue.tables.keys()].sort()).toEqual(['contexts', 'finds', 'periods'])
      const rows = await db.scan.all(
        sql`SELECT c."label", c."period", u."label" AS "under" FROM "contexts" c LEFT JOIN "contexts" u ON u."id" = c."below" ORDER BY c."id"`,
      )
      expect(rows.slice(0, 3)).toEqual([
        { label: 'C1', period: 3, under: 'C2' },
        { label: 'C2', period: 5, under: null },
        { label: 'C3', period: 3, under: 'C1' },
      ])
      const [find] = await db.scan.all<Record<string, unknown>>(
        sql`SELECT "mass_g", "context" FROM "finds" ORDER BY "id"`,
      )
      expect(find).toEqual({ mass_g: 3.5, context: 1 })
      expect(await db.scan.all(sql`SELECT "id" FROM ${id('sys_rs')}`)).toHaveLength(3)
    })
    const again = await run('dig', '--create-tables')
    expect(again).toMatchObject({
      code: 1,
      noted: expect.stringContaining('There is a table "finds" already.'),
    })
  })

  test('keeps links that it could not find again as they are written, and tells what it cannot know', async () => {
    const rows = Array.from({ length: 59 }, (_, k) => `C${k + 1},${k % 3 === 0 ? `C${k + 2}` : ''}`)
    await write('registers', {
      'contexts.csv': ['context_no,part_of', ...rows, ',C7'].join('\n'),
      'days.csv': 'no,dug,seen\n1,03/04/2021,2021-04-03\n2,05/06/2021,2021-06-05\n',
      'manifest.csv': 'ship,cargo\nArgo,fleece\n',
    })
    const { noted } = await run('rest', '--plan')
    expect(noted).toMatch(/part_of +part_of +(?:text|choice)/)
    expect(noted).toContain('contexts.csv, part_of: No column tells each row apart')
    expect(noted).toContain(
      'days.csv, dug: Days such as 03/04/2021 can mean two; they are read as dd/mm/yyyy.',
    )
    expect(noted).not.toContain('days.csv, seen')
    expect(noted).toContain('manifest.csv is left out')
  })

  test('tells a value that names nothing, and refuses all when a relation does not fit', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => `F${k},C${(k % 6) + 1}`)
    await write('registers', {
      'contexts.csv': contexts,
      'finds.csv': ['inv_no,context', ...rows, 'F40,C99'].join('\n'),
      'observations.csv': `${observations}C2,C3,\n`,
    })
    const refused = await run('rest', '--create-tables')
    expect(refused.code).toBe(1)
    expect(refused.noted).toContain('finds.csv, line 42, context: "C99" is no row of contexts.csv')
    expect(refused.noted).toMatch(/observations\.csv, line \d/)
    await reading('rest', async ({ catalogue }) => expect([...catalogue.tables.keys()]).toEqual([]))
  })

  test('layers of a GeoPackage become tables with places, linked by the ids of their rows', async () => {
    await write('registers', { 'survey.gpkg': await surveyPackage() })
    expect(await run('rest', '--create-tables')).toMatchObject({
      code: 0,
      printed: 'species: 2 records\ntrees: 3 records, 2 of them on the map\nfiles: 2\n',
    })
    await reading('rest', async ({ db }) => {
      const rows = await db.scan.all(
        sql`SELECT t."id", s."name" FROM "trees" t JOIN "species" s ON s."id" = t."species" ORDER BY t."id"`,
      )
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
        { id: 1, name: 'oak' },
        { id: 2, name: 'ash' },
        { id: 3, name: 'oak' },
      ])
      const files = await db.scan.all(
        sql`SELECT f."filename", f."ext", l."record_id" FROM "sys_files" f JOIN "sys_file_links" l ON l."file_id" = f."id" ORDER BY l."record_id"`,
      )
      expect(files.map((row) => ({ ...(row as object) }))).toEqual([
        { filename: 'hollow', ext: 'txt', record_id: 1 },
        { filename: 'notes_5', ext: 'txt', record_id: 3 },
      ])
    })
  })

  test('sheets of a workbook become tables, also where they refer to each other in a circle', async () => {
    const row = (place: number, ...cells: string[]) =>
      cells.map((cell, column) => textCell(`${'ABC'[column]}${place}`, cell)).join('')
    const layers = [row(1, 'Layer', 'Best find'), row(2, 'L1', 'F2'), row(3, 'L2', 'F1'), row(4, 'L3', 'F1')]
    const finds = [row(1, 'Find', 'From'), row(2, 'F1', 'L2'), row(3, 'F2', 'L1'), row(4, 'F3', 'L1')]
    const sheets = [
      { name: 'Cover', rows: [''] },
      { name: 'Layers', rows: layers },
      { name: 'Small finds', rows: finds },
    ]
    await write('registers', { 'dig.xlsx': workbookBytes(sheets) })
    expect(await run('rest', '--create-tables')).toMatchObject({
      code: 0,
      printed: 'layers: 3 records\nsmall_finds: 3 records\n',
      noted: expect.stringContaining('dig.xlsx: Cover: the sheet "Cover" is empty.'),
    })
    await reading('rest', async ({ db }) => {
      const rows = await db.scan.all(
        sql`SELECT l."layer", f."find", o."layer" AS "from" FROM "layers" l JOIN "small_finds" f ON f."id" = l."best_find"
          JOIN "layers" o ON o."id" = f."from" ORDER BY l."id"`,
      )
      expect(rows.map((row) => ({ ...(row as object) }))).toEqual([
        { layer: 'L1', find: 'F2', from: 'L1' },
        { layer: 'L2', find: 'F1', from: 'L2' },
        { layer: 'L3', find: 'F1', from: 'L2' },
      ])
    })
  })

  test('an Access file is read by mdbtools where it is installed, and says what to install where not', async () => {
    await write('registers', {
      'old.mdb': 'Standard Jet DB',
      'bin/mdb-tables': tablesOfAccess,
      'bin/mdb-export': rowsOfAccess,
      'bin/mdb-schema': columnsOfAccess,
    })
    const bin = join(terminal.folder, 'registers', 'bin')
    for (const name of ['mdb-tables', 'mdb-export', 'mdb-schema']) await chmod(join(bin, name), 0o755)
    const file = ['import', 'registers/old.mdb', '--app', 'rest', '--plan']
    terminal.environment['PATH'] = join(terminal.folder, 'nowhere')
    const missing = await terminal.run(...file)
    expect(missing).toMatchObject({ code: 1, noted: expect.stringContaining('apt install mdbtools') })
    terminal.environment['PATH'] = `${bin}:${process.env['PATH']}`
    const planned = await terminal.run(...file)
    expect(planned).toMatchObject({ code: 0, printed: 'strata: 2 records\nlost_finds: 3 records\n' })
    expect(planned.noted).toMatch(/StrataID +strataid +link +strata, by id\n/)
    expect(planned.noted).toContain(
      'lost finds, The picture: 2 pictures or other objects are left out: their bytes are not read from Access.\n',
    )
    expect(planned.noted).toContain('lost finds, More: Attachments, or lists of values, are left out')
    await writeFile(join(bin, 'mdb-export'), '#!/bin/sh\necho "no such column" >&2\nexit 3\n')
    const failed = await terminal.run(...file)
    expect(failed).toMatchObject({
      code: 1,
      noted: expect.stringContaining('mdb-export cannot read it: no such column.'),
    })
    delete terminal.environment['PATH']
  })

  test.each([
    [['--table', 'finds'], 'names tables by their files'],
    [['--url', 'http://127.0.0.1:1'], 'no API key is one'],
    [['--epsg', 'here'], 'takes the code of a reference system'],
  ])('%j is refused', async (words, reason) => {
    const refused = await run('rest', '--create-tables', ...words)
    expect(refused).toMatchObject({ code: 2, noted: expect.stringContaining(reason) })
  })
})
