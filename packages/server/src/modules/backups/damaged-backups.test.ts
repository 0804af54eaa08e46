import { randomBytes } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { openFileStorage } from '../../testing/object-server.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import { bytesOf, makeOne } from './testing/carry-backup.js'

const [engine = 'sqlite'] = engines
const list = async (dig: Dig) => (await dig.get('/api/backups', 'admin')).json().backups

describe('a backup that is cut short after it was made', () => {
  test('is listed as verified no more, and is refused when it is restored', async () => {
    const dig = await openDig(engine)
    try {
      const file = await makeOne(dig)
      const [{ size }] = await list(dig)
      expect(await list(dig)).toMatchObject([{ file, verified: true }])
      const folder = join(dig.service.dataFolder, 'applications', 'dig', 'backups')
      await truncate(join(folder, file), Math.floor(size / 2))
      expect(await list(dig)).toMatchObject([{ file, verified: false, kind: 'database' }])
      const restored = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
      expect(restored.json()).toMatchObject({ code: 'error_backup_not_restored', detail: 'corrupt' })
    } finally {
      await dig.close()
    }
  })

  test('is listed as verified no more in object storage either', async () => {
    const storage = await openFileStorage('objects')
    const dig = await openDig(engine, storage.environment)
    try {
      const file = await makeOne(dig)
      const half = (await bytesOf(dig, file)).subarray(0, 500)
      const endpoint = storage.environment['AWS_ENDPOINT_URL'] ?? ''
      const client = new S3Client({ endpoint, forcePathStyle: true })
      const key = { Bucket: 'finds', Key: `trowel/tests/dig/backups/${file}` }
      await client.send(new PutObjectCommand({ ...key, Body: half }))
      client.destroy()
      expect(await list(dig)).toMatchObject([{ file, verified: false }])
    } finally {
      await dig.close()
      await storage.close()
    }
  })
})

describe('object storage that breaks off', () => {
  const megabyte = randomBytes(1024 * 1024)

  test('while a backup reads files: 503 that says so, and no backup is listed, also no half of one', async () => {
    const storage = await openFileStorage('objects')
    const dig = await openDig(engine, storage.environment)
    try {
      await sendFile(dig, '/api/record/finds/1/file', 'photo.bin', megabyte, 'writer')
      storage.breakAfter(200_000)
      const made = await dig.post('/api/backups', { files: true }, 'admin')
      expect([made.statusCode, made.json()]).toMatchObject([
        503,
        { code: 'error_backup', detail: 'files_unavailable' },
      ])
      expect(Number(made.headers['retry-after'])).toBeGreaterThan(0)
      storage.breakAfter(undefined)
      expect(await list(dig)).toEqual([])
      expect((await dig.post('/api/backups', { files: true }, 'admin')).statusCode).toBe(200)
    } finally {
      await dig.close()
      await storage.close()
    }
  })

  test('while a backup or a file is downloaded: 503 before the first byte, an end without success after it', async () => {
    const storage = await openFileStorage('objects')
    const dig = await openDig(engine, storage.environment)
    try {
      await sendFile(dig, '/api/record/finds/1/file', 'photo.bin', megabyte, 'writer')
      const file = await makeOne(dig, { files: true })
      const paths = [`/api/backup/${file}/download`, '/api/file/1/content']
      storage.breakAfter(0)
      for (const path of paths) {
        const reply = await dig.get(path, 'admin')
        expect([reply.statusCode, reply.json()]).toMatchObject([
          503,
          { code: 'overloaded', detail: 'files_unavailable' },
        ])
      }
      storage.breakAfter(200_000)
      for (const path of paths) await expect(dig.get(path, 'admin')).rejects.toThrow()
      expect((await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')).statusCode).toBe(503)
      storage.breakAfter(undefined)
      expect(await bytesOf(dig, file)).toHaveLength((await list(dig))[0].size)
    } finally {
      await dig.close()
      await storage.close()
    }
  })
})
