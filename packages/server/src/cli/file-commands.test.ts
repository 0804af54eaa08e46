import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startService, startServiceHere } from '../crash-tests/testing/service-process.js'
import { makeApplication } from '../crash-tests/testing/session.js'
import { applicationName } from '../crash-tests/testing/stored-data.js'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

let terminal: TestTerminal
afterEach(() => terminal.close())

describe.each(oneEngine)('trowel files check (%s)', (engine) => {
  beforeEach(async () => {
    terminal = await openTerminal(engine)
  })

  test('and the lists work beside a running service, which alone writes', async () => {
    const { run, environment } = terminal
    environment['TROWEL_PASSWORD'] = 'opus reticulatum'
    const app = ['app', 'create', 'dig', '--definition', 'A dig', '--email', 'ada@example.org']
    expect(await run(...app)).toMatchObject({ code: 0 })
    const service = await startService({ ...environment, TROWEL_DATA: join(terminal.folder, 'data') })
    try {
      for (const words of ['files check', 'app list', 'user list --app dig', 'backup list --app dig']) {
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
})

describe.each(oneEngine)('trowel files check of what is stored (%s)', (engine) => {
  beforeEach(async () => {
    terminal = await openTerminal(engine)
  })

  test('says what is wrong, mends what it can, and ends with 1 while anything is left', async () => {
    const { run, environment } = terminal
    const service = await startServiceHere(environment)
    const session = await makeApplication(service.url, engine)
    await session.must('POST', '/api/record/contexts', { core: { ctx_no: 'C1' } })
    for (const name of ['section.txt', 'plan.txt']) {
      const form = new FormData()
      form.append('file', new Blob([`bytes of ${name}`]), name)
      expect((await session.upload('/api/record/contexts/1/file', form)).status).toBe(200)
    }
    await service.stop()
    expect(await run('files', 'check')).toMatchObject({ code: 0, printed: '' })
    const folder = join(terminal.folder, 'data', 'applications', applicationName, 'files')
    writeFileSync(join(folder, 'stray.txt'), 'of nobody')
    const stray = await run('files', 'check', '--app', applicationName)
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
      printed: expect.stringMatching(/dig +\d+ .*missing: its bytes are not there/),
    })
    expect((await run('files', 'check', '--app', 'none')).code).toBe(1)
  })
})
