import { readdir } from 'node:fs/promises'
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

  /** How many rows a table of a GeoPackage has. */
  function countIn(file: string, table: string): unknown {
    const db = new DatabaseSync(join(guide.folder, file))
    try {
      return db.prepare(`SELECT count(*) AS n FROM "${table}"`).get()?.['n']
    } finally {
      db.close()
    }
  }

  test('makes a key, and fetches GeoPackages with it', async () => {
    const [makeKey = '', , fetchFiles = ''] = codeBlocks('docs/guides/gis.md', 'sh')
    const key = /trw_vallelunga\.\S+/.exec(await guide.run(makeKey))?.[0] ?? ''
    await placeContexts(await guide.serve())
    guide.variables['KEY'] = key
    await guide.run(fetchFiles)
    const files = (await readdir(guide.folder)).filter((name) => name.endsWith('.gpkg')).sort()
    const [walls = '', all = ''] = [
      files.find((name) => name.includes('contexts')),
      files.find((name) => !name.includes('contexts')),
    ]
    expect(files).toEqual([walls, all].sort())
    expect(['contexts', 'contexts_point', 'finds'].map((table) => countIn(all, table))).toEqual([6, 6, 8])
    expect(['contexts', 'contexts_point'].map((table) => countIn(walls, table))).toEqual([1, 1])
  })
})
