import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startService } from '../crash-tests/testing/service-process.js'
import { engines } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

describe.each(engines)('trowel files check (%s)', (engine) => {
  let terminal: TestTerminal
  beforeEach(async () => {
    terminal = await openTerminal(engine)
  })
  afterEach(() => terminal.close())

  test('and the lists work beside a running service, which alone writes', async () => {
    const { run, environment } = terminal
    expect((await run('demo', 'load')).code).toBe(0)
    const service = await startService({ ...environment, TROWEL_DATA: join(terminal.folder, 'data') })
    try {
      for (const words of ['files check', 'app list', 'user list --app demo', 'backup list --app demo']) {
        expect(await run(...words.split(' ')), words).toMatchObject({ code: 0 })
      }
      const mended = await run('files', 'check', '--mend')
      if (engine === 'pgsql') expect(mended.code).toBe(0)
      else
        expect(mended).toMatchObject({ code: 1, noted: expect.stringContaining('in use by another running') })
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    } finally {
      await service.stop()
    }
    expect(await run('files', 'check', '--mend')).toMatchObject({ code: 0 })
  })

  test('says what is wrong, mends what it can, and ends with 1 while anything is left', async () => {
    const { run } = terminal
    expect((await run('demo', 'load')).code).toBe(0)
    expect(await run('files', 'check')).toMatchObject({ code: 0, printed: '' })
    const folder = join(terminal.folder, 'data', 'applications', 'demo', 'files')
    writeFileSync(join(folder, 'stray.txt'), 'of nobody')
    const stray = await run('files', 'check', '--app', 'demo')
    expect(stray).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/stray\.txt +left over: bytes that/),
    })
    expect(stray.noted).toContain('--mend')
    expect(await run('files', 'check', '--mend')).toMatchObject({
      code: 0,
      printed: expect.stringContaining('left over: removed'),
    })
    const [first = ''] = readdirSync(folder)
    rmSync(join(folder, first))
    expect(await run('files', 'check', '--mend')).toMatchObject({
      code: 1,
      printed: expect.stringMatching(/demo +\d+ .*missing: its bytes are not there/),
    })
    expect((await run('files', 'check', '--app', 'none')).code).toBe(1)
  })
})
