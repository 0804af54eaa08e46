import { createHash } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSource } from './open-source.js'
import type { SourceDatabase } from './source.js'
import { openSqliteSource } from './sqlite.js'
import { readAll } from './testing/read-all.js'

const tables = `
  CREATE TABLE finds (id INTEGER PRIMARY KEY AUTOINCREMENT, label VARCHAR(100), sherds INTEGER, weight FLOAT, photo BLOB);
  CREATE TABLE "odd ""name""" (note TEXT);`

describe('the SQLite database of an old installation', () => {
  let outer: string | undefined
  let copies: string
  let folder: string
  let file: string
  let writers: DatabaseSyncInstance[]
  let sources: SourceDatabase[]

  beforeAll(async () => {
    outer = process.env['TMPDIR']
    copies = await mkdtemp(join(tmpdir(), 'trowel-copies-'))
    process.env['TMPDIR'] = copies
  })
  afterAll(async () => {
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
    await rm(copies, { recursive: true, force: true })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(outer ?? tmpdir(), 'trowel-v5-'))
    await mkdir(join(folder, 'db'))
    file = join(folder, 'db', 'bdus.sqlite')
    writers = []
    sources = []
  })
  afterEach(async () => {
    for (const source of sources) await source.close()
    for (const writer of writers) writer.close()
    await rm(folder, { recursive: true, force: true })
    expect(await readdir(copies)).toEqual([])
  })

  const write = (path = file): DatabaseSyncInstance => {
    const writer = new DatabaseSync(path)
    writers.push(writer)
    return writer
  }
  /** Makes the database, as the old service leaves it when it ends. */
  const make = (script: string): void => {
    const writer = new DatabaseSync(file, { defensive: false })
    writer.exec(script)
    writer.close()
  }
  const open = async (path = file): Promise<SourceDatabase> => {
    const source = await openSqliteSource(path)
    sources.push(source)
    return source
  }
  /** What lies in the folder, but for the index of a log, which readers share with the writer. */
  const content = async () => {
    const names = (await readdir(join(folder, 'db'))).sort()
    return Promise.all(
      names.map(async (name) => {
        const bytes = name.endsWith('-shm') ? '' : await readFile(join(folder, 'db', name))
        return [name, createHash('sha256').update(bytes).digest('hex')]
      }),
    )
  }

  test.each(['UTF-8', 'UTF-16le'])('has what follows the character NUL in texts of %s', async (encoding) => {
    make(`PRAGMA encoding = '${encoding}'; ${tables}
      INSERT INTO finds (id, label, sherds, photo) VALUES (1, 'é' || char(0) || '𝒳', 7, x'6100'), (2, 'whole', 8, NULL);`)
    expect(await readAll(await open(), 'finds')).toMatchObject([
      { id: 1, label: 'é\0𝒳', sherds: 7, photo: Uint8Array.of(0x61, 0) },
      { id: 2, label: 'whole', sherds: 8 },
    ])
  })

  test('has its texts whole where another program wrote them in Latin-1', async () => {
    make(`${tables}
      INSERT INTO finds (id, label, sherds, photo) VALUES
        (1, CAST(x'7065726368e920809d20c3a8' AS TEXT), 9007199254740993, x'e8'), (2, 'città \uFFFD', 8, NULL);`)
    expect(await readAll(await open(), 'finds')).toMatchObject([
      { id: 1, label: 'perché €\u009d è', sherds: 9007199254740993n, photo: Uint8Array.of(0xe8) },
      { id: 2, label: 'città \uFFFD', sherds: 8 },
    ])
  })

  test('has no tables that an extension shows which is not here', async () => {
    make(`${tables} PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'KNN2', 'KNN2', 0, 'CREATE VIRTUAL TABLE KNN2 USING VirtualKNN2()')`)
    expect(await (await open()).tables()).toEqual(['finds', 'odd "name"'])
  })

  test('has its tables, columns, rows in order of id, and the numbers that come next', async () => {
    make(`${tables}
      INSERT INTO finds (id, label, sherds, weight, photo) VALUES
        (7, 'K7', 9007199254740993, 12.5, x'00ff'), (2, 'é𝒳', 'ca. 12', '12,5', NULL), (3, '', '', -3.0, NULL);
      INSERT INTO finds (id) VALUES (40);
      DELETE FROM finds WHERE id = 40;
      INSERT INTO "odd ""name""" VALUES ('a'), ('b');`)
    const source = await openSource({ engine: 'sqlite' }, folder)
    sources.push(source)
    expect(source.engine).toBe('sqlite')
    expect(await source.tables()).toEqual(['finds', 'odd "name"'])
    expect(await source.columns('finds')).toEqual([
      { name: 'id', type: 'INTEGER' },
      { name: 'label', type: 'VARCHAR(100)' },
      { name: 'sherds', type: 'INTEGER' },
      { name: 'weight', type: 'FLOAT' },
      { name: 'photo', type: 'BLOB' },
    ])
    expect(await readAll(source, 'finds')).toEqual([
      { id: 2, label: 'é𝒳', sherds: 'ca. 12', weight: '12,5', photo: null },
      { id: 3, label: '', sherds: '', weight: -3, photo: null },
      { id: 7, label: 'K7', sherds: 9007199254740993n, weight: 12.5, photo: new Uint8Array([0, 255]) },
    ])
    expect(await readAll(source, 'odd "name"')).toEqual([{ note: 'a' }, { note: 'b' }])
    expect(await source.nextId('finds')).toBe(41)
    expect(await source.nextId('odd "name"')).toBeUndefined()
    expect(await source.columns('coins')).toBeUndefined()
    expect(await readAll(source, 'coins')).toEqual([])
  })

  test('is read side by side, and reading may end before the last row', async () => {
    make(`${tables}
      WITH RECURSIVE n (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 2000)
      INSERT INTO finds (label) SELECT 'find ' || k FROM n;`)
    const source = await open()
    const seen: unknown[] = []
    for await (const row of source.rows('finds')) {
      for await (const other of source.rows('finds')) {
        seen.push([row['id'], other['id']])
        break
      }
      if (seen.length === 3) break
    }
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ])
    expect(await readAll(source, 'finds')).toHaveLength(2000)
  })

  test('is copied while the old service writes, which notices nothing and changes nothing that is read', async () => {
    const writer = write()
    writer.exec(`PRAGMA journal_mode = WAL; ${tables} INSERT INTO finds (label) VALUES ('before');`)
    writer.exec("BEGIN IMMEDIATE; INSERT INTO finds (label) VALUES ('under way')")
    const before = await content()
    const source = await open()
    expect(await content()).toEqual(before)
    writer.exec('COMMIT')
    writer.exec("INSERT INTO finds (label) VALUES ('after')")
    expect((await readAll(source, 'finds')).map(({ label }) => label)).toEqual(['before'])
  })

  test('is copied while the old service writes without a log of its own', async () => {
    const writer = write()
    writer.exec(`${tables} INSERT INTO finds (label) VALUES ('before');`)
    writer.exec("BEGIN IMMEDIATE; INSERT INTO finds (label) VALUES ('under way')")
    const source = await open()
    writer.exec('COMMIT')
    expect((await readAll(source, 'finds')).map(({ label }) => label)).toEqual(['before'])
  })

  test('at rest gets no files beside it, in a folder that may not be written either', async () => {
    make(`PRAGMA journal_mode = WAL; ${tables} INSERT INTO finds (label) VALUES ('K1');`)
    await chmod(file, 0o444)
    await chmod(join(folder, 'db'), 0o555)
    const before = await content()
    expect(before.map(([name]) => name)).toEqual(['bdus.sqlite'])
    expect(await readAll(await open(), 'finds')).toHaveLength(1)
    expect(await content()).toEqual(before)
    await chmod(join(folder, 'db'), 0o755)
  })

  test.each([
    ['-wal', 'PRAGMA journal_mode = WAL', "INSERT INTO finds (label) VALUES ('K2')", 2],
    [
      '-journal',
      'PRAGMA journal_mode = DELETE',
      // More than fits into memory: part of it is in the file already, and has to be taken back.
      'PRAGMA cache_size = 1; BEGIN; UPDATE finds SET photo = zeroblob(40000); INSERT INTO finds (photo) VALUES (zeroblob(400000))',
      1,
    ],
  ])('of a service that was killed is read with what its %s says', async (end, mode, change, rows) => {
    const running = join(folder, 'running.sqlite')
    const writer = write(running)
    writer.exec(`${mode}; ${tables} INSERT INTO finds (label, photo) VALUES ('K1', zeroblob(40000));`)
    writer.exec(change)
    for (const part of ['', end]) await copyFile(running + part, file + part)
    const before = await content()
    expect((await readAll(await open(), 'finds')).map(({ label }) => label)).toEqual(
      ['K1', 'K2'].slice(0, rows),
    )
    expect(await content()).toEqual(before)
  })

  test('that is not there, or is none, is refused with what to do', async () => {
    await expect(open()).rejects.toThrow(/There is no database .*bdus\.sqlite\. Name the folder of one app/)
    await writeFile(file, `<?php // ${'no database '.repeat(100)}`)
    await expect(open()).rejects.toThrow(/is no SQLite database\. Mend db_engine/)
  })

  test('that is damaged says so while it is read', async () => {
    make(`${tables}
      WITH RECURSIVE n (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 2000)
      INSERT INTO finds (label) SELECT 'find ' || k FROM n;`)
    const bytes = await readFile(file)
    bytes.fill(0xff, 5 * 4096, 9 * 4096)
    await writeFile(file, bytes)
    const source = await open()
    await expect(readAll(source, 'finds')).rejects.toThrow(/is damaged\. Save what can be read/)
  })

  test('that another program has locked is refused', async () => {
    const writer = write()
    writer.exec(`${tables} BEGIN EXCLUSIVE`)
    await expect(openSqliteSource(file, 50)).rejects.toThrow(/is locked by another program\. Stop the old/)
  })
})
