import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileStorages, openFileStorage, type TestFileStorage } from '../../testing/object-server.js'
import { type Dig, openDig } from '../../testing/open-dig.js'
import { installWidget, removeWidget } from './service.js'

const module = 'export default { mount(container, value) { container.textContent = value } } // Öfen'
const bytes = (text: string) => new TextEncoder().encode(text)

describe.each(fileStorages)('widgets in %s', (name) => {
  let storage: TestFileStorage
  let dig: Dig
  beforeAll(async () => {
    storage = await openFileStorage(name)
    dig = await openDig('sqlite', storage.environment)
  })
  afterAll(async () => {
    await dig.close()
    await storage.close()
  })

  const install = (widget: string, content: string) =>
    installWidget('dig', dig.services.binaries, widget, bytes(content))
  const list = async () => (await dig.get('/api/widgets', 'reader')).json()

  test('none are there at first', async () => {
    expect(await list()).toEqual({ status: 'success', widgets: [] })
  })

  test('are listed by name and served so that nobody else can use them', async () => {
    await install('section-drawing', module)
    await install('munsell-chip', module)
    expect(await list()).toEqual({ status: 'success', widgets: ['munsell-chip', 'section-drawing'] })
    const reply = await dig.get('/api/widget/munsell-chip', 'reader')
    expect([reply.statusCode, reply.body]).toEqual([200, module])
    expect(reply.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
    const again = await dig.request(
      {
        method: 'GET',
        url: '/api/widget/munsell-chip',
        headers: { 'if-none-match': String(reply.headers.etag) },
      },
      'reader',
    )
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('another module in its place has another tag, and a removed one is gone', async () => {
    await install('changing', module)
    const before = (await dig.get('/api/widget/changing', 'reader')).headers.etag
    await install('changing', `${module} and more`)
    expect((await dig.get('/api/widget/changing', 'reader')).headers.etag).not.toBe(before)
    await removeWidget('dig', dig.services.binaries, 'changing')
    expect((await dig.get('/api/widget/changing', 'reader')).statusCode).toBe(404)
  })

  test.each([
    ['upper case', 'Munsell', 400, 'invalid_widget_name'],
    ['a way out of the folder', '..%2Ffiles%2F1', 400, 'invalid_widget_name'],
    ['the name of a file', 'munsell-chip.js', 400, 'invalid_widget_name'],
    ['NUL', 'a%00', 400, 'invalid_widget_name'],
    ['a widget that is not there', 'nope', 404, 'widget_not_found'],
  ])('%s is refused', async (_case, widget, status, code) => {
    const reply = await dig.get(`/api/widget/${widget}`, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('somebody who waits to be let in gets neither list nor module', async () => {
    for (const url of ['/api/widgets', '/api/widget/munsell-chip'])
      expect((await dig.get(url)).statusCode).toBe(401)
  })

  test.each([
    ['a name that none can have', 'Munsell.js', module, 'invalid_widget_name'],
    ['what exports nothing', 'plain', 'alert(1)', 'unsupported_media_type'],
    ['too much', 'large', `${module}${' '.repeat(1024 * 1024)}`, 'too_large'],
  ])('%s is not installed', async (_case, widget, content, code) => {
    await expect(install(widget, content)).rejects.toMatchObject({ code })
  })

  test('what is no UTF-8 is not installed', async () => {
    const broken = Uint8Array.from([...bytes(module), 0xff])
    await expect(installWidget('dig', dig.services.binaries, 'broken', broken)).rejects.toMatchObject({
      code: 'unsupported_media_type',
    })
  })
})

describe('the folder of the widgets', () => {
  let dig: Dig
  let folder: string
  beforeEach(async () => {
    dig = await openDig('sqlite')
    folder = join(dig.service.dataFolder, 'applications', 'dig', 'widgets')
    mkdirSync(folder, { recursive: true })
  })
  afterEach(() => dig.close())

  test('takes what whoever runs the server puts there; other files are passed over', async () => {
    writeFileSync(join(folder, 'mine.js'), module)
    for (const other of ['README.md', 'Mine.js', 'a b.js', '.js', 'mine.js.bak'])
      writeFileSync(join(folder, other), module)
    mkdirSync(join(folder, 'folder.js'))
    expect((await dig.get('/api/widgets', 'reader')).json().widgets).toEqual(['mine'])
    expect((await dig.get('/api/widget/mine', 'reader')).body).toBe(module)
    expect((await dig.get('/api/widget/folder', 'reader')).statusCode).toBe(404)
  })

  test('a link that leads out of it is no widget', async () => {
    const secret = join(dig.service.dataFolder, 'outside.js')
    writeFileSync(secret, 'export default "a secret"')
    symlinkSync(secret, join(folder, 'leading-out.js'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.js'))
    expect((await dig.get('/api/widgets', 'reader')).json().widgets).toEqual([])
    for (const widget of ['leading-out', 'dangling']) {
      const reply = await dig.get(`/api/widget/${widget}`, 'reader')
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'widget_not_found'])
    }
    rmSync(secret)
  })
})
