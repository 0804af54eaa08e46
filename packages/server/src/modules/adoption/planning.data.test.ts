import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdoptionReport } from './report.js'
import { planAdoption } from './service.js'
import { romanMoment, storedIn } from './source-rows.js'
import { makeInstallation } from './testing/made-installation.js'

/** What else is found in installations that went through many hands. */
const oddities = `
  INSERT INTO bdus_users (id, name, email, password, privilege) VALUES
    (12, 'Oona again', 'OONA@kilnbrook.example', 'x', 20), (13, 'Between', 'between@kilnbrook.example', 'x', 15);
  INSERT INTO bdus_queries (id, user_id, name, tb, query) VALUES
    (11, 1, 'Older', 'kilnbrook__finds', '{"search":{"_eq":"x"}}'), (12, 77, 'Of a user who is gone', 'finds', '{}');
  UPDATE bdus_userlinks SET tb_one = 'kilnbrook__contexts' WHERE id = 1;
  INSERT INTO bdus_cfg_indexes (id, tb, name, columns, is_unique) VALUES
    (7, 'finds', 'finds_inventory', '["inventory"]', 1), (8, 'contexts', 'contexts_text', '["description"]', 0);
  INSERT INTO bdus_cfg_fields (id, table_name, name, type, db_type, sort, extra) VALUES
    (901, 'finds', 'old_ref', 'text', 'INTEGER', 40, '{"pattern":"(?<=x)y"}'),
    (902, 'finds', 'never made', 'text', 'TEXT', 41, NULL), (903, 'finds', 'empty_one', 'text', 'TEXT', 42, NULL);
  INSERT INTO bdus_cfg_tables (id, name, label, is_plugin) VALUES (91, 'not_there', 'Gone', 0);
  INSERT INTO bdus_cfg_templates (id, table_name, name, content) VALUES (9, 'finds', 'card 2', '{"sections":[]}');
  UPDATE bdus_cfg_geoface SET layers = '[{"type":"dxf","path":"a.dxf"},{"type":"local","path":"walls.geojson"}]';
  UPDATE finds SET weight_g = 9e999 WHERE id = 2;
  UPDATE finds SET note = 'rim' || char(0) || ' and handle' WHERE id = 3;
  UPDATE bdus_vocabularies SET def = 'day' || char(0) || 'lily' WHERE id = 5;
  UPDATE bdus_users SET password = 'secret' || char(0) || 'word' WHERE id = 6;
`

