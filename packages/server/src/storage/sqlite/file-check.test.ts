import { copyFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Connection } from './connection.js'
import { FileCheck } from './file-check.js'

describe('the check of a database file', () => {
  let folder: string
  const fileOf = (name: string): string => join(folder, name)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-check-'))
    const connection = new Connection({ file: fileOf('sound'), readOnly: false, cacheKib: 100 })
    connection.exec('CREATE TABLE finds (id INTEGER PRIMARY KEY, notes TEXT)')
    connection.run(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
      INSERT INTO finds SELECT n, printf('%0100d', n) FROM numbers`)
    // A closed connection lives on as long as its statements.
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('finds nothing in one that is sound', async () => {
    expect(await new FileCheck(fileOf('sound')).run()).toBeUndefined()
  })

  test('tells what is wrong where a page was overwritten', async () => {
    await copyFile(fileOf('sound'), fileOf('overwritten'))
    const file = await open(fileOf('overwritten'), 'r+')
    await file.write(Buffer.alloc(4096, 7), 0, 4096, 4096 * 20)
    await file.close()
    expect(await new FileCheck(fileOf('overwritten')).run()).toMatch(/finds|Tree|page/)
  })

  test('throws for a file that is no database', async () => {
    await writeFile(fileOf('other'), 'no database '.repeat(1000))
    await expect(new FileCheck(fileOf('other')).run()).rejects.toMatchObject({ problem: 'damaged' })
  })

  test('ends when the database is closed', async () => {
    const check = new FileCheck(fileOf('sound'))
    const running = check.run()
    check.close()
    await expect(running).rejects.toMatchObject({ problem: 'unavailable' })
  })
})
