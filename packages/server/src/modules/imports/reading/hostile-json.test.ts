import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scanFeatureFile, scanFile } from './read-in-worker.js'

describe('a JSON file made to take all time and memory', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-json-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const fileWith = async (content: string): Promise<string> => {
    const path = join(folder, `${Math.random()}.json`)
    await writeFile(path, content)
    return path
  }
  const keys = (row: number) => Object.fromEntries([0, 1, 2].map((key) => [`k${row * 3 + key}`, key]))

  test('of rows that each have keys of their own is refused', async () => {
    const rows = Array.from({ length: 2000 }, (_, row) => keys(row))
    const path = await fileWith(JSON.stringify(rows))
    await expect(scanFile({ path, type: 'json' })).rejects.toThrow('more than 5000 different keys')
    const features = rows.map((properties) => ({ type: 'Feature', geometry: null, properties }))
    const map = await fileWith(JSON.stringify({ type: 'FeatureCollection', features }))
    await expect(scanFeatureFile(map)).rejects.toThrow('more than 5000 different keys')
  })

  test('of lists deep inside each other is refused with a sentence', async () => {
    const path = await fileWith(`[{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}]`)
    await expect(scanFile({ path, type: 'json' })).rejects.toThrow('row 1 has lists or objects too deep')
  })
})
