import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { answersIn, type Guide, openGuide } from './open-guide.js'

describe('the guide on schema texts', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
    await guide.serve()
  })
  afterAll(() => guide.close())

  test('fetches the schema of an application, and has it looked at', async () => {
    const [lines = ''] = codeBlocks('docs/guides/dbml.md', 'sh')
    const [looked] = answersIn(await guide.run(lines))
    expect(await readFile(join(guide.folder, 'dig.dbml'), 'utf8')).toContain('Table finds {')
    expect(looked).toMatchObject({
      status: 'success',
      preview: { tables: expect.arrayContaining([expect.objectContaining({ name: 'finds' })]) },
    })
  })
})
