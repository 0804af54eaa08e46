import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../storage/sql.js'
import { fileStorages, openFileStorage, refusals, type TestFileStorage } from '../../testing/object-server.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'

const [engine = 'sqlite'] = engines
const content = randomBytes(300_000)

describe('object storage that ails', () => {
  let storage: TestFileStorage
  let dig: Dig
  let address: string
  beforeEach(async () => {
    storage = await openFileStorage('objects')
    dig = await openDig(engine, storage.environment)
    address = await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(async () => {
    await dig.close()
    await storage.close()
  })

  const upload = () => sendFile(dig, '/api/record/contexts/1/file', 'photo.bin', content, 'writer')
  /** As a client gets it over the wire. */
  const download = async (headers: Record<string, string> = {}): Promise<Buffer> => {
    const authorization = `Bearer ${await dig.token('reader')}`
    const reply = await fetch(`${address}/api/file/1/content`, { headers: { ...headers, authorization } })
    expect(reply.ok).toBe(true)
    return Buffer.from(await reply.arrayBuffer())
  }
  const files = async (): Promise<number> => (await dig.get('/api/files', 'reader')).json().total
  const expectUnavailable = (reply: LightMyRequestResponse): void => {
    expect([reply.statusCode, reply.json()]).toMatchObject([
      503,
      { code: 'overloaded', detail: 'files_unavailable' },
    ])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  /** Names in the storage of files, and those that are noted as on their way. */
  const stored = async (): Promise<{ kept: string[]; owned: string[]; noted: string[] }> => {
    const kept: string[] = []
    for await (const { name } of dig.services.binaries.list('dig', 'files')) kept.push(name)
    const names = async (select: Sql): Promise<string[]> =>
      (await dig.application.db.quick.all<{ name: string }>(select)).map(({ name }) => name)
    return {
      kept,
      owned: await names(sql`SELECT "binary" AS "name" FROM "sys_files"`),
      noted: await names(sql`SELECT "name" FROM "sys_file_transit"`),
    }
  }
  const expectNothingHalf = async (): Promise<void> => {
    const { kept, owned, noted } = await stored()
    expect(kept.filter((name) => !owned.includes(name) && !noted.includes(name))).toEqual([])
    expect(owned.filter((name) => !kept.includes(name))).toEqual([])
  }

  test.each(refusals)(
    'that answers %s: 503 with Retry-After, and all goes on once it is well',
    async (code) => {
      expect((await upload()).statusCode).toBe(200)
      storage.refuseWith(code)
      for (const reply of [
        await upload(),
        await dig.get('/api/file/1/content', 'reader'),
        await dig.get('/readyz'),
      ])
        expectUnavailable(reply)
      expect(await files()).toBe(1)
      storage.refuseWith(undefined)
      expect((await dig.get('/readyz')).statusCode).toBe(200)
      expect((await download()).equals(content)).toBe(true)
      expect((await upload()).statusCode).toBe(200)
      expect(await files()).toBe(2)
      await expectNothingHalf()
    },
  )

  test('that breaks off while it takes a file: 503, and nothing half is kept', async () => {
    storage.breakRequestsAfter(100_000)
    expectUnavailable(await upload())
    expect(await files()).toBe(0)
    storage.breakRequestsAfter(undefined)
    await expectNothingHalf()
    expect((await upload()).statusCode).toBe(200)
    expect((await download()).equals(content)).toBe(true)
  })

  test('that breaks off while it gives a file: the client notices, whole or in part', async () => {
    await upload()
    storage.breakAfter(100_000)
    for (const range of [{}, { range: 'bytes=1000-250000' }] as const)
      await expect(download(range)).rejects.toThrow()
    storage.breakAfter(undefined)
    expect((await download()).equals(content)).toBe(true)
  })
})

describe.each(fileStorages)('a file whose end is lost (%s)', (name) => {
  test('is no success: the client notices at once', async () => {
    const storage = await openFileStorage(name)
    const dig = await openDig(engine, storage.environment)
    try {
      const address = await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
      await sendFile(dig, '/api/record/contexts/1/file', 'photo.bin', content, 'writer')
      const { binaries } = dig.services
      for await (const { name: kept } of binaries.list('dig', 'files')) {
        await binaries.put(
          { app: 'dig', area: 'files', name: kept },
          Readable.from([content.subarray(0, 100_000)]),
        )
      }
      const authorization = `Bearer ${await dig.token('reader')}`
      const reply = await fetch(`${address}/api/file/1/content`, { headers: { authorization } })
      await expect(reply.arrayBuffer()).rejects.toThrow()
    } finally {
      await dig.close()
      await storage.close()
    }
  })
})
