import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from './code-blocks.js'
import { beginWalk, type Walk } from './sdk/walk.js'

const run = promisify(execFile)
/** Debian's packages of libraries are for the Python of the system. */
const python = '/usr/bin/python3'

describe('the guide for Python', () => {
  let walk: Walk
  let folder: string
  beforeAll(async () => {
    walk = await beginWalk()
    folder = await mkdtemp(join(tmpdir(), 'trowel-python-'))
  })
  afterAll(async () => {
    await walk.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('does what it shows', async () => {
    const { apiKeys, files, records, history } = walk.client
    const { key } = await apiKeys.create({ label: 'Notebooks', privilege: 10 })
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'sienna' } })
    await picture.jpeg().toFile(join(folder, 'F-1907.jpg'))
    await writeFile(join(folder, 'guide.py'), codeBlocks('docs/guides/python.md', 'python').join('\n'))
    const env = { ...process.env, TROWEL_URL: files.url({ url: '' }).replace(/\/$/, ''), TROWEL_KEY: key }
    const { stdout } = await run(python, ['guide.py'], { cwd: folder, env })
    for (const words of ['validation_failed', '2 finds', '100 g', 'F-1907']) expect(stdout).toContain(words)
    const { data } = await records.list('finds', {
      filter: { inv_no: { _in: ['F1', 'F-1907'] } },
      columns: '*',
    })
    expect(data).toMatchObject([
      { inv_no: 'F1', weight_g: 3.2 },
      { inv_no: 'F-1907', material: 'copper alloy', weight_g: 12 },
    ])
    expect((await records.read('finds', data[1]?.id ?? 0)).files).toMatchObject([{ filename: 'F-1907' }])
    const notes = (await history.changeSets({ user: '*' })).data.map(({ note }) => note)
    expect(notes).toContain('Weights corrected by the new calibration of the scales')
  })
})
