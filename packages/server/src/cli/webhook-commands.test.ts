import { describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal } from '../testing/open-terminal.js'

describe.each(oneEngine)('trowel webhook (%s)', (engine) => {
  test('adds a webhook, lists it and its deliveries, and removes it', async () => {
    const terminal = await openTerminal(engine)
    try {
      const { run } = terminal
      const words = ['app', 'create', 'dig', '--definition', 'A dig', '--email', 'ada@dig.example']
      expect((await run(...words, '--password', 'a-trowel-for-tests')).code).toBe(0)
      const add = (url: string, ...more: string[]) => run('webhook', 'add', url, '--app', 'dig', ...more)
      const added = await add('https://8.8.8.8/x', '--as', 'ada@dig.example', '--operation', 'created')
      expect(added).toMatchObject({
        code: 0,
        noted: expect.stringContaining('Webhook 1 for ada@dig.example'),
      })
      expect(added.printed.trim()).toMatch(/^whsec_[\w+/]{43}=$/)
      expect(await run('webhook', 'list', '--app', 'dig')).toMatchObject({
        code: 0,
        printed: expect.stringMatching(/1 +https:\/\/8\.8\.8\.8\/x +everything +\S+ +active +0/),
      })
      expect((await run('webhook', 'deliveries', '1', '--app', 'dig')).code).toBe(0)
      const refused = await add('https://127.0.0.1/x', '--as', 'ada@dig.example')
      expect(refused).toMatchObject({ code: 1, noted: expect.stringContaining('TROWEL_WEBHOOK_HOSTS') })
      expect((await add('https://8.8.8.8/x', '--as', 'nobody@dig.example')).code).toBe(1)
      expect((await run('webhook', 'remove', 'first', '--app', 'dig')).code).toBe(2)
      expect((await run('webhook', 'remove', '1', '--app', 'dig')).code).toBe(0)
      expect((await run('webhook', 'deliveries', '1', '--app', 'dig')).code).toBe(1)
    } finally {
      await terminal.close()
    }
  })
})
