import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, openStorage, type TestStorage } from '../testing/open-database.js'
import { sql } from './sql.js'

describe.each(engines)('applications of a storage (%s)', (engine) => {
  let opened: TestStorage
  beforeEach(async () => {
    opened = await openStorage(engine)
  })
  afterEach(() => opened.close())

  test('a new storage has no applications, and is reachable', async () => {
    expect(await opened.storage.applications()).toEqual([])
    await opened.storage.ping()
  })

  test('an application is there once it is made, with what its making filled in', async () => {
    await opened.storage.create('beta', async (db) => {
      await db.write((tx) => tx.schema.createTable('finds', [{ name: 'code', type: 'TEXT' }], []), {
        schema: true,
      })
      await db.write((tx) => tx.insert('finds', { code: 'F1' }))
    })
    await opened.storage.create('alpha', async () => undefined)
    expect(await opened.storage.applications()).toEqual(['alpha', 'beta'])
    const db = await opened.storage.open('beta')
    expect(db.app).toBe('beta')
    expect(db.engine).toBe(engine)
    expect(await db.quick.all(sql`SELECT id, code FROM finds`)).toEqual([{ id: 1, code: 'F1' }])
  })

  test('an application whose making fails leaves nothing behind', async () => {
    const failing = opened.storage.create('dig', async (db) => {
      await db.write((tx) => tx.schema.createTable('finds', [], []), { schema: true })
      throw new Error('no more')
    })
    await expect(failing).rejects.toThrow('no more')
    expect(await opened.storage.applications()).toEqual([])
    if (opened.folder !== undefined) expect(readdirSync(join(opened.folder, 'applications'))).toEqual([])
    await opened.storage.create('dig', async () => undefined)
    expect(await opened.storage.applications()).toEqual(['dig'])
  })

  test('of two who make the same application at the same moment one is refused', async () => {
    const made = await Promise.allSettled([
      opened.storage.create('dig', async () => undefined),
      opened.storage.create('dig', async () => undefined),
    ])
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(opened.storage.create('dig', async () => undefined)).rejects.toMatchObject({
      problem: 'exists',
    })
    expect(await opened.storage.applications()).toEqual(['dig'])
  })

  test('an application that does not exist cannot be opened', async () => {
    await expect(opened.storage.open('nowhere')).rejects.toMatchObject({ problem: 'missing' })
    await expect(opened.storage.open('../nowhere')).rejects.toMatchObject({ problem: 'missing' })
  })

  test('two applications do not see each other', async () => {
    for (const app of ['one', 'two']) {
      await opened.storage.create(app, async (db) => {
        await db.write((tx) => tx.schema.createTable('finds', [{ name: 'code', type: 'TEXT' }], []), {
          schema: true,
        })
      })
    }
    const [one, two] = [await opened.storage.open('one'), await opened.storage.open('two')]
    await Promise.all([
      one.write((tx) => tx.insert('finds', { code: 'in one' })),
      two.write((tx) => tx.insert('finds', { code: 'in two' })),
    ])
    for (const reader of [one.quick, one.scan]) {
      expect(await reader.all(sql`SELECT code FROM finds`)).toEqual([{ code: 'in one' }])
    }
    expect(await two.scan.all(sql`SELECT code FROM finds`)).toEqual([{ code: 'in two' }])
  })

  test('an embedded application has folders for what it keeps besides its database', async () => {
    await opened.storage.create('dig', async () => undefined)
    if (opened.folder === undefined) return
    for (const name of ['files', 'backups', 'export', 'geodata', 'widgets', 'trowel.sqlite']) {
      expect(existsSync(join(opened.folder, 'applications', 'dig', name))).toBe(true)
    }
  })
})
