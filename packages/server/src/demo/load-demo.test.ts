import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../catalogue/application.js'
import { mainTables } from '../catalogue/catalogue.js'
import { isWkt } from '../formats/wkt.js'
import { operatorScope } from '../http/operator-scope.js'
import type { Services } from '../http/services.js'
import { applySchema } from '../modules/configuration/dbml/service.js'
import { plain, schemaTextOf } from '../modules/configuration/testing/plain-configuration.js'
import { areaFolder } from '../storage/binaries/folder-binaries.js'
import { id, sql } from '../storage/sql.js'
import { compileProgram } from '../testing/compile-program.js'
import { isLong } from '../testing/long-tests.js'
import { oneEngine, openService, type TestService } from '../testing/open-dig.js'
import { typedProgram } from '../testing/typed-program.js'
import { readExcavation } from './demo-files.js'
import { demoApplication, demoPassword, loadDemo } from './load-demo.js'

interface FullRecord {
  readonly metadata: { readonly can_edit: boolean }
  readonly core: Record<string, { readonly val: unknown; readonly val_label: string | null }>
  readonly plugins: Record<
    string,
    { readonly metadata: { readonly curves?: { title: string }[] }; readonly data: readonly unknown[] }
  >
  readonly links: Record<string, { readonly tot: number }>
  readonly backlinks: Record<string, { readonly tot: number }>
  readonly manualLinks: Record<string, unknown>
  readonly files: readonly { readonly url: string; readonly ext: string }[]
  readonly geodata: Record<string, { readonly geometry: { readonly val: string }; readonly geojson: unknown }>
  readonly rs: Record<string, { readonly first: number; readonly second: number; readonly relation: number }>
}

