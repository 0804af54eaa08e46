import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Images, openImages } from './images.js'

/** The processes of this one: out of /proc where there is one, for not every machine has `ps`. */
function processes(): { readonly pid: number; readonly command: string }[] {
  const own = `/proc/self/task/${process.pid}/children`
  if (existsSync(own)) {
    const pids = readFileSync(own, 'utf8').split(' ').filter(Boolean).map(Number)
    return pids.map((pid) => ({ pid, command: commandOf(pid) }))
  }
  const lines = execFileSync('ps', ['-ax', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines
    .map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line))
    .filter((match) => Number(match?.[2]) === process.pid)
    .map((match) => ({ pid: Number(match?.[1]), command: match?.[3] ?? '' }))
}

/** Empty for a process that has ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

const imageWorkers = (): number[] =>
  processes()
    .filter(({ command }) => command.includes('image-worker'))
    .map(({ pid }) => pid)

describe('processes for pictures', () => {
  let folder: string
  let images: Images
  /** Those of services that earlier files have left running. */
  let others: readonly number[]
  const workers = (): number[] => imageWorkers().filter((pid) => !others.includes(pid))
  beforeEach(async () => {
    others = imageWorkers()
    folder = await mkdtemp(join(tmpdir(), 'trowel-pictures-'))
    images = openImages({ maxPixels: 1e6, log: { warn: () => undefined } })
  })
  afterEach(async () => {
    await images.close()
    await rm(folder, { recursive: true, force: true })
  })

  const image = async (name: string, width: number, height: number) => {
    const path = join(folder, name)
    await sharp({ create: { width, height, channels: 3, background: '#963' } }).toFile(path)
    return path
  }

  test('none starts before the first picture, and a few serve many', async () => {
    expect(workers()).toEqual([])
    const path = await image('a.png', 300, 200)
    const made = Array.from({ length: 20 }, (_, k) => images.preview(path, join(folder, `${k}.webp`), 120))
    expect(new Set(await Promise.all(made))).toEqual(new Set(['made']))
    expect(workers().length).toBeLessThanOrEqual(2)
    expect(await sharp(join(folder, '19.webp')).metadata()).toMatchObject({ width: 120, height: 80 })
  })

  test('a picture whose process ends cannot be decoded; the next one has a new process', async () => {
    const path = await image('a.png', 900, 900)
    await images.describe(path)
    const [pid, ...more] = workers()
    expect(more).toEqual([])
    // Zero would be the whole group of this process.
    if (!pid) throw new Error('No process reads images.')
    const shrinking = images.shrink(path, join(folder, 'b.png'), 450)
    process.kill(pid, 'SIGKILL')
    expect(await shrinking).toBe('impossible')
    expect(await images.shrink(path, join(folder, 'c.png'), 450)).toEqual({ width: 450, height: 450 })
  })

  test('more pixels than allowed are described, not decoded', async () => {
    const path = await image('large.png', 1200, 1000)
    expect(await images.describe(path)).toMatchObject({ width: 1200, height: 1000 })
    expect(await images.preview(path, join(folder, 'a.webp'), 120)).toBe('impossible')
    expect(await images.shrink(path, join(folder, 'b.png'), 500)).toBe('impossible')
  })

  test.each([
    ['24 bits', 24, 'made'],
    ['32 bits', 32, 'made'],
    ['a size that lies', 0, 'impossible'],
  ] as const)('a bitmap of %s', async (_what, bits, outcome) => {
    const [width, height] = [5, 3]
    const stride = Math.ceil((width * (bits / 8)) / 4) * 4
    const bytes = Buffer.alloc(54 + stride * height, 0x40)
    bytes.fill(0, 0, 54)
    bytes.write('BM')
    bytes.writeUInt32LE(54, 10)
    bytes.writeUInt32LE(40, 14)
    bytes.writeInt32LE(bits === 0 ? 100_000 : width, 18)
    bytes.writeInt32LE(height, 22)
    bytes.writeUInt16LE(bits === 0 ? 24 : bits, 28)
    const path = join(folder, 'a.bmp')
    await writeFile(path, bytes)
    expect(await images.preview(path, join(folder, 'a.webp'), 120)).toBe(outcome)
  })

  test('a closed desk starts nothing and answers', async () => {
    const path = await image('a.png', 300, 200)
    const waiting = Array.from({ length: 5 }, (_, k) => images.preview(path, join(folder, `${k}.webp`), 120))
    await images.close()
    for (const outcome of await Promise.all(waiting))
      expect(['made', 'impossible', 'unavailable']).toContain(outcome)
    await expect.poll(workers).toEqual([])
  })
})
