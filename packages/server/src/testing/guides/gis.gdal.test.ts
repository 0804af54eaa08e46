import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { type Guide, openGuide } from './open-guide.js'
import { placeContexts } from './place-contexts.js'

describe('the guide on GIS programs', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  test('reads alive with the programs of GDAL', async () => {
    const [, read = ''] = codeBlocks('docs/guides/gis.md', 'sh')
    const client = await guide.serve()
    await placeContexts(client)
    for (const id of [1, 2, 3, 4, 5, 6])
      await client.records.update('contexts', id, { core: { chrono_label: id === 2 ? 'c4 BCE' : 'c2 CE' } })
    const said = await guide.run(read)
    expect(said).toMatch(/^1: contexts \(title: Contexts\)/m)
    // All of them, those in the box, those of the years.
    const counts = [...said.matchAll(/^Feature Count: (\d+)$/gm)].map(([, count]) => Number(count))
    expect(counts).toEqual([6, 1, 1])
    const db = new DatabaseSync(join(guide.folder, 'contexts.gpkg'))
    expect(db.prepare('SELECT count(*) AS n FROM contexts').get()?.['n']).toBe(6)
    db.close()
    const { features } = JSON.parse(await readFile(join(guide.folder, 'walls.geojson'), 'utf8'))
    expect(features).toMatchObject([{ properties: { ctx_no: 'C5' } }])
  })
})
