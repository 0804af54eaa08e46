import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listenHere } from '../testing/listen-here.js'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

/** Makes the application `dig` with four finds, two of each import. */
async function makeDig({ run, folder }: TestTerminal): Promise<void> {
  const words = ['app', 'create', 'dig', '--definition', 'A dig', '--email', 'ada@dig.example']
  expect((await run(...words, '--password', 'a-trowel-for-tests')).code).toBe(0)
  await writeFile(join(folder, 'finds.csv'), 'inv_no,material\nF1,bone\nF2,clay\n')
  const importFinds = ['import', 'finds.csv', '--app', 'dig', '--table', 'finds']
  expect(await run(...importFinds, '--create-table')).toMatchObject({ code: 0 })
  expect(await run(...importFinds)).toMatchObject({ code: 0 })
}

describe.each(oneEngine)('trowel changes (%s)', (engine) => {
  let terminal: TestTerminal
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    await makeDig(terminal)
  })
  afterAll(() => terminal.close())

  test('follows what a running service saves', async () => {
    const { run, environment } = terminal
    const made = await run('key', 'create', '--app', 'dig', '--label', 'follower', '--privilege', '30')
    const key = /trw_\S+/.exec(made.printed)?.[0] ?? ''
    const { address, stop } = await listenHere({ ...environment, TROWEL_PORT: '0' })
    const follow = (...more: string[]) => run('changes', 'follow', '--url', address, ...more)
    try {
      const two = await follow('--api-key', key, '--after', '0', '--count', '2')
      const sets = two.printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const made = '2 records in Finds'
      expect([two.code, sets.map(({ title }) => title)]).toEqual([0, [made, made]])
      expect(sets.map(({ origin }) => origin)).toEqual(['import', 'import'])
      const [{ id }] = sets
      expect((await follow('--api-key', key, '--after', `${id}`, '--count', '1')).printed).toBe(
        `${two.printed.trim().split('\n')[1]}\n`,
      )
      expect(await follow('--api-key', 'trw_none')).toMatchObject({ code: 1 })
      expect(await follow()).toMatchObject({ code: 2, noted: expect.stringContaining('TROWEL_API_KEY') })
      expect((await follow('--api-key', key, '--after', 'now')).code).toBe(2)
    } finally {
      await stop()
    }
    expect(await follow('--api-key', key)).toMatchObject({
      code: 2,
      noted: expect.stringContaining('does not answer'),
    })
  })

  test('lists change sets, shows one and undoes one', async () => {
    const { run } = terminal
    const listed = await run('changes', 'list', '--app', 'dig', '--table', 'sys_cfg_tables')
    expect(listed).toMatchObject({ code: 0, noted: expect.stringContaining('in all') })
    const id = /^\d+/m.exec(listed.printed)?.[0] ?? ''
    const shown = await run('changes', 'show', id, '--app', 'dig')
    expect(shown).toMatchObject({ code: 0, printed: expect.stringContaining('configuration') })
    expect(await run('changes', 'list', '--app', 'dig', '--to', '2001-01-01')).toMatchObject({
      code: 0,
      noted: expect.stringContaining('0 in all'),
    })
    expect((await run('changes', 'list', '--app', 'dig', '--from', 'yesterday')).code).toBe(1)
    expect((await run('changes', 'show', '999999', '--app', 'dig')).code).toBe(1)
    expect((await run('changes', 'show', 'newest', '--app', 'dig')).code).toBe(2)
    expect((await run('changes', 'list')).code).toBe(2)
    const newest = await run('changes', 'list', '--app', 'dig', '--table', 'finds')
    const set = /^\d+/m.exec(newest.printed)?.[0] ?? ''
    const tried = await run('changes', 'undo', set, '--app', 'dig', '--preview')
    expect(tried).toMatchObject({ code: 0, noted: expect.stringContaining('Nothing was changed') })
    const undone = await run('changes', 'undo', set, '--app', 'dig')
    const end = expect.stringMatching(/Change set \d+/)
    expect(undone).toMatchObject({ code: 0, printed: tried.printed, noted: end })
    expect(await run('changes', 'undo', set, '--app', 'dig')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('undone already'),
    })
    const purge = ['changes', 'purge', '--app', 'dig', '--before', '2999-01-01']
    expect(await run(...purge)).toMatchObject({ code: 2, noted: expect.stringContaining('--preview') })
    const seen = await run(...purge, '--preview')
    expect(seen).toMatchObject({ code: 0, noted: expect.stringContaining('would go') })
    expect((await run('changes', 'undo', 'all', '--app', 'dig')).code).toBe(2)
    expect((await run('changes', 'undo', set, '--app', 'dig', '--conflicts', 'lose')).code).toBe(2)
    const gone = await run(...purge, '--yes')
    expect(gone).toMatchObject({ code: 0, printed: seen.printed, noted: expect.stringContaining('went') })
    expect(await run('changes', 'list', '--app', 'dig')).toMatchObject({
      noted: expect.stringContaining('0 in all'),
    })
  })
})
