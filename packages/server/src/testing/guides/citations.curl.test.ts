import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { inventedWork } from '../invented-works.js'
import { openStandIn, type StandIn } from '../reference-manager.js'
import { answersIn, type Guide, openGuide } from './open-guide.js'

describe('the guide on citations', () => {
  let guide: Guide
  let manager: StandIn
  beforeAll(async () => {
    guide = await openGuide()
    manager = await openStandIn()
    await guide.layOut()
  })
  afterAll(async () => {
    await guide.close()
    await manager.close()
  })

  test('connects a library, cites out of it, and takes the bibliography along', async () => {
    const [connect = '', cite = '', take = ''] = codeBlocks('docs/guides/citations.md', 'sh')
    manager.library('groups/501').items.set('Q7TZ4W9K', inventedWork('Q7TZ4W9K'))
    const { citations } = await guide.serve({ TROWEL_REFMAN_URL: manager.address })
    expect(answersIn(await guide.run(connect))).toMatchObject([{ status: 'success', id: 1 }])
    // The dig of the tests has fewer contexts.
    const [found, cited] = answersIn(await guide.run(cite.replace('"record_id":31', '"record_id":1')))
    expect(found).toMatchObject({ status: 'success', results: [{ key: 'Q7TZ4W9K' }] })
    expect(cited).toMatchObject({ status: 'success' })
    expect((await citations.links('contexts', 1)).links).toMatchObject([{ pages: '88-91' }])
    // A find of bronze.
    await citations.cite({ tb: 'finds', record_id: 4, lib_id: 1, refman_key: 'Q7TZ4W9K' })
    await guide.run(take)
    const bibliography = await readFile(join(guide.folder, 'bronze.bib'), 'utf8')
    expect(bibliography.match(/^@.*$/gm)).toEqual(['@book{g501-Q7TZ4W9K,'])
  })
})
