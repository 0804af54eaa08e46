import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeBlocks } from './code-blocks.js'
import { answersIn, type Guide, openGuide, superAdmin } from './guides/open-guide.js'
import { isLong } from './long-tests.js'

const [demo = '', , first = '', read = ''] = codeBlocks('README.md', 'sh')
const [overHttp = ''] = codeBlocks('docs/guides/over-http.md', 'sh')

describe('what README and the guide to HTTP show', { timeout: 120_000 }, () => {
  let guide: Guide
  beforeEach(async () => {
    guide = await openGuide()
    await writeFile(join(guide.folder, 'finds.csv'), 'Inventory,Material\nF1,bronze\nF2,bone\n')
  })
  afterEach(() => guide.close())

  // The journeys of the browser begin with the same, loaded by the command for it.
  if (isLong)
    test('brings the invented excavation', async () => {
      await guide.begin(demo)
      const account = { app: 'demo', email: 'demo@trowel.example', password: 'trowel-demo' }
      const { records } = await guide.enter(account)
      expect((await records.list('contexts')).total).toBeGreaterThan(20)
    })

  test('leads at the command line from nothing to the records of a key', async () => {
    const key = /trw_vallelunga\.\S+/.exec(await guide.begin(first))?.[0] ?? ''
    const { records } = await guide.enter({ ...superAdmin, email: 'ada@example.org' })
    expect((await records.list('finds')).total).toBe(2)
    const answers = answersIn(await guide.run(read.replace(/^KEY=\S+/, `KEY=${key}`)))
    expect(answers).toMatchObject([
      { status: 'success', total: 2 },
      { status: 'success', total: 1, data: [{ material: 'bronze' }] },
      { status: 'success', core: { inventory: { val: 'F1' } } },
    ])
  })

  test('leads by HTTP from nothing to the records of a key', async () => {
    await guide.begin('npm start')
    // The key is the one that was just made, not the one that stands there.
    const answers = answersIn(await guide.run(`${overHttp}\n${read.replace(/^KEY=.*$/m, '')}`))
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill('success'))
    expect(answers.slice(-4)).toMatchObject([
      { inserted: 2 },
      { total: 2, data: [{ inv_no: 'F1' }, { inv_no: 'F2' }] },
      { total: 1, data: [{ material: 'bronze' }] },
      { core: { inv_no: { val: 'F1' } } },
    ])
  })
})
