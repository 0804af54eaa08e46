import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/long-tests.js'
import { keyword, sql } from '../sql.js'
import type { Storage } from '../storage.js'
import { openSqliteStorage } from './sqlite-storage.js'

const opener = new URL('./sqlite-storage.js', import.meta.url).href
const sqlTag = new URL('../sql.js', import.meta.url).href

describe('one data folder, one process', () => {
  let folder: string
  const children: ChildProcess[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-crash-'))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  const open = (): Promise<Storage> => openSqliteStorage({ folder, readers: 1, queryTimeMs: 30_000 })

  /** Runs a script in a process of its own; its lines of output come one by one. */
  function inAnotherProcess(script: string): { child: ChildProcess; lines: AsyncIterableIterator<string> } {
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { openSqliteStorage } from ${JSON.stringify(opener)}
        import { sql } from ${JSON.stringify(sqlTag)}
        const folder = ${JSON.stringify(folder)}
        const open = () => openSqliteStorage({ folder, readers: 1, queryTimeMs: 30000 })
        ${script}`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    children.push(child)
    if (!child.stdout) throw new Error('The process has no output.')
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
  }

  const ended = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else child.on('exit', () => resolve())
    })

  test('a second storage on the same folder is refused, in this process', async () => {
    const first = await open()
    await expect(open()).rejects.toMatchObject({
      problem: 'unavailable',
      message: expect.stringContaining(folder),
    })
    await first.close()
    await (await open()).close()
  })

  test('a second process on the same folder is refused with a sentence that says what to do', async () => {
    const first = await open()
    const { child, lines } = inAnotherProcess(
      'open().then(() => console.log("opened"), (error) => console.log(error.message))',
    )
    const { value } = await lines.next()
    expect(value).toContain('in use by another running service')
    expect(value).toContain('TROWEL_DATA')
    await ended(child)
    await first.close()
  })

  test('the folder is free again when the process that had it is killed', async () => {
    const { child, lines } = inAnotherProcess(
      'await open(); console.log("opened"); setInterval(() => 0, 1000)',
    )
    expect((await lines.next()).value).toBe('opened')
    await expect(open()).rejects.toMatchObject({ problem: 'unavailable' })
    child.kill('SIGKILL')
    await ended(child)
    await (await open()).close()
  })

  test('an application whose making was cut short is swept away', async () => {
    mkdirSync(join(folder, 'applications', '.new-dig-0123456789ab', 'files'), { recursive: true })
    const storage = await open()
    expect(readdirSync(join(folder, 'applications'))).toEqual([])
    expect(await storage.applications()).toEqual([])
    await storage.close()
  })

  test('after an ordinary stop the database file alone holds everything', async () => {
    const storage = await open()
    await storage.create('dig', async () => undefined)
    const db = await storage.open('dig')
    await db.write((tx) => tx.schema.createTable('finds', [{ name: 'code', type: 'TEXT' }], []), {
      schema: true,
    })
    await db.write((tx) => tx.insert('finds', { code: 'F1' }))
    await db.quick.all(sql`SELECT code FROM finds`)
    await db.scan.all(sql`SELECT code FROM finds`)
    await storage.close()
    const copy = join(folder, 'applications', 'copy')
    mkdirSync(copy)
    copyFileSync(join(folder, 'applications', 'dig', 'trowel.sqlite'), join(copy, 'trowel.sqlite'))
    const again = await open()
    expect(await (await again.open('copy')).quick.all(sql`SELECT code FROM finds`)).toEqual([{ code: 'F1' }])
    await again.close()
  })

  test('many applications are written and read by turns', async () => {
    const storage = await open()
    const names = Array.from({ length: 40 }, (_, k) => `dig_${k}`)
    for (const name of names) {
      await storage.create(name, (db) =>
        db.write((tx) => tx.schema.createTable('finds', [{ name: 'code', type: 'TEXT' }], []), {
          schema: true,
        }),
      )
    }
    for (let round = 1; round <= 2; round++) {
      for (const name of names) {
        const db = await storage.open(name)
        await db.write((tx) => tx.insert('finds', { code: name }))
        expect(await db.scan.get(sql`SELECT count(*) AS n FROM finds WHERE code = ${name}`)).toEqual({
          n: round,
        })
      }
    }
    await storage.close()
  })

  test('whatever was acknowledged before a kill is there, whole, and nothing by halves', async () => {
    const setUp = await open()
    await setUp.create('dig', (db) =>
      db.write(
        async (tx) => {
          await tx.schema.createTable('finds', [{ name: 'number', type: 'INTEGER' }], [])
          await tx.schema.createTable(
            'drawings',
            [
              { name: 'number', type: 'INTEGER' },
              { name: 'note', type: 'TEXT' },
            ],
            [],
          )
        },
        { schema: true },
      ),
    )
    await setUp.close()
    const acknowledged = new Set<number>()
    for (let round = 0; round < (isLong ? 5 : 2); round++) {
      const { child, lines } = inAnotherProcess(`
        const db = await (await open()).open('dig')
        let number = ${round} * 1000000
        const writer = async () => {
          for (;;) {
            const mine = ++number
            await db.write(async (tx) => {
              await tx.insert('finds', { number: mine })
              await tx.insert('drawings', { number: mine, note: 'x'.repeat(mine % 3000) })
            })
            process.stdout.write(mine + '\\n')
          }
        }
        for (let k = 0; k < 8; k++) writer()`)
      const enough = 40 + Math.floor(Math.random() * 300)
      let seen = 0
      for await (const line of lines) {
        acknowledged.add(Number(line))
        if (++seen === enough) child.kill('SIGKILL')
      }
      await ended(child)
      expect(child.signalCode).toBe('SIGKILL')

      const storage = await open()
      const db = await storage.open('dig')
      expect(await db.quick.get(keyword('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' })
      const numbers = async (table: string): Promise<number[]> =>
        (
          await db.quick.all<{ number: number }>(sql`SELECT number FROM ${keyword(table)} ORDER BY number`)
        ).map((row) => row.number)
      const finds = await numbers('finds')
      expect(await numbers('drawings')).toEqual(finds)
      const stored = new Set(finds)
      expect([...acknowledged].filter((each) => !stored.has(each))).toEqual([])
      await storage.close()
    }
  })
})
