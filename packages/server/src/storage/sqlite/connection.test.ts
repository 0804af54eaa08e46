import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Connection } from './connection.js'

/** Where the system says how much a process has read from files, be they cached by the system or not. */
const accounts = '/proc/self/io'
const bytes = 8 * 1024 * 1024

describe('a connection to a database file', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-connection-'))
    file = join(folder, 'large.sqlite')
    const connection = new Connection({ file, readOnly: false, cacheKib: 1_024 })
    connection.run('CREATE TABLE notes (text BLOB)')
    connection.run(`
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${bytes / 1024})
      INSERT INTO notes SELECT zeroblob(1024) FROM numbers`)
    connection.close()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const bytesRead = async (): Promise<number> =>
    Number(/^rchar: (\d+)/m.exec(await readFile(accounts, 'utf8'))?.[1])
  const readWith = async (connection: Connection): Promise<number> => {
    const before = await bytesRead()
    connection.value('SELECT max(text) FROM notes')
    return (await bytesRead()) - before
  }

  test.runIf(existsSync(accounts))(
    'keeps what it reads while it is used, and gives the memory back after a rest',
    async () => {
      const used = new Connection({ file, readOnly: true, cacheKib: 65_536 })
      expect(await readWith(used)).toBeGreaterThan(bytes)
      expect(await readWith(used)).toBeLessThan(bytes)
      used.close()
      const rested = new Connection({ file, readOnly: true, cacheKib: 65_536, restMs: 1 })
      expect(await readWith(rested)).toBeGreaterThan(bytes)
      await expect.poll(() => readWith(rested), { interval: 20, timeout: 10_000 }).toBeGreaterThan(bytes)
      rested.close()
    },
  )
})
