import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from './code-blocks.js'
import { type Guide, openGuide } from './guides/open-guide.js'

const page = 'docs/guides/python.md'
const run = promisify(execFile)
/** Debian's packages of libraries are for the Python of the system. */
const python = '/usr/bin/python3'

describe('the guide for Python', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  test('does what it shows', async () => {
    const { folder } = guide
    const [makeKey = ''] = codeBlocks(page, 'sh')
    const key = /trw_vallelunga\.\S+/.exec(await guide.run(makeKey))?.[0] ?? ''
    const { records, history } = await guide.serve()
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'sienna' } })
    await picture.jpeg().toFile(join(folder, 'F-1907.jpg'))
    await writeFile(join(folder, 'guide.py'), codeBlocks(page, 'python').join('\n'))
    const env = { ...process.env, TROWEL_URL: guide.variables['URL'], TROWEL_KEY: key }
    const { stdout } = await run(python, ['guide.py'], { cwd: folder, env })
    for (const words of ['validation_failed', '2 finds', '100.0 g', 'F-1907']) expect(stdout).toContain(words)
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
