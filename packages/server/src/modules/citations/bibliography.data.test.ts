import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { type ApiItem, openStandIn, type StandIn } from '../../testing/reference-manager.js'

const folder = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data', 'bibliography-csl')
const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(resolve(folder, name), 'utf8')) as T

interface Scenario {
  readonly library_type: string
  readonly library_id: number
  readonly last_version_before: number
  readonly last_version_after: number
  readonly changed_keys: readonly string[]
  readonly deleted_keys: readonly string[]
  readonly unchanged: number
}

/** 105 works about Latin and Greek in the words of science, before and after people worked on the library. */
describe.each(oneEngine)('a bibliography that changes (%s)', (engine) => {
  let dig: Dig
  let manager: StandIn
  let before: readonly ApiItem[]
  let csl: readonly { readonly title: string }[]
  let scenario: Scenario
  let libId: number
  beforeAll(async () => {
    before = await read('items.refman-api.json')
    csl = await read('items.csl.json')
    scenario = await read('sync-scenario.json')
    manager = await openStandIn()
    dig = await openDig(engine, { TROWEL_REFMAN_URL: manager.address })
    await offer(before, scenario.last_version_before)
    const library = { type: scenario.library_type, refman_id: scenario.library_id, name: 'Terminology' }
    libId = (await dig.post('/api/refman/lib', library, 'admin')).json().id
  })
  afterAll(async () => {
    await dig.close()
    await manager.close()
  })

  /** The library as the files have it; each work also as CSL-JSON, which the files have by title. */
  async function offer(items: readonly ApiItem[], version: number) {
    const library = manager.library(`${scenario.library_type}s/${scenario.library_id}`)
    library.items.clear()
    library.version = version
    const byTitle = new Map(csl.map((work) => [work.title, work]))
    for (const item of items) {
      const work = byTitle.get(String(item.data['title']))
      library.items.set(item.key, work ? { ...item, csljson: work } : item)
    }
  }
  const links = async () =>
    (await dig.get('/api/refman/links/finds/1', 'reader')).json<{ links: Record<string, unknown>[] }>().links
  const detachedKeys = async () =>
    (await links()).filter(({ detached }) => detached === 1).map(({ refman_key: key }) => String(key))

  test('every work can be cited, with whoever made it and when', async () => {
    for (const { key } of before) {
      const body = { tb: 'finds', record_id: 1, lib_id: libId, refman_key: key }
      const reply = await dig.post('/api/refman/link', body, 'writer')
      expect([key, reply.statusCode]).toEqual([key, 200])
    }
    const cited = await links()
    expect(cited).toHaveLength(105)
    for (const { author_year: short } of cited) expect(short).toMatch(/^\S.* (18|19|20)\d\d$/)
    expect(cited.find(({ refman_key: key }) => key === 'NIAIZKTS')).toMatchObject({
      author_year: 'Díez Arroyo 2013',
      refman_version: 343,
    })
    expect((await dig.post('/api/refman/sync', undefined, 'admin')).json()).toMatchObject({
      updated: 0,
      detached: 0,
      unchanged: 105,
      errors: 0,
      total: 105,
    })
  })

  test('what changed is refreshed, what was deleted is detached, everything else stays', async () => {
    const after = await read<readonly ApiItem[]>('items.refman-api.after.json')
    await offer(after, scenario.last_version_after)
    const asked = manager.requests.length
    const { changed_keys: changed, deleted_keys: deleted, unchanged } = scenario
    expect((await dig.post('/api/refman/sync/finds/1', undefined, 'writer')).json()).toEqual({
      status: 'success',
      updated: changed.length,
      detached: deleted.length,
      unchanged,
      errors: 0,
    })
    expect(manager.requests.length - asked).toBe(3)
    expect((await detachedKeys()).sort()).toEqual([...deleted].sort())
    const versions = new Map(after.map(({ key, version }) => [key, version]))
    for (const { refman_key: key, refman_version: version } of await links()) {
      expect(version).toBe(versions.get(String(key)) ?? before.find((item) => item.key === key)?.version)
    }
    expect((await dig.post('/api/refman/sync', undefined, 'admin')).json()).toMatchObject({
      updated: 0,
      detached: 0,
      unchanged: 105,
    })
  })

  test('what comes back is attached again', async () => {
    await offer(before, scenario.last_version_after + 1)
    const counts = (await dig.post('/api/refman/sync', undefined, 'admin')).json()
    const { changed_keys: changed, deleted_keys: deleted } = scenario
    expect(counts).toMatchObject({ updated: changed.length + deleted.length, detached: 0, errors: 0 })
    expect(await detachedKeys()).toEqual([])
  })

  test('the works leave as they came, in every format', async () => {
    const file = (format: string) => dig.get(`/api/refman/export/finds?format=${format}`, 'reader')
    const works = (await file('csljson')).json<{ id: string; title: string }[]>()
    expect(works.map(({ title }) => title).sort()).toEqual(csl.map(({ title }) => title).sort())
    expect((await file('bibtex')).body.match(/^@/gm)).toHaveLength(105)
    const ris = (await file('ris')).body
    expect(ris.match(/^TY {2}- /gm)).toHaveLength(105)
    for (const { title } of csl) expect(ris).toContain(`- ${title.replace(/\s+/g, ' ').trim()}`)
  })
})
