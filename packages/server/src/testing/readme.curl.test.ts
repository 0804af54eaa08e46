import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from './code-blocks.js'
import { beginWalk, type Walk } from './sdk/walk.js'

const run = promisify(execFile)

// What guides show runs beside what it is about: schema texts, webhooks, relations, SQL, the SDK, Python.
describe('what README and the guide to HTTP show', () => {
  let walk: Walk
  let folder: string
  beforeAll(async () => {
    walk = await beginWalk()
    folder = await mkdtemp(join(tmpdir(), 'trowel-readme-'))
  })
  afterAll(async () => {
    await walk.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('leads in a shell from nothing to the records of a key', async () => {
    const asked = codeBlocks('README.md', 'sh').find((block) => block.startsWith('KEY=')) ?? ''
    const [made = ''] = codeBlocks('docs/guides/over-http.md', 'sh')
    // The key is the one that was just made, not the one that stands there.
    const words = `set -eu -o pipefail\n${made}\n${asked.replace(/^KEY=.*$/m, '')}`
    await writeFile(join(folder, 'finds.csv'), 'Inventory,Material\nF1,bronze\nF2,bone\n')
    const script = words.replaceAll(
      'http://127.0.0.1:8530',
      walk.client.files.url({ url: '' }).replace(/\/$/, ''),
    )
    const { stdout } = await run('bash', ['-c', script], { cwd: folder })
    const answers = stdout
      .split(/(?<=\})(?=\{)/)
      .map((text): { status: string; [key: string]: unknown } => JSON.parse(text))
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill('success'))
    expect(answers.slice(-4)).toMatchObject([
      { inserted: 2 },
      { total: 2, data: [{ inv_no: 'F1' }, { inv_no: 'F2' }] },
      { total: 1, data: [{ material: 'bronze' }] },
      { core: { inv_no: { val: 'F1' } } },
    ])
  })
})
