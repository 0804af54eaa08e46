import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { openSecondNode } from '../../testing/second-node.js'
import { bytesOf, layDown, makeOne } from './testing/carry-backup.js'
import { OpenedBackup } from './testing/rewrite-backup.js'

const library = { type: 'group', refman_id: '501', name: 'Survey', api_key: 'KeyOfALibrary' }

describe.each(oneEngine)('a restore and the salt of the keys (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const restore = async (file: string) => {
    const reply = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(reply.statusCode, reply.body).toBe(200)
  }
  /** Sessions ended with the restore. */
  const hasKey = async () => {
    const login = { email: 'super_admin@dig.example', password: 'a-trowel-for-tests', app: 'dig' }
    const { token } = (await dig.post('/api/auth/login', login)).json()
    const headers = { authorization: `Bearer ${token}` }
    const reply = await dig.request({ method: 'GET', url: '/api/refman/libs', headers })
    return reply.json().libs[0].has_api_key
  }

  test('a backup brings its salt along, and with it what was encrypted', async () => {
    const { keySalt } = dig.application
    await dig.post('/api/refman/lib', library, 'super_admin')
    await restore(await makeOne(dig))
    expect(dig.application.keySalt).toBe(keySalt)
    expect(await hasKey()).toBe(true)
  })

  test.each([
    ['without a salt', []],
    ['whose salt no service made', [[1, 'x']]],
  ])('a backup %s gets a new one, on every node', async (_case, rows) => {
    const { keySalt } = dig.application
    const name = `dig-${engine}-7.zip`
    await dig.post('/api/refman/lib', library, 'super_admin')
    const backup = await OpenedBackup.open(await bytesOf(dig, await makeOne(dig)))
    backup.changeRows('sys_key_salt', () => rows)
    await layDown(dig, name, backup.bytes())
    const second = engine === 'pgsql' ? await openSecondNode(dig) : undefined
    try {
      expect(second?.application.keySalt ?? keySalt).toBe(keySalt)
      await restore(name)
      expect(dig.application.keySalt).toMatch(/^[0-9a-f]{64}$/)
      expect(dig.application.keySalt).not.toBe(keySalt)
      if (second)
        await vi.waitFor(() => expect(second.application.keySalt).toBe(dig.application.keySalt), 10_000)
      expect(await hasKey()).toBe(false)
    } finally {
      await second?.close()
    }
  })
})
