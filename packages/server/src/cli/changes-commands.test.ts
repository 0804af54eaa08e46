import { describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal } from '../testing/open-terminal.js'

describe.each(oneEngine)('trowel changes (%s)', (engine) => {
  test('lists change sets, shows one and undoes one', async () => {
    const terminal = await openTerminal(engine)
    try {
      const { run } = terminal
      expect((await run('demo', 'load')).code).toBe(0)
      const listed = await run('changes', 'list', '--app', 'demo', '--table', 'sys_cfg_tables')
      expect(listed).toMatchObject({ code: 0, noted: expect.stringContaining('in all') })
      const id = /^\d+/m.exec(listed.printed)?.[0] ?? ''
      const shown = await run('changes', 'show', id, '--app', 'demo')
      expect(shown).toMatchObject({ code: 0, printed: expect.stringContaining('configuration') })
      expect(await run('changes', 'list', '--app', 'demo', '--to', '2001-01-01')).toMatchObject({
        code: 0,
        noted: expect.stringContaining('0 in all'),
      })
      expect((await run('changes', 'list', '--app', 'demo', '--from', 'yesterday')).code).toBe(1)
      expect((await run('changes', 'show', '999999', '--app', 'demo')).code).toBe(1)
      expect((await run('changes', 'show', 'newest', '--app', 'demo')).code).toBe(2)
      expect((await run('changes', 'list')).code).toBe(2)
      const newest = await run('changes', 'list', '--app', 'demo', '--table', 'sys_rs')
      const set = /^\d+/m.exec(newest.printed)?.[0] ?? ''
      const tried = await run('changes', 'undo', set, '--app', 'demo', '--preview')
      expect(tried).toMatchObject({ code: 0, noted: expect.stringContaining('Nothing was changed') })
      const undone = await run('changes', 'undo', set, '--app', 'demo')
      const end = expect.stringMatching(/Change set \d+/)
      expect(undone).toMatchObject({ code: 0, printed: tried.printed, noted: end })
      expect(await run('changes', 'undo', set, '--app', 'demo')).toMatchObject({
        code: 1,
        noted: expect.stringContaining('undone already'),
      })
      expect((await run('changes', 'undo', 'all', '--app', 'demo')).code).toBe(2)
      expect((await run('changes', 'undo', set, '--app', 'demo', '--conflicts', 'lose')).code).toBe(2)
    } finally {
      await terminal.close()
    }
  }, 90_000)
})
