import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

describe.each(oneEngine)('the web client (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each(['/', '/login', '/setup', '/app/dig', '/app/dig/records/finds', '/app/dig/record/finds/1'])(
    'is one page for every address that a person may open: %s',
    async (address) => {
      const page = await dig.get(address)
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.body).toContain('<div id="root"></div>')
    },
  )

  test('runs nothing but its own scripts, and styles with a nonce that is another one each time', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const page = await dig.get('/')
        const policy = String(page.headers['content-security-policy'])
        expect(policy).toMatch(/default-src 'none'; script-src 'self';/)
        expect(policy).not.toMatch(/unsafe/)
        const [, nonce] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? []
        expect(page.body).toContain(`content="${nonce}"`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
    expect((await dig.get('/')).headers['cache-control']).toBe('no-cache')
  })

  test('may ask the servers that the map layers of its application come from, and no others', async () => {
    const layer = { label: 'a layer', layertype: 'base' }
    const layers = [
      { ...layer, type: 'tiles', path: 'https://tiles.example.org/{z}/{x}/{y}.png' },
      { ...layer, type: 'tiles', path: 'https://tiles.example.org/other/{z}/{x}/{y}.png' },
      {
        ...layer,
        type: 'wms',
        path: 'https://reader:secret@maps.example.org:8443/wms?map=a;b',
        wmslayers: 'a',
      },
    ]
    const policyOf = async (address: string) =>
      String((await dig.get(address)).headers['content-security-policy'])
    const before = await policyOf('/app/dig/map')
    expect(before).not.toMatch(/http/)
    await dig.put('/api/config/geoface', layers, 'super_admin')
    const servers = 'https://tiles.example.org https://maps.example.org:8443'
    for (const address of ['/app/dig', '/app/dig/map']) {
      const policy = await policyOf(address)
      expect(policy).toContain(`img-src 'self' data: blob: ${servers};`)
      expect(policy).toContain(`connect-src 'self' ${servers};`)
      expect(policy.split('https:')).toHaveLength(5)
      expect(policy).not.toMatch(/secret/)
    }
    for (const elsewhere of ['/', '/login', '/app/another/map'])
      expect(await policyOf(elsewhere)).not.toMatch(/http/)
    await dig.put('/api/config/geoface', [], 'super_admin')
    expect(await policyOf('/app/dig/map')).not.toMatch(/http/)
  })

  test('brings its files, which browsers keep for good', async () => {
    const { body } = await dig.get('/')
    const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const reply = await dig.get(file)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['cache-control']).toMatch(/max-age=31536000, immutable/)
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    }
  })

  test('has a service worker beside its pages, which knows every file of this release and no address of the API', async () => {
    const worker = await dig.get('/service-worker.js')
    expect([worker.statusCode, worker.headers['content-type'], worker.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    const page = await dig.get('/')
    const files = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1])
    for (const file of files) expect(worker.body).toContain(`"${file}"`)
    expect(worker.body).not.toMatch(/\/api\//)
  })

  test.each(['/assets/none.js', '/assets/../index.html', '/assets/%2e%2e/%2e%2e/.tsbuildinfo', '/assets/'])(
    'has no other file: %s',
    async (address) => {
      const reply = await dig.get(address)
      expect([reply.statusCode, reply.json().status]).toEqual([404, 'error'])
    },
  )

  test('has a frame for widgets that belongs to no origin and can send nothing', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const frame = await dig.get('/widget-frame')
        expect([frame.statusCode, frame.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        const policy = String(frame.headers['content-security-policy'])
        expect(policy).toMatch(/^default-src 'none';/)
        expect(policy).toContain('sandbox allow-scripts;')
        expect(policy).toContain("frame-ancestors 'self'")
        expect(policy).not.toMatch(/allow-same-origin|connect-src|https?:|script-src[^;]*'self'|unsafe-eval/)
        const [, nonce] = /script-src 'nonce-([^']+)' blob:/.exec(policy) ?? []
        expect(frame.body).toContain(`<script nonce="${nonce}">`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(2)
  })

  test('leaves the addresses of the API alone', async () => {
    const reply = await dig.get('/api/nothing')
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'route_not_found'])
  })
})
