import { cp, mkdtemp, open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../testing/open-database.js'
import { type RunningService, startServiceHere } from './testing/service-process.js'
import { logIn, makeApplication, sessionAt } from './testing/session.js'
import { makeStoredData, type StoredData } from './testing/stored-data.js'

describe.runIf(engines.includes('sqlite'))('a database file that is damaged', () => {
  /** As it was before the damage, to be copied. */
  let whole: StoredData
  let backup: string
  let folder: string
  let file: string
  beforeAll(async () => {
    whole = await makeStoredData('sqlite')
    const service = await startServiceHere({ ...whole.settings, TROWEL_ALLOW_NEW_APP: '1' })
    const session = await makeApplication(service.url, 'sqlite')
    for (let k = 0; k < 20; k++) {
      await session.must('POST', '/api/record/contexts', {
        core: { ctx_no: `C${k}`, notes: 'amber '.repeat(6000) },
      })
    }
    backup = (await session.must('POST', '/api/backups')).file
    await sessionAt(service.url).must('POST', '/api/new-app', other)
    await service.stop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-damaged-'))
    await cp(whole.settings['TROWEL_DATA'] ?? '', folder, { recursive: true })
    file = join(folder, 'applications', 'dig', 'trowel.sqlite')
  })
  afterEach(() => rm(folder, { recursive: true }))
  afterAll(() => whole.remove())

  const start = () => startServiceHere({ TROWEL_DATA: folder, TROWEL_ALLOW_NEW_APP: '1' })
  const account = { email: 'ada@dig.example', password: 'opus reticulatum' }
  const other = { name: 'other', definition: 'Another dig', db_engine: 'sqlite', ...account }
  const readyOf = async ({ url }: RunningService) => sessionAt(url).ask('GET', '/readyz')

  /** The damaged application is named with its backup, and the other one goes on. */
  async function expectNamed(service: RunningService): Promise<void> {
    await expect.poll(() => service.output()).toContain(`trowel backup restore --app dig ${backup}`)
    const { status, body } = await readyOf(service)
    expect([status, body.status]).toEqual([200, 'warning'])
    expect(body.damaged).toMatchObject([{ app: 'dig', text: expect.stringContaining(backup) }])
    await sessionAt(service.url).must('POST', '/api/auth/login', { app: 'other', ...account })
  }

  test.each([
    [
      'that holds something else',
      () => writeFile(file, 'these are not the bytes of a database '.repeat(500)),
    ],
    ['with its middle overwritten', () => overwriteMiddle()],
  ])(
    '%s is named with its backup, is never an empty application, and others go on',
    async (_what, damage) => {
      await damage()
      const service = await start()
      await expectNamed(service)
      await service.stop()
    },
  )

  test('of 0 bytes is so too, refuses every request, and comes back with its newest backup', async () => {
    await truncate(file, 0)
    const service = await start()
    await expectNamed(service)
    await expect(logIn(service.url)).rejects.toThrow('is damaged or empty')
    await rm(join(file, '..', '..', 'other'), { recursive: true })
    expect(await readyOf(service)).toMatchObject({
      status: 503,
      body: { code: 'overloaded', detail: 'damaged' },
    })
    await service.stop()

    await rename(file, `${file}.damaged`)
    const again = await start()
    await makeNew(again.url)
    const { token } = await sessionAt(again.url).must('POST', '/api/auth/login', { app: 'dig', ...account })
    const session = sessionAt(again.url, token)
    await session.must('POST', '/api/admin/check-password', { pwd: account.password })
    await session.must('POST', `/api/backup/${backup}/restore`)
    const digger = await logIn(again.url)
    expect((await digger.must('GET', '/api/records/contexts')).total).toBe(20)
    expect((await readyOf(again)).status).toBe(200)
    await again.stop()
  })

  test('that is gone is missed as long as something of its application is there', async () => {
    await rm(file)
    const service = await start()
    await expectNamed(service)
    expect((await readyOf(service)).body.damaged[0].text).toContain('Put trowel.sqlite back')
    await rm(join(file, '..'), { recursive: true })
    expect((await readyOf(service)).body).toMatchObject({ status: 'success' })
    await service.stop()
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
