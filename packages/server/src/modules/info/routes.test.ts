import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

describe.each(oneEngine)('information (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const info = { status: 'success', version: '5.0.0', changelog_md: '# 5.0.0\n' }

  test('everybody is told the version of the service', async () => {
    expect((await dig.get('/api/info')).json()).toEqual({ ...info, project_version: null })
  })

  test('whoever has a token is told the version of his application too', async () => {
    expect((await dig.get('/api/info', 'reader')).json()).toEqual({ ...info, project_version: '5.0.0' })
    expect((await dig.get('/api/info', 'key30')).json().project_version).toBe('5.0.0')
  })

  test('a bad token counts as none', async () => {
    for (const authorization of ['Bearer x.y.z', 'Bearer trw_dig.0', 'Basic x']) {
      const reply = await dig.request({ method: 'GET', url: '/api/info', headers: { authorization } })
      expect([reply.statusCode, reply.json()]).toEqual([200, { ...info, project_version: null }])
    }
  })

  test('the application is described to those who enter it', async () => {
    expect((await dig.get('/api/info/app', 'self_writer')).json()).toEqual({
      status: 'success',
      name: 'DIG',
      title: null,
      definition: 'A small dig',
      color: 'indigo',
      logo: null,
      cover: null,
      cover_point: null,
      app: 'dig',
      app_status: 'on',
      engine,
      version: '5.0.0',
      project_version: '5.0.0',
      user: {
        id: dig.userId('self_writer'),
        name: 'self_writer',
        email: 'self_writer@dig.example',
        app: 'dig',
        privilege_value: 25,
        can_write: true,
      },
    })
    expect((await dig.get('/api/info/app', 'reader')).json().user.can_write).toBe(false)
    const reply = await dig.get('/api/info/app')
    expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })
})
