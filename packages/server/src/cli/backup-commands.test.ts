import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal } from '../testing/open-terminal.js'

describe.each(oneEngine)('trowel backup (%s)', (engine) => {
  test('makes, lists, verifies and restores', async () => {
    const terminal = await openTerminal(engine)
    try {
      const { run, folder } = terminal
      const made = await run(
        'app',
        'create',
        'tell',
        '--definition',
        'T',
        '--email',
        'a@b.example',
        '--password',
        'long enough',
      )
      expect(made.code).toBe(0)
      const none = await run('backup', 'list', '--app', 'tell')
      expect(none).toMatchObject({ code: 0, printed: '', noted: expect.stringContaining('backup create') })
      const created = await run('backup', 'create', '--app', 'tell', '--files')
      expect(created).toMatchObject({ code: 0, noted: expect.stringContaining('compared') })
      const file = created.printed.trim()
      expect((await run('backup', 'list', '--app', 'tell')).printed).toMatch(
        new RegExp(`${file} .* archive +verified +command line`),
      )
      expect((await run('backup', 'verify', file, '--app', 'tell')).code).toBe(0)
      expect(await run('backup', 'restore', file, '--app', 'tell')).toMatchObject({
        code: 0,
        noted: expect.stringMatching(/before: tell-\S+\.zip/),
      })
      const shelf = join(folder, 'data', 'applications', 'tell', 'backups')
      expect(readdirSync(shelf)).toContain(file)
      copyFileSync(join(shelf, file), join(folder, 'carried.zip'))
      expect((await run('backup', 'restore', './carried.zip', '--app', 'tell')).code).toBe(0)
      writeFileSync(join(folder, 'broken.zip'), 'no backup')
      for (const command of ['verify', 'restore']) {
        expect(await run('backup', command, './broken.zip', '--app', 'tell')).toMatchObject({
          code: 1,
          noted: expect.stringContaining('no backup of this service'),
        })
      }
      expect((await run('backup', 'verify', 'nowhere/x.zip', '--app', 'tell')).code).toBe(1)
      expect((await run('backup', 'restore', 'tell-sqlite-1.zip', '--app', 'tell')).code).toBe(1)
      expect((await run('backup', 'create')).code).toBe(2)
    } finally {
      await terminal.close()
    }
  }, 90_000)
})