/** What `demo/README.md` says there is, by the name in its first column. */
async function statedCounts(): Promise<Map<string, number>> {
  const readme = await readFile(new URL('../../../../demo/README.md', import.meta.url), 'utf8')
  return new Map(
    [...readme.matchAll(/^\| `([^`]+)` \|[^|]*\| (\d+) \|$/gm)].map(([, name, count]) => [
      String(name),
      Number(count),
    ]),
  )
}

/** Begins to load the excavation and breaks off. @returns applications and folders that this leaves behind */
async function leftByInterruption(services: Services): Promise<string[]> {
  const stop = (done: number) => {
    if (done > 30) throw new Error('out of patience')
  }
  await expect(loadDemo(services, { onProgress: stop })).rejects.toThrow('out of patience')
  const folders = await readdir(services.config.dataFolder)
  return [...(await services.applications.names()), ...folders.filter((name) => name.startsWith('.demo'))]
}

/** What its schema as text makes in an empty application is like it, relations and all. */
async function expectSchemaAgain({ services }: TestService, demo: Application): Promise<void> {
  const text = await schemaTextOf(operatorScope(services, demo))
  const copy = await services.applications.create('copy', {
    definition: 'A copy',
    superAdmin: { name: 'a', email: 'a@dig.example', passwordHash: 'none' },
  })
  const scope = () => operatorScope(services, copy)
  expect((await applySchema(scope(), text)).skipped).toEqual([])
  expect(await schemaTextOf(scope())).toBe(text)
  expect(plain(scope().catalogue)).toEqual(plain(demo.catalogue))
}

describe.each(oneEngine)('the invented excavation (%s)', (engine) => {
  let service: TestService
  let application: Application
  let counts: Map<string, number>
  let left: string[]
  const steps: [number, number][] = []
  const records = new Map<string, FullRecord[]>()
  const tokens = new Map<string, Promise<string>>()

  const login = async (level: string): Promise<string> => {
    const payload = { app: demoApplication, email: `${level}@trowel.example`, password: demoPassword }
    const reply = await service.server.inject({ method: 'POST', url: '/api/auth/login', payload })
    return reply.json<{ token: string }>().token
  }
  const get = async (url: string, level = 'reader') => {
    const token = tokens.get(level) ?? login(level)
    tokens.set(level, token)
    return service.server.inject({ url, headers: { authorization: `Bearer ${await token}` } })
  }

  const readFull = async (table: string, recordId: number): Promise<FullRecord> => {
    const reply = await get(`/api/record/${table}/${recordId}`)
    if (reply.statusCode !== 200) throw new Error(`${table} ${recordId}: ${reply.body}`)
    return reply.json()
  }

  beforeAll(async () => {
    // A request to the network would be refused there.
    service = await openService(engine, { TROWEL_REFMAN_URL: 'http://127.0.0.1:9' })
    left = await leftByInterruption(service.services)
    await loadDemo(service.services, { onProgress: (done, total) => steps.push([done, total]) })
    const opened = await service.services.applications.open(demoApplication)
    if (!opened) throw new Error('There is no application.')
    application = opened
    counts = await statedCounts()
    for (const table of mainTables(application.catalogue)) {
      const ids = await application.db.quick.all<{ id: number }>(
        sql`SELECT "id" FROM ${id(table.name)} ORDER BY "id"`,
      )
      const read: FullRecord[] = []
      for (let at = 0; at < ids.length; at += 8) {
        const some = ids.slice(at, at + 8)
        read.push(...(await Promise.all(some.map(({ id: recordId }) => readFull(table.name, recordId)))))
      }
      records.set(table.name, read)
    }
  }, 180_000)
  afterAll(() => service.close())

  const all = (table: string): readonly FullRecord[] => records.get(table) ?? []
  const countOf = async (table: string): Promise<number> =>
    (await application.db.quick.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${id(table)}`))?.n ?? 0

  test('has types that a program can rely on', async () => {
    const demo = (await get('/api/types', 'demo')).body
    expect(await compileProgram({ 'demo.ts': demo, 'program.ts': typedProgram })).toBe('')
  })

  test('has calibrated dates without anything being installed, and says with which curve', () => {
    const plugins = (records.get('contexts') ?? []).flatMap(
      ({ plugins }) => plugins['contexts_radiocarbon'] ?? [],
    )
    const dated = plugins.filter(({ data }) => data.length > 0)
    expect(dated.length).toBeGreaterThan(3)
    expect(new Set(dated.map(({ metadata }) => metadata.curves?.map(({ title }) => title).join()))).toEqual(
      new Set(['IntCal20']),
    )
  })

  test('there is as much of everything as its README says', async () => {
    const physical: Record<string, string> = {
      relations: 'sys_rs',
      links: 'sys_userlinks',
      geometries: 'sys_geodata',
      files: 'sys_files',
      'file links': 'sys_file_links',
      items: 'sys_vocabularies',
      queries: 'sys_queries',
      charts: 'sys_charts',
      analyses: 'sys_assemblage_analyses',
    }
    expect([...counts.keys()]).toEqual(expect.arrayContaining([...application.catalogue.tables.keys()]))
    for (const [name, count] of counts) {
      if (name === 'vocabularies' || name === 'revisions' || name === 'mistakes') continue
      expect([name, await countOf(physical[name] ?? name)]).toEqual([name, count])
    }
    const vocabularies = await application.db.quick.all(sql`SELECT DISTINCT "voc" FROM "sys_vocabularies"`)
    expect(vocabularies).toHaveLength(counts.get('vocabularies') ?? 0)
  })

  test('every record can be read, 2,000 and more', () => {
    const total = [...records.values()].reduce((sum, { length }) => sum + length, 0)
    expect(total).toBeGreaterThan(2000)
    for (const [table, read] of records) expect([table, read.length]).toEqual([table, counts.get(table)])
  })

  test('every lookup names a record', () => {
    for (const table of mainTables(application.catalogue)) {
      const lookups = [...table.fields.values()].filter((field) => field.idFromTable !== undefined)
      for (const { core } of all(table.name)) {
        for (const { name } of lookups) expect(core[name]?.val === null).toBe(core[name]?.val_label === null)
      }
    }
  })

  test('the relations contradict neither each other nor the dates, and use all ten kinds', async () => {
    const check = (await get('/api/rs/check?tb=contexts')).json<{
      readonly ok: boolean
      readonly groups: readonly unknown[]
      readonly redundant: readonly unknown[]
      readonly isolated: readonly unknown[]
    }>()
    expect([check.ok, check.isolated]).toEqual([true, []])
    expect(check.groups.length).toBeGreaterThan(10)
    expect(check.redundant.length).toBeGreaterThan(0)
    const kinds = all('contexts').flatMap(({ rs }) => Object.values(rs).map(({ relation }) => relation))
    expect(new Set(kinds).size).toBe(10)
  })

  test('a trench makes a matrix that can be shown: 40 to 60 contexts of several periods', async () => {
    const url = '/api/rs/matrix?tb=contexts&reduced=1&filter[trench][code][_eq]=C'
    const { nodes } = (await get(url)).json<{
      readonly nodes: readonly { in_filter: boolean; level: number; chrono_label: string | null }[]
    }>()
    const own = nodes.filter((node) => node.in_filter)
    expect(own.length).toBeGreaterThanOrEqual(40)
    expect(own.length).toBeLessThanOrEqual(60)
    expect(own.filter(({ chrono_label }) => chrono_label !== null).length).toBeGreaterThan(30)
    // Not one long chain: features stand side by side.
    expect(new Set(own.map(({ level }) => level)).size).toBeLessThan(0.8 * own.length)
  })

  test('places are read as text and as GeoJSON', () => {
    const places = ['sites', 'trenches', 'contexts', 'finds'].flatMap((table) =>
      all(table).flatMap(({ geodata }) => Object.values(geodata)),
    )
    expect(places).toHaveLength(counts.get('geometries') ?? 0)
    for (const { geometry, geojson } of places) {
      expect(isWkt(geometry.val)).toBe(true)
      expect(geojson).not.toBeNull()
    }
  })

  test('the pictures open, and nothing else lies in their folder', async () => {
    const files = all('drawings')
      .concat(all('photographs'), all('finds'))
      .flatMap((record) => record.files)
    expect(files.length).toBeGreaterThanOrEqual(30)
    for (const { url } of files) {
      const reply = await service.server.inject({ url: `/${url}` })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png'])
    }
    const folder = areaFolder(service.services.config.dataFolder, demoApplication, 'files')
    expect(await readdir(folder)).toHaveLength(counts.get('files') ?? 0)
    const left = (await readdir(service.services.config.dataFolder)).filter((name) =>
      name.startsWith('.demo'),
    )
    expect(left).toEqual([])
  })

  test('records lead to each other in every way there is', () => {
    const some = (table: string, hasIt: (record: FullRecord) => boolean) =>
      expect(all(table).some(hasIt)).toBe(true)
    some('contexts', ({ links }) => (links['finds']?.tot ?? 0) > 10)
    some('contexts', ({ backlinks }) => (backlinks['photographs']?.tot ?? 0) > 0)
    some('finds', ({ backlinks }) => (backlinks['burials']?.tot ?? 0) > 0)
    some('drawings', ({ manualLinks }) => Object.keys(manualLinks).length > 0)
    some('burials', ({ plugins }) => (plugins['burial_goods']?.data.length ?? 0) > 0)
    some('people', ({ core }) => core['name']?.val === 'Ελένη Παπαδάκη')
  })

  test('records that were revised have a history, and what was entered twice lies among the deleted', async () => {
    const bronze = all('finds').filter(({ core }) => String(core['notes']?.val).includes('X-ray'))
    expect(bronze.length).toBeGreaterThan(0)
    for (const { core } of bronze) {
      const { versions } = (await get(`/api/record/finds/${core['id']?.val}/versions`)).json<{
        readonly versions: readonly { readonly operation: string; readonly user_name: string }[]
      }>()
      expect(versions).toMatchObject([{ operation: 'update', user_name: 'Tommaso Ghirlandi' }])
    }
    expect((await get('/api/record/finds/deleted')).json()).toMatchObject({ total: counts.get('mistakes') })
  })

  test('its history goes back to the first day, by the people who entered it, and so do its earlier states', async () => {
    const setsOf = async (query: string) =>
      (await get(`/api/change-sets?user=*&per_page=200${query}`, 'demo')).json<{
        readonly total: number
        readonly data: readonly { readonly id: number; readonly time: string; readonly user_name: string }[]
      }>()
    const { total, data } = await setsOf('')
    expect((await setsOf('&from=2026-02-01')).total).toBe(0)
    const last = await setsOf(`&page=${Math.ceil(total / 200)}`)
    const times = [...data, ...last.data].map(({ time }) => time)
    expect(times).toEqual(times.toSorted().reverse())
    expect(times.at(-1)?.slice(0, 7)).toBe('2019-06')
    const people = new Set([...data, ...last.data].map((set) => set.user_name))
    const team = ['Livia Montefusco', 'Rosa Cattabriga', 'Tommaso Ghirlandi', 'Zoë Wörner']
    expect([...people].toSorted()).toEqual(team)
    for (const origin of ['form', 'import', 'links', 'map', 'files'])
      expect([origin, (await setsOf(`&origin=${origin}`)).total]).not.toEqual([origin, 0])
    // There was no season in 2020.
    expect((await setsOf('&from=2020-01-01&to=2020-12-31')).total).toBe(0)
    const totalAt = async (table: string, day: string) =>
      (await get(`/api/records/${table}?as_of=${day}`)).json<{ readonly total: number }>().total
    const seasons = ['2019', '2021', '2022', '2023', '2024', '2025'].map((year) => `${year}-12-31`)
    for (const table of ['contexts', 'finds']) {
      const totals = await Promise.all(seasons.map((day) => totalAt(table, day)))
      expect([table, totals]).toEqual([table, [...new Set(totals)].toSorted((one, other) => one - other)])
      expect(totals.at(-1)).toBe(counts.get(table))
    }
    expect((await get('/api/records/contexts?as_of=2019-01-01')).json()).toMatchObject({
      code: 'before_journal',
    })
  })

  test('every saved query finds something; a reader has the shared ones', async () => {
    const saved = async (level: string) =>
      (await get('/api/saved-queries', level)).json<{
        readonly queries: readonly {
          readonly tb: string
          readonly is_global: 0 | 1
          readonly query: object
        }[]
      }>().queries
    const queries = await saved('admin')
    expect(queries).toHaveLength(counts.get('queries') ?? 0)
    expect(await saved('reader')).toHaveLength(queries.filter((query) => query.is_global === 1).length)
    for (const { tb, query } of queries) {
      const reply = await service.server.inject({
        method: 'POST',
        url: `/api/records/${tb}`,
        headers: { authorization: `Bearer ${await tokens.get('reader')}` },
        payload: query,
      })
      expect([query, reply.json<{ readonly total: number }>().total]).toEqual([query, expect.any(Number)])
      expect(reply.json<{ readonly total: number }>().total).toBeGreaterThan(0)
    }
  })

  test('every chart and every analysis shows something to a reader', async () => {
    type Drawn = readonly { readonly name: string; readonly definition: object }[]
    const list = async <Key extends string>(path: string) =>
      (await get(path, 'reader')).json<Record<Key, Drawn>>()
    const show = async (path: string, definition: object) => {
      const headers = { authorization: `Bearer ${await tokens.get('reader')}` }
      return service.server.inject({ method: 'POST', url: path, headers, payload: { definition } })
    }
    const { charts } = await list<'charts'>('/api/charts')
    expect(charts).toHaveLength(counts.get('charts') ?? 0)
    for (const { name, definition } of charts) {
      const shown = (await show('/api/chart/data', definition)).json<{ value?: number; data?: number[] }>()
      expect([name, shown.value ?? shown.data?.length ?? 0]).toEqual([name, expect.toSatisfy((n) => n > 2)])
    }
    const { analyses } = await list<'analyses'>('/api/assemblages')
    expect(analyses).toHaveLength(counts.get('analyses') ?? 0)
    for (const { name, definition } of analyses) {
      const { groups, chars } = (await show('/api/assemblage/data', definition)).json<{
        readonly groups: readonly string[]
        readonly chars: readonly string[]
      }>()
      expect([name, groups.length > 2 && chars.length > 2]).toEqual([name, true])
    }
  })

  test('the grid of the survey lies over the map, and records are in its tiles', async () => {
    const { meta, geojson } = (await get('/api/geoface?tb=trenches')).json()
    const [{ label, type, path }] = meta.layers
    expect([label, type, geojson.features.length]).toEqual([
      'Survey grid, 10 m',
      'local',
      all('trenches').length,
    ])
    expect((await service.server.inject({ url: path })).json().features.length).toBeGreaterThan(10)
    expect((await get('/api/geoface/tiles/contexts/0/0/0')).rawPayload.length).toBeGreaterThan(0)
  })

  test('its layouts fit their tables, and the widget of a field is there', async () => {
    const { templates } = await readExcavation()
    expect(templates.length).toBeGreaterThan(1)
    for (const { table, name, layout } of templates) {
      const { schema } = (await get(`/api/record/${table}/1?template=${name}`)).json()
      expect([schema.template, schema.template_errors]).toEqual([layout, null])
    }
    const contexts = application.catalogue.tables.get('contexts')
    const widget = contexts?.fields.get('colour')?.widget
    expect((await get(`/api/widget/${widget}`)).headers['content-type']).toContain('javascript')
  })

  test('its literature is cited by records, and shown without network', async () => {
    const { data } = (await get('/api/records/finds?filter[inv_no][_eq]=PF22-0008')).json()
    const { bibliography, schema } = (await get(`/api/record/finds/${data[0].id}`)).json()
    expect(schema.has_refman).toBe(true)
    expect(Object.values(bibliography)).toMatchObject([
      {
        author_year: 'Wörner 2016',
        pages: '221, type 7b',
        full_citation: expect.stringContaining('<i>Zeitschrift für erfundene Altertümer</i>'),
        detached: 0,
      },
    ])
  })

  test('its literature leaves as a bibliography in every script', async () => {
    const { body } = await get('/api/refman/export/contexts?format=bibtex')
    for (const text of ['Dąbrowska', 'Παπαδημητρίου', 'حداد', 'Morikawa']) expect(body).toContain(text)
    expect((await get('/api/refman/export/sites?format=ris')).body.match(/^TY {2}- /gm)).toHaveLength(2)
  })

  test('people of every level can enter, but for the one who waits', async () => {
    for (const level of ['demo', 'admin', 'writer', 'self_writer', 'reader']) {
      expect([level, (await get('/api/tables', level)).statusCode]).toEqual([level, 200])
    }
    const own = all('finds').findIndex(({ core }) => String(core['inv_no']?.val).startsWith('PF25')) + 1
    const canEdit = async (find: number) =>
      (await get(`/api/record/finds/${find}`, 'self_writer')).json<FullRecord>().metadata.can_edit
    expect([await canEdit(own), await canEdit(1)]).toEqual([true, false])
  })

  test('progress runs from the first step to the last', () => {
    const [, total] = steps[0] ?? [0, 0]
    expect(steps.at(-1)).toEqual([total, total])
    expect(steps.every(([done], index) => index === 0 || done > (steps[index - 1]?.[0] ?? 0))).toBe(true)
  })

  test('its schema as text makes the same configuration again', () => expectSchemaAgain(service, application))

  test('is loaded after an interruption that left nothing behind', () => {
    expect(left).toEqual([])
  })

  test('loaded again it changes nothing', async () => {
    const reported: number[] = []
    await loadDemo(service.services, { onProgress: (done) => reported.push(done) })
    expect(reported).toEqual([])
    expect(await countOf('finds')).toBe(counts.get('finds'))
  })
})

