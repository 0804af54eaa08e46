import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { errorCodes } from '@trowel/contract/errors.js'
import { fieldTypes } from '@trowel/contract/model/field-types.js'
import { operators } from '@trowel/contract/model/operators.js'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitSettings } from '../../config.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

const site = new URL('../../../../../docs/site/dist/', import.meta.url)
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
)
const read = (path: string): string => readFileSync(new URL(path, site), 'utf8')
/** Addresses in a page, as files of the site with what stands behind `#`. */
const linksOf = (page: string): { readonly path: string; readonly slug: string | undefined }[] =>
  [...read(page).matchAll(/ (?:href|src)="(?![a-z]+:)([^"]*)"/g)].map(([, link = '']) => {
    const { href, hash } = new URL(link, new URL(page, site))
    const path = href.slice(site.href.length, hash === '' ? undefined : -hash.length)
    return { path: decodeURI(path), slug: hash === '' ? undefined : decodeURIComponent(hash.slice(1)) }
  })

describe('the documentation', () => {
  test('has a page for each setting, operator, error code and type of field', () => {
    const wanted = [
      ...Object.values(limitSettings).map(({ name }) => `settings/trowel_limit_${name.toLowerCase()}`),
      ...Object.keys(operators).map((name) => `operators/${name}`),
      ...Object.keys(errorCodes).map((code) => `errors/${code}`),
      ...Object.keys(fieldTypes).map((name) => `field-types/${name}`),
    ]
    expect(wanted.filter((name) => !pages.includes(`reference/${name}.html`))).toEqual([])
    expect(read('reference/errors/validation_failed.html')).toContain('What is checked')
  })

  test('leads from its first page to every guide and every page of the API', () => {
    const led = new Set(linksOf('index.html').map(({ path }) => path))
    expect(pages.filter((page) => /^(guides|api)\//.test(page) && !led.has(page))).toEqual([])
  })

  test('leads nowhere else than to its own pages and their headings, without a server of others', () => {
    const slugs = new Map(
      pages.map((page) => [
        page,
        new Set([...read(page).matchAll(/ id="([^"]+)"/g)].map(([, slug]) => slug)),
      ]),
    )
    const lost = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ path, slug }) =>
          slug === undefined ? !existsSync(new URL(path, site)) : !slugs.get(path)?.has(slug),
        )
        .map(({ path, slug }) => `${page} → ${path}#${slug}`),
    )
    expect(lost).toEqual([])
    expect(pages.filter((page) => /<(?:script|link|img)[^>]*(?:src|href)="https?:/.test(read(page)))).toEqual(
      [],
    )
  })

  test('is searched in titles and texts', () => {
    const index = MiniSearch.loadJSON<{ path: string }>(read('search.json'), {
      fields: ['title', 'page', 'text'],
      storeFields: ['title', 'page', 'path', 'start'],
    })
    expect(index.search('harris matrix').map(({ path }) => String(path))).toContain(
      'guides/stratigraphy.html',
    )
    expect(index.search('validation_failed')[0]?.['path']).toBe('reference/errors/validation_failed.html')
  })
})

describe.each(oneEngine)('the service shows its documentation (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test.each([
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/guides/first-dig.html', 'text/html; charset=utf-8'],
    ['/docs/site.css', 'text/css; charset=utf-8'],
    ['/docs/site.js', 'application/javascript; charset=utf-8'],
    ['/docs/minisearch.js', 'application/javascript; charset=utf-8'],
    ['/docs/search.json', 'application/json; charset=utf-8'],
  ])('at %s, to everybody', async (address, type) => {
    const reply = await dig.get(address)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, type])
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  test('and leads there without the last stroke', async () => {
    const reply = await dig.get('/docs')
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/docs/'])
  })

  test.each(['/docs/nothing.html', '/docs/.made', '/docs/..%2fbuild.mjs', '/docs/guides'])(
    'has no page %s',
    async (address) => {
      const reply = await dig.get(address)
      expect([reply.statusCode, reply.json().status]).toEqual([404, 'error'])
    },
  )
})
