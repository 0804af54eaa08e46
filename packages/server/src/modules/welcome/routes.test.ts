import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { id, sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { formOf } from '../../testing/send-file.js'

describe.each(oneEngine)('the welcome text (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const read = async () => (await dig.get('/api/welcome', 'reader')).json()

  test('of a new application says what it is', async () => {
    expect(await read()).toEqual({ status: 'success', content: '# DIG\n\nA small dig' })
  })

  test.each([
    ['Markdown with HTML', '# Öfen\n<b onclick="x()">8 June</b> <?php ?> 🏺\r\n\t'],
    ['nothing', ''],
    ['as much as may be', '🏺'.repeat(65_536)],
  ])('is kept as it was written: %s', async (_case, content) => {
    const reply = await dig.put('/api/welcome', { content }, 'admin')
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'success', code: 'ok_save' }])
    expect((await read()).content).toBe(content)
  })

  test.each([
    ['nothing at all', undefined, 400, 'parameter_missing'],
    ['no content', {}, 400, 'parameter_missing'],
    ['a number', { content: 1 }, 400, 'invalid_parameter'],
    ['a NUL character', { content: 'a\0' }, 400, 'invalid_parameter'],
    ['too much', { content: 'a'.repeat(65_537) }, 413, 'too_large'],
  ])('%s is refused', async (_case, body, status, code) => {
    const before = await read()
    const reply = await dig.put('/api/welcome', body, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await read()).toEqual(before)
  })

  const info = async () => (await dig.get('/api/info/app', 'reader')).json()

  test('has a title beside it, which stays where none is sent', async () => {
    expect(await info()).toMatchObject({ title: null })
    await dig.put('/api/welcome', { content: 'a', title: '  Poggio Falcone ' }, 'admin')
    await dig.put('/api/welcome', { content: 'b' }, 'admin')
    expect([await info(), await read()]).toMatchObject([{ title: 'Poggio Falcone' }, { content: 'b' }])
    const { apps } = (await dig.get('/api/auth/apps')).json()
    expect(apps).toMatchObject([{ name: 'DIG', title: 'Poggio Falcone' }])
    const long = await dig.put('/api/welcome', { content: 'c', title: 'x'.repeat(121) }, 'admin')
    expect([long.statusCode, long.json().code]).toEqual([400, 'invalid_parameter'])
    await dig.put('/api/welcome', { content: 'b', title: '' }, 'admin')
    expect(await info()).toMatchObject({ title: null })
  })

  test('of two who write it at once the second learns what is there, and what they left alone stays', async () => {
    const put = (body: object) => dig.put('/api/welcome', body, 'admin')
    const before = { content: (await read()).content }
    const replies = await Promise.all(['one', 'two'].map((content) => put({ content, before })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    const { content } = await read()
    const refused = replies.find(({ statusCode }) => statusCode === 412)?.json()
    expect(refused).toMatchObject({ code: 'stale_record', detail: { now: { content } } })
    const place = { content, cover_point: [0.5, 0.2] }
    expect((await put({ ...place, before: { ...before, cover_point: null } })).statusCode).toBe(200)
    expect((await put({ ...place, before: { cover_point: null } })).statusCode).toBe(200)
    expect(
      (await put({ content: '', title: 'x', cover_point: null, before: { title: 'y' } })).statusCode,
    ).toBe(412)
    expect((await put({ content: 'b', cover_point: null })).statusCode).toBe(200)
  })
})

