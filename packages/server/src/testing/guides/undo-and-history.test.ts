import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { commandsIn, type Guide, openGuide } from './open-guide.js'

const [block = '', purgeBlock = ''] = codeBlocks('docs/guides/undo-and-history.md', 'sh')

describe('the guide on undo and history', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  /** What an import of a find with this number is in the journal. */
  async function importFind(number: string): Promise<number> {
    await writeFile(join(guide.folder, 'finds.csv'), `inv_no\n${number}\n`)
    await guide.run('npx trowel import finds.csv --app vallelunga --table finds')
    return Number(inDatabase('SELECT max(id) AS id FROM sys_change_sets')?.['id'])
  }
  function inDatabase(statement: string) {
    const db = new DatabaseSync(join(guide.folder, 'data/applications/vallelunga/trowel.sqlite'))
    try {
      return db.prepare(statement).get()
    } finally {
      db.close()
    }
  }
  const date = (set: number, day: string) =>
    inDatabase(`UPDATE sys_change_sets SET time = ${Date.parse(day)} WHERE id <= ${set} RETURNING id`)
  const finds = (numbers: string) =>
    inDatabase(`SELECT count(*) AS n FROM finds WHERE inv_no IN (${numbers})`)?.['n']

  test('lists imports, shows one, and undoes it', async () => {
    date(await importFind('H1'), '2023-07-01')
    const set = await importFind('H2')
    const [list = '', ...rest] = commandsIn(block)
    expect((await guide.run(list)).match(/^\d+/gm)).toEqual([String(set)])
    const [show = '', preview = '', undo = ''] = rest.map((line) => line.replace('8123', String(set)))
    expect(await guide.run(show)).toContain('H2')
    await guide.run(preview)
    expect(finds("'H1', 'H2'")).toBe(2)
    await guide.run(undo)
    expect(finds("'H2'")).toBe(0)
  })

  test('forgets what is very old, after it said how much that is', async () => {
    const [preview = '', purge = ''] = commandsIn(purgeBlock)
    const sets = () => inDatabase('SELECT count(*) AS n FROM sys_change_sets')?.['n']
    const before = Number(sets())
    const said = await guide.run(`exec 2>&1\n${preview}`)
    expect([said, sets()]).toEqual([expect.stringContaining('would go'), before])
    expect(await guide.run(`exec 2>&1\n${purge}`)).toContain('change sets went')
    expect(Number(sets())).toBeLessThan(before)
    expect(finds("'H1'")).toBe(1)
  })
})