describe('an installation that went through many hands', () => {
  let folder: string
  let report: AdoptionReport
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-plan-test-'))
    const { path } = makeInstallation(folder)
    const db = new DatabaseSync(join(path, 'db', 'bdus.sqlite'))
    db.exec(`PRAGMA foreign_keys = OFF; ${oddities}`)
    db.close()
    await rm(join(path, 'files', '4.txt'))
    await symlink('/etc/hostname', join(path, 'files', '4.txt'))
    await writeFile(join(path, 'geodata', 'plan of 2011.dxf'), 'x')
    await writeFile(join(path, 'files', '1.PNG'), 'x')
    for (const place of ['files', 'geodata']) await mkdir(join(path, place, 'season of 2009'))
    report = await planAdoption({ path, app: 'kiln', taken: [], by: 'a test' })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const changesOf = (table: string, id: number) =>
    report.tables.find((one) => one.table === table)?.changed.filter((change) => change.id === id)
  const leftOut = (table: string, id: number) =>
    report.tables.find((one) => one.table === table)?.left_out.find((row) => row.id === id)?.why

  test('keeps two users apart whose addresses differ in case alone, and lets the second wait', () => {
    expect(changesOf('bdus_users', 12)).toMatchObject([
      { field: 'email', was: 'OONA@kilnbrook.example', now: 'oona+12@kilnbrook.example' },
      { field: 'privilege', was: 20, now: 40 },
    ])
    expect(changesOf('bdus_users', 13)).toMatchObject([{ field: 'privilege', was: 15, now: 20 }])
  })

  test('is refused where the one administrator has the address of another', async () => {
    const { path } = makeInstallation(join(folder, 'twice'))
    const db = new DatabaseSync(join(path, 'db', 'bdus.sqlite'))
    db.exec(`UPDATE bdus_users SET privilege = 20 WHERE id = 1;
      UPDATE bdus_users SET email = 'DIRECTOR@kilnbrook.example', privilege = 1 WHERE id = 2`)
    db.close()
    const planned = planAdoption({ path, app: 'kiln', taken: [], by: 'a test' })
    await expect(planned).rejects.toThrow(/administrator/)
  })

  test('keeps what follows the character that ends a text in other programs, and says where it stood', () => {
    expect(changesOf('finds', 3)).toMatchObject([
      { field: 'note', was: 'rim\0 and handle', now: 'rim and handle' },
    ])
    expect(changesOf('bdus_vocabularies', 5)).toMatchObject([{ was: 'day\0lily', now: 'daylily' }])
    expect(changesOf('bdus_users', 6)).toMatchObject([{ field: 'password', was: null, now: null }])
  })

  test('knows tables by their names of older versions', () => {
    expect(leftOut('bdus_queries', 11)).toBeUndefined()
    expect(leftOut('bdus_queries', 12)).toBe('the user is gone')
    expect(leftOut('bdus_userlinks', 1)).toBeUndefined()
  })

  test('leaves out what the rows or the database do not allow', () => {
    expect(leftOut('bdus_cfg_indexes', 7)).toBe('record 101 repeats a value')
    expect(leftOut('bdus_cfg_indexes', 8)).toBe('the text of record 90 is too long for an index')
    expect(leftOut('bdus_cfg_tables', 91)).toBe('its table is gone')
    expect(leftOut('bdus_cfg_fields', 902)).toBe('its name is not possible')
    expect(changesOf('bdus_cfg_geoface', 1)).toMatchObject([
      { field: 'layers[0]', why: 'no map has such a layer' },
    ])
    expect(report.not_adopted).toContainEqual({
      what: 'geodata/plan of 2011.dxf',
      why: 'no map shows such a file',
    })
  })

  test('follows no link out of the folder, and says what it did not look into', () => {
    expect(report.files.missing).toEqual([4, 9])
    expect(report.files.stray).toEqual(['1.PNG', '57.png', '4.txt', 'season of 2009/'])
    expect(report.not_adopted).toContainEqual({
      what: 'geodata/season of 2009/',
      why: 'it is no file of its own',
    })
    expect(leftOut('bdus_files', 4)).toMatch(/^its bytes are lost: notebook_p4\.txt/)
  })

  test('keeps texts in a field that is said to hold numbers, and empties what no column can hold', () => {
    expect(changesOf('bdus_cfg_fields', 901)?.map(({ field, now }) => [field, now])).toEqual([
      ['db_type', 'TEXT'],
      ['pattern', '(?<=x)y'],
    ])
    expect(changesOf('bdus_cfg_fields', 903)).toMatchObject([{ field: 'name', now: 'empty_one' }])
    expect(changesOf('bdus_cfg_templates', 9)).toMatchObject([{ was: 'card 2', now: 'card_2' }])
    expect(changesOf('finds', 2)).toMatchObject([{ field: 'weight_g', now: null }])
  })
})

test.each([
  ['in summer', '2024-05-02 09:30:00', '2024-05-02T07:30:00.000Z'],
  ['in winter', '2019-11-30 17:05:41', '2019-11-30T16:05:41.000Z'],
  ['in the hour that comes twice', '2023-10-29 02:30:00', '2023-10-29T00:30:00.000Z'],
  ['in the hour that is left out', '2023-03-26 02:30:00', '2023-03-26T00:30:00.000Z'],
])('a time of Rome %s is the moment that was meant', (_when, text, moment) => {
  expect(new Date(romanMoment(text) ?? 0).toISOString()).toBe(moment)
})

test.each([
  ['INTEGER', '9007199254740993', '9007199254740993'],
  ['INTEGER', 9007199254740993n, '9007199254740993'],
  ['INTEGER', '12.0', 12],
  ['INTEGER', true, 1],
  ['INTEGER', '99999999999999999999', null],
  ['FLOAT', '-12,5', -12.5],
  ['FLOAT', '1.234,5', null],
  ['TIMESTAMP', '0000-00-00 00:00:00', null],
  ['TIMESTAMP', '2023-06-12 08:00:00', '2023-06-12T08:00:00Z'],
  ['TEXT', 12.5, '12.5'],
  ['TEXT', '', ''],
  ['TEXT', 'a\u0000b', 'ab'],
] as const)('a column of %s holds %s as %s', (type, value, stored) => {
  expect(storedIn[type](value).value).toBe(stored)
})