describe.each(oneEngine)('pictures of the project (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const photograph = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#8f4923' } })
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 0/1 0/1' } })
      .jpeg()
      .toBuffer()
  const set = async (picture: string, content: Uint8Array | string, as: Role = 'admin') => {
    const form = await formOf([{ field: 'file', name: 'front.jpg', content }])
    return dig.request(
      {
        method: 'PUT',
        url: `/api/welcome/${picture}`,
        payload: form.payload,
        headers: { 'content-type': form.type },
      },
      as,
    )
  }
  const info = async () => (await dig.get('/api/info/app', 'reader')).json()
  const stored = async () => {
    const names: string[] = []
    for await (const { name } of dig.services.binaries.list('dig', 'pictures')) names.push(name)
    return names.sort()
  }

  test('are kept small, without what a camera noted, and read by everybody who may enter', async () => {
    expect(await info()).toMatchObject({ logo: null, cover: null })
    const reply = await set('cover', await photograph(3000, 1500))
    expect(reply.statusCode, reply.body).toBe(200)
    const { name } = reply.json()
    expect(await info()).toMatchObject({ logo: null, cover: name })
    const large = await dig.get('/api/welcome/cover', 'reader')
    expect([large.statusCode, large.headers['content-type']]).toEqual([200, 'image/webp'])
    const facts = await sharp(large.rawPayload).metadata()
    expect(facts).toMatchObject({ width: 1600, height: 800 })
    expect(facts.exif).toBeUndefined()
    const small = await dig.get('/api/welcome/cover?w=800', 'reader')
    expect((await sharp(small.rawPayload).metadata()).width).toBe(800)
    const again = await dig.request(
      { url: '/api/welcome/cover', headers: { 'if-none-match': String(large.headers['etag']) } },
      'reader',
    )
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  })

  test('take the place of those before, whose bytes go', async () => {
    await set('cover', await photograph(900, 300))
    const { name } = (await set('cover', await photograph(200, 100))).json()
    expect(await stored()).toEqual([`${name}.w1600.webp`, `${name}.w800.webp`])
    expect((await dig.delete('/api/welcome/cover', undefined, 'admin')).json().code).toBe('ok_save')
    expect([await info(), await stored()]).toMatchObject([{ cover: null }, []])
    const gone = await dig.get('/api/welcome/cover', 'reader')
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'not_found'])
    expect((await dig.delete('/api/welcome/cover', undefined, 'admin')).statusCode).toBe(404)
  })

  test('of the cover a point stays in sight, until another picture takes its place', async () => {
    const save = (cover_point: unknown) => dig.put('/api/welcome', { content: 'a', cover_point }, 'admin')
    await set('cover', await photograph(900, 300))
    expect(await info()).toMatchObject({ cover_point: null })
    expect((await save([0.5, 0.85])).statusCode).toBe(200)
    await dig.put('/api/welcome', { content: 'b' }, 'admin')
    await set('logo', await photograph(30, 30))
    expect(await info()).toMatchObject({ cover_point: [0.5, 0.85] })
    await save(null)
    expect(await info()).toMatchObject({ cover_point: null })
    await save([0, 1])
    await set('cover', await photograph(800, 300))
    expect(await info()).toMatchObject({ cover_point: null })
    for (const wrong of [[0.5], [0, 2], '0 1'])
      expect((await save(wrong)).json().code).toBe('invalid_parameter')
    for (const picture of ['logo', 'cover']) await dig.delete(`/api/welcome/${picture}`, undefined, 'admin')
  })

  test('stay where the service fails after they were stored', async () => {
    const rename = (from: string, to: string) =>
      dig.application.db.write((tx) => tx.run(sql`ALTER TABLE ${id(from)} RENAME TO ${id(to)}`), {
        schema: true,
      })
    await rename('sys_cfg_tables', 'elsewhere')
    const reply = await set('logo', await photograph(40, 40))
    expect([reply.statusCode, reply.json().detail]).toEqual([503, 'outcome_unknown'])
    await rename('elsewhere', 'sys_cfg_tables')
    await expect.poll(async () => (await dig.get('/api/welcome/logo', 'reader')).statusCode).toBe(200)
    await dig.delete('/api/welcome/logo', undefined, 'admin')
  })

  test.each<[string, Uint8Array | string, number, string]>([
    [
      'a drawing with scripts',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      415,
      'unsupported_media_type',
    ],
    ['a text', 'no picture', 415, 'unsupported_media_type'],
    ['nothing', '', 415, 'unsupported_media_type'],
  ])('%s is none', async (_what, content, status, code) => {
    const reply = await set('logo', content)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect([await info(), await stored()]).toMatchObject([{ logo: null }, []])
  })

  test('are refused by other names, and to others than administrators', async () => {
    const picture = await photograph(20, 20)
    const unknown = await set('portrait', picture)
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
    expect((await set('logo', picture, 'writer')).json().code).toBe('not_enough_privilege')
    expect((await dig.delete('/api/welcome/logo', undefined, 'writer')).statusCode).toBe(403)
    expect((await dig.get('/api/welcome/logo')).statusCode).toBe(401)
    expect((await dig.get('/api/welcome/cover?w=7', 'reader')).json().code).toBe('invalid_parameter')
  })
})