describe('the files of the excavation', () => {
  test('every picture belongs to a record', async () => {
    const { pictures } = await readExcavation()
    for (const { records: linked } of pictures) expect(linked.length).toBeGreaterThan(0)
  })

  test('its program writes the same again', async () => {
    const committed = new URL('../../../../demo/', import.meta.url)
    const fresh = await mkdtemp(join(tmpdir(), 'trowel-demo-'))
    const program = fileURLToPath(new URL('make.mjs', committed))
    await promisify(execFile)(process.execPath, [program, fresh, ...(isLong ? [] : ['--texts'])])
    const textsIn = async (folder: string) => {
      const names = (await readdir(folder, { recursive: true }))
        .filter((name) => /\.(jsonl?|md)$/.test(name))
        .sort()
      return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]))
    }
    expect(await textsIn(fresh)).toEqual(await textsIn(fileURLToPath(committed)))
    const told = (await readFile(join(fresh, 'files.jsonl'), 'utf8')).trim().split('\n')
    const pictures = told.map((line) => (JSON.parse(line) as { readonly file: string }).file)
    const kept = (await readdir(new URL('pictures/', committed))).sort()
    expect(pictures.sort()).toEqual(kept)
    expect((await readdir(join(fresh, 'pictures'))).sort()).toEqual(isLong ? kept : [])
    await rm(fresh, { recursive: true })
  })
})
