import { open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../testing/open-database.js'
import { killLeftovers, type ServiceProcess, startService } from './testing/service-process.js'
import { logIn, makeApplication, sessionAt } from './testing/session.js'
import { makeStoredData, type StoredData } from './testing/stored-data.js'

describe.runIf(engines.includes('sqlite'))('a database file that is damaged', () => {
  let data: StoredData
  let file: string
  let backup: string
  beforeEach(async () => {
    data = await makeStoredData('sqlite')
    file = join(data.settings['TROWEL_DATA'] ?? '', 'applications', 'dig', 'trowel.sqlite')
    const service = await startService(settings())
    const session = await makeApplication(service.url, 'sqlite')
    for (let k = 0; k < 60; k++) {
      await session.must('POST', '/api/record/contexts', {
        core: { ctx_no: `C${k}`, notes: 'amber '.repeat(2000) },
      })
    }
    backup = (await session.must('POST', '/api/backups')).file
    await sessionAt(service.url).must('POST', '/api/new-app', other)
    await service.stop()
  })
  afterEach(async () => {
    killLeftovers()
    await data.remove()
  })

  const settings = () => ({ ...data.settings, TROWEL_ALLOW_NEW_APP: '1' })
  const account = { email: 'ada@dig.example', password: 'opus reticulatum' }
  const other = { name: 'other', definition: 'Another dig', db_engine: 'sqlite', ...account }
  const readyOf = async ({ url }: ServiceProcess) => sessionAt(url).ask('GET', '/readyz')

  test.each([
    ['of 0 bytes', () => truncate(file, 0)],
    [
      'that holds something else',
      () => writeFile(file, 'these are not the bytes of a database '.repeat(500)),
    ],
    ['with its middle overwritten', () => overwriteMiddle()],
  ])(
    '%s is named with its backup, is never an empty application, and others go on',
    async (_what, damage) => {
      await damage()
      const service = await startService(settings())
      await expect.poll(() => service.output()).toContain(`trowel backup restore --app dig ${backup}`)
      const { status, body } = await readyOf(service)
      expect([status, body.status]).toEqual([200, 'warning'])
      expect(body.damaged).toMatchObject([{ app: 'dig', text: expect.stringContaining(backup) }])
      await sessionAt(service.url).must('POST', '/api/auth/login', { app: 'other', ...account })
      await service.stop()
    },
  )

  test('refuses every request, and comes back with its newest backup', async () => {
    await truncate(file, 0)
    const service = await startService(settings())
    await expect(logIn(service.url)).rejects.toThrow('is damaged or empty')
    await rm(join(file, '..', '..', 'other'), { recursive: true })
    expect(await readyOf(service)).toMatchObject({
      status: 503,
      body: { code: 'overloaded', detail: 'damaged' },
    })
    await service.stop()

    await rename(file, `${file}.damaged`)
    const again = await startService(settings())
    await makeNew(again.url)
    const { token } = await sessionAt(again.url).must('POST', '/api/auth/login', { app: 'dig', ...account })
    const session = sessionAt(again.url, token)
    await session.must('POST', '/api/admin/check-password', { pwd: account.password })
    await session.must('POST', `/api/backup/${backup}/restore`)
    const digger = await logIn(again.url)
    expect((await digger.must('GET', '/api/records/contexts')).total).toBe(60)
    expect((await readyOf(again)).status).toBe(200)
    await again.stop()
  })

  const makeNew = (url: string) => sessionAt(url).must('POST', '/api/new-app', { ...other, name: 'dig' })

  const overwriteMiddle = async () => {
    const handle = await open(file, 'r+')
    const { size } = await handle.stat()
    const from = Math.floor(size / 2 / 4096) * 4096
    await handle.write(Buffer.alloc(64 * 1024, 0x5a), 0, 64 * 1024, from)
    await handle.close()
  }
})
