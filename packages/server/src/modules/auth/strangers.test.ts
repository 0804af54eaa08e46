import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { engines, openDig, password } from '../../testing/open-dig.js'

describe.each([...engines])('whoever is not known (%s)', (engine) => {
  test('makes nothing by naming an application, in whatever form', async () => {
    const dig = await openDig(engine)
    const everything = async () => [
      await dig.services.storage.applications(),
      (await readdir(dig.service.dataFolder, { recursive: true })).filter(
        (name) => !/-(wal|shm)$/.test(name),
      ),
    ]
    const before = await everything()
    const forged = (app: string) =>
      `Bearer ${['{"alg":"HS256"}', JSON.stringify({ app })].map((part) => Buffer.from(part).toString('base64url')).join('.')}.x`
    for (const app of ['pompeii', '../pompeii', '/pompeii', 'dig/../pompeii', '.', '']) {
      const login = await dig.post('/api/auth/login', { email: 'a@dig.example', password, app })
      expect([login.statusCode, login.json().code]).toEqual([404, 'app_not_found'])
      const asked = await dig.request({
        method: 'GET',
        url: '/api/info/app',
        headers: { authorization: forged(app) },
      })
      expect(asked.statusCode).toBe(401)
      await dig.get(`/api/upgrade/status?app=${encodeURIComponent(app)}`)
      await dig.get(`/api/auth/oauth/google/redirect?app=${encodeURIComponent(app)}`)
    }
    expect(await everything()).toEqual(before)
    await dig.close()
  })

  test('calls nothing by the name of a function', async () => {
    const dig = await openDig(engine)
    for (const url of [
      '/?obj=user_ctrl&method=deleteOne&id=2',
      '/index.php?obj=user_ctrl&method=change_pwd&id=1&pwd=x',
      '/api/?controller=users&action=removeUser&id=2',
      '/api/users/removeUser?id=2',
      '/api/user/constructor',
      '/api/__proto__',
    ]) {
      for (const as of [undefined, 'reader', 'super_admin'] as const) {
        const reply = await dig.request({ method: 'POST', url }, as)
        expect([url, reply.statusCode >= 404 && reply.statusCode < 500]).toEqual([url, true])
      }
    }
    expect((await dig.get('/api/users', 'admin')).json().users).toHaveLength(6)
    await dig.close()
  })
})
