import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { isLong } from '../long-tests.js'
import { commandsIn, type Guide, openGuide } from './open-guide.js'

const [pack = '', install = '', types = ''] = codeBlocks('docs/guides/sdk.md', 'sh')

describe('the guide on the SDK', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  // Another test packs it and does what its guide shows.
  if (isLong)
    test('packs and installs the package, by which a program reads as its own page says', async () => {
      // The program lies beside the checkout there, and elsewhere here.
      await guide.run(pack.replace(/-- \.\.$/m, `-- '${dirname(guide.folder)}'`))
      await guide.run(install)
      const [program = ''] = codeBlocks('packages/client/README.md', 'js')
      await guide.serve()
      const address = guide.variables['URL'] ?? ''
      await writeFile(join(guide.folder, 'program.mjs'), program.replace('http://127.0.0.1:8530', address))
      expect(await guide.run('TROWEL_KEY=$KEY node program.mjs')).toBe('F4 null\n')
      await guide.stop()
    })

  test('writes the same types on the machine and from elsewhere', async () => {
    const [here = '', elsewhere = ''] = commandsIn(types)
    const written = () => readFile(join(guide.folder, 'vallelunga.d.ts'), 'utf8')
    await guide.run(here)
    const first = await written()
    expect(first).toContain('Vallelunga')
    const { apiKeys } = await guide.serve()
    // What a key may not write is readonly in its types.
    const { key } = await apiKeys.create({ label: 'Types', privilege: 10 })
    await guide.run(elsewhere.replace('trw_…', key))
    expect(await written()).toBe(first)
  })
})
