import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileStorages, openFileStorage, type TestFileStorage } from '../../testing/object-server.js'
import type { BinaryPlace, BinaryStorage } from './binary-storage.js'
import { openBinaries } from './open-binaries.js'
import { writeDown } from './write-down.js'

const place = (name: string, app = 'dig'): BinaryPlace => ({ app, area: 'files', name })

async function* inPieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe.each(fileStorages)('bytes in %s', (name) => {
  let storage: TestFileStorage
  let dataFolder: string
  let binaries: BinaryStorage
  beforeAll(async () => {
    storage = await openFileStorage(name)
  })
  afterAll(() => storage.close())
  beforeEach(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'trowel-binaries-'))
    binaries = await openBinaries({ dataFolder, filesUrl: storage.environment['TROWEL_FILES_URL'] })
  })
  afterEach(async () => {
    for await (const { name: each } of binaries.list('dig', 'files')) await binaries.remove(place(each))
    await binaries.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  const contentOf = async (of: BinaryPlace) => {
    const stream = await binaries.read(of)
    return stream && (await buffer(stream))
  }
  const names = async (app = 'dig') => {
    const found: string[] = []
    for await (const each of binaries.list(app, 'files')) found.push(each.name)
    return found.sort()
  }
  const waiting = () =>
    existsSync(join(dataFolder, 'incoming')) ? readdirSync(join(dataFolder, 'incoming')) : []

  test.each([0, 1, 70_000, 20 * 1024 * 1024])('%i bytes are read as they were kept', async (length) => {
    const bytes = randomBytes(length)
    await binaries.put(place('a.bin'), inPieces(bytes, 300_000))
    expect((await contentOf(place('a.bin')))?.equals(bytes)).toBe(true)
    expect(await binaries.head(place('a.bin'))).toEqual({ size: length, modified: expect.any(Date) })
    expect(waiting()).toEqual([])
  })

  test('a file of the spool is taken over', async () => {
    const path = await binaries.spool.newPath()
    await writeDown(path, inPieces(Buffer.from('drawn on 12 June')))
    await binaries.adopt(place('b.txt'), path)
    expect(String(await contentOf(place('b.txt')))).toBe('drawn on 12 June')
    expect(waiting()).toEqual([])
  })

  test('a part is read as a part', async () => {
    await binaries.put(place('c.txt'), inPieces(Buffer.from('0123456789')))
    const stream = await binaries.read(place('c.txt'), { first: 3, last: 5 })
    expect(stream && String(await buffer(stream))).toBe('345')
  })

  test('of what is empty the part without a byte is read, and of what is not there nothing', async () => {
    await binaries.put(place('empty.txt'), inPieces(Buffer.alloc(0)))
    const nothing = { first: 0, last: -1 }
    const stream = await binaries.read(place('empty.txt'), nothing)
    expect(stream && (await buffer(stream)).length).toBe(0)
    expect(await binaries.read(place('none.txt'), nothing)).toBeUndefined()
  })

  test('what comes later under a name takes the place of what was there', async () => {
    await binaries.put(place('d.txt'), inPieces(Buffer.from('a longer text than the second')))
    await binaries.put(place('d.txt'), inPieces(Buffer.from('second')))
    expect(String(await contentOf(place('d.txt')))).toBe('second')
  })

  test.each([
    ['../secret', 'dig'],
    ['../../../secret', 'dig'],
    ['/etc/hostname', 'dig'],
    ['a/b.txt', 'dig'],
    ['a\\..\\b.txt', 'dig'],
    ['..', 'dig'],
    ['', 'dig'],
    ['a\0b', 'dig'],
    ['x'.repeat(256), 'dig'],
    ['a.txt', '../dig'],
    ['a.txt', ''],
  ])('the name %j of application %j leads nowhere', async (leading, app) => {
    const at = place(leading, app)
    await expect(binaries.put(at, inPieces(Buffer.from('x')))).rejects.toMatchObject({
      problem: 'invalid_name',
    })
    const path = await binaries.spool.newPath()
    await writeDown(path, inPieces(Buffer.from('x')))
    await expect(binaries.adopt(at, path)).rejects.toMatchObject({ problem: 'invalid_name' })
    expect([await binaries.head(at), await binaries.read(at), await binaries.bringHere(at)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await binaries.remove(at)
    expect(await names()).toEqual([])
    await rm(path)
  })

  test('what breaks off is not kept', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield randomBytes(100_000)
      throw new Error('the line went dead')
    }
    await expect(binaries.put(place('e.bin'), broken())).rejects.toThrow('the line went dead')
    expect(await names()).toEqual([])
    expect(waiting()).toEqual([])
  })

  test('what is not there is undefined, and removing it is no error', async () => {
    expect(await binaries.head(place('none'))).toBeUndefined()
    expect(await binaries.read(place('none'))).toBeUndefined()
    expect(await binaries.bringHere(place('none'))).toBeUndefined()
    await binaries.remove(place('none'))
  })

  test('applications and areas are apart', async () => {
    await binaries.put(place('f.txt'), inPieces(Buffer.from('one')))
    await binaries.put(place('f.txt', 'dig_two'), inPieces(Buffer.from('two')))
    await binaries.put({ app: 'dig', area: 'previews', name: 'f.webp' }, inPieces(Buffer.from('small')))
    expect([await names(), await names('dig_two'), await names('di')]).toEqual([['f.txt'], ['f.txt'], []])
    await binaries.remove(place('f.txt', 'dig_two'))
    expect(await names('dig_two')).toEqual([])
  })

  test('all names are listed, with their sizes', async () => {
    const many = Array.from({ length: 25 }, (_, k) => `${k}.txt`)
    await Promise.all(many.map((each) => binaries.put(place(each), inPieces(Buffer.from(each)))))
    expect(await names()).toEqual([...many].sort())
    for await (const { name: each, size } of binaries.list('dig', 'files')) expect(size).toBe(each.length)
  })

  test('bytes are brought to this machine and let go of again', async () => {
    await binaries.put(place('g.txt'), inPieces(Buffer.from('near')))
    const local = await binaries.bringHere(place('g.txt'))
    expect(local && String(await readFile(local.path))).toBe('near')
    await local?.release()
    expect(String(await contentOf(place('g.txt')))).toBe('near')
    expect(waiting()).toEqual([])
  })

  test('of the spool only what nobody works on any more is swept', async () => {
    const own = await binaries.spool.newPath()
    writeFileSync(own, 'mine')
    const gone = own.replace(/-\d+-/, '-999999999-')
    const elsewhere = own.replace(/[^/]*-\d+-/, 'otherhost-17-')
    const longAgo = elsewhere.replace('-17-', '-18-')
    for (const path of [gone, elsewhere, longAgo]) writeFileSync(path, 'left')
    utimesSync(longAgo, new Date(0), new Date(0))
    await binaries.spool.sweep()
    expect([own, gone, elsewhere, longAgo].map((path) => existsSync(path))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  test('it can be reached', async () => {
    await expect(binaries.ping()).resolves.toBeUndefined()
  })
})

test('what is no plain file in a folder is not there, and nobody waits for it', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trowel-binaries-'))
  const binaries = await openBinaries({ dataFolder, filesUrl: undefined })
  await binaries.put(place('a.txt'), inPieces(Buffer.from('x')))
  const folder = join(dataFolder, 'applications', 'dig', 'files')
  mkdirSync(join(folder, 'folder.txt'))
  symlinkSync(join(folder, 'a.txt'), join(folder, 'link.txt'))
  execFileSync('mkfifo', [join(folder, 'pipe.txt')])
  for (const name of ['folder.txt', 'link.txt', 'pipe.txt']) {
    const at = place(name)
    expect([await binaries.head(at), await binaries.read(at), await binaries.bringHere(at)], name).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
  await binaries.remove(place('folder.txt'))
  await binaries.close()
  await rm(dataFolder, { recursive: true })
})

describe('a storage that cannot be used', () => {
  let storage: TestFileStorage
  beforeAll(async () => {
    storage = await openFileStorage('objects')
  })
  afterEach(() => Object.assign(process.env, storage.environment))
  afterAll(() => storage.close())

  test.each([
    ['a bucket that is not there', 's3://coins/x', {}, /no such bucket/],
    [
      'an unknown key',
      's3://finds',
      { AWS_ACCESS_KEY_ID: 'nobody' },
      /access is denied.*AWS_SECRET_ACCESS_KEY/,
    ],
    [
      'no server',
      's3://finds',
      { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' },
      /cannot be reached.*AWS_ENDPOINT_URL/,
    ],
  ])('%s is told at the start', async (_what, filesUrl, variables, sentence) => {
    Object.assign(process.env, variables)
    const opening = openBinaries({ dataFolder: tmpdir(), filesUrl })
    await expect(opening).rejects.toMatchObject({
      problem: 'files_unavailable',
      message: expect.stringMatching(sentence),
    })
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('S3RVER') })
  })
})
