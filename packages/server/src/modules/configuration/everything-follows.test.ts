import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { savedThings } from '../../testing/saved-things.js'

const as = 'super_admin'

const before = { contexts: 'contexts', notes: 'notes', samples: 'samples', lab: 'lab', finds: 'finds' }
const after: typeof before = {
  contexts: 'units',
  notes: 'remarks',
  samples: 'soil',
  lab: 'laboratory',
  finds: 'objects',
}

/** An application with one of everything, looked at through the service alone, before and after. */
describe.each(engines)('names and everything that hangs from them (%s)', (engine) => {
  let dig: Dig
  let first: string
  let version: number
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.confirm()
    await dig.application.db.write(async (tx) => {
      for (const [table, row] of savedThings) await tx.insert(table, row)
    })
    const relation = (from_tb: string, from_col: string, to_tb: string) =>
      must(dig.post('/api/config/relations', { from_tb, from_col, to_tb, to_col: 'id' }, as))
    await relation('finds', 'context', 'contexts')
    await relation('contexts', 'trench', 'trenches')
    const field = { name: 'remark', type: 'combo_select', get_values_from_tb: 'contexts:notes' }
    await must(dig.post('/api/config/table/finds/field', field, as))
    const index = { name: 'by_notes', columns: ['notes', 'ctx_no'] }
    await must(dig.post('/api/config/table/contexts/indexes', index, as))
    const settings = { order: 'notes', preview: ['notes', 'ctx_no'], refman: 1 }
    await must(dig.put('/api/config/table/contexts', settings, as))
    await must(
      dig.put(
        '/api/config/table/trenches',
        { backlinks: ['contexts:samples:litres'], chrono_density_path: ['contexts'] },
        as,
      ),
    )
    const query = {
      filter: { notes: { _nempty: true }, samples: { lab: { _eq: 'Oxford' } } },
      sort_field: 'notes',
    }
    await must(dig.post('/api/saved-queries', { name: 'Oxford', tb: 'contexts', query }, as))
    await must(
      dig.put('/api/record/contexts/1', { core: { notes: 'topsoil, dark', ctx_type: 'spoil' } }, 'writer'),
    )
    version = (await read('/api/record/contexts/1/versions')).versions[0].id
    first = JSON.stringify(await look(before))
  })
  afterAll(() => dig.close())

  const must = async (answer: ReturnType<Dig['get']>) => {
    const { statusCode, body } = await answer
    if (statusCode !== 200) throw new Error(body)
  }
  const read = async (url: string, role: 'super_admin' | 'reader' = as) => {
    const reply = await dig.get(url, role)
    return reply.statusCode === 200 ? reply.json() : reply.json().code
  }
  const faults = async () => {
    const { report } = await read('/api/config/validation')
    return report
      .filter(({ status }: { status: string }) => status === 'warning' || status === 'danger')
      .map(({ text }: { text: string }) => text)
  }
  /** What the saved queries find now, each by its name. */
  const saved = async () => {
    const { queries } = await read('/api/saved-queries')
    const found: Record<string, unknown> = {}
    for (const { name, tb, query } of queries) {
      const reply = (await dig.post(`/api/records/${tb}`, query, as)).json()
      found[name] = reply.total ?? reply.code
    }
    return found
  }
  /** What the charts and analyses show now, each by its name. */
  const drawn = async () => {
    const { charts } = await read('/api/charts')
    const { analyses } = await read('/api/assemblages')
    const shown: Record<string, unknown> = {}
    for (const [path, things] of [
      ['/api/chart/data', charts],
      ['/api/assemblage/data', analyses],
    ]) {
      for (const { name, definition } of things) {
        const { code, labels, groups, data } = (await dig.post(path, { definition }, as)).json()
        shown[name] = code ?? { labels, groups, data }
      }
    }
    return shown
  }
  const look = async ({ contexts, notes, samples, lab, finds }: typeof before) => {
    const { files, rs, geodata, manualLinks, bibliography, links, core, plugins } = await read(
      `/api/record/${contexts}/1`,
    )
    return {
      texts: [
        core[notes].val,
        plugins[samples].data.map((row: Record<string, { val: unknown }>) => row[lab]?.val),
      ],
      hanging: { files, rs, geodata, manualLinks, bibliography, links },
      versions: (await read(`/api/record/${contexts}/1/versions`)).versions.map(
        ({ id, operation }: { id: number; operation: string }) => [id, operation],
      ),
      saved: await saved(),
      drawn: await drawn(),
      found: (await read(`/api/records/${contexts}?search=topsoil`)).total,
      seen: (await read(`/api/records/${contexts}?filter[${samples}][${lab}][_eq]=Graz`, 'reader')).total,
      mayEdit: (await read(`/api/record/${contexts}/1`, 'reader')).metadata,
      labels: (await read(`/api/records/${finds}?per_page=2`)).labels,
      matrix: (await read(`/api/rs/matrix?tb=${contexts}`)).relations,
      table: (await read(`/api/config/table/${contexts}`)).table,
      others: [
        (await read('/api/config/table/trenches')).table,
        (await read(`/api/config/table/${finds}`)).table,
      ],
      relations: (await read('/api/config/relations')).data,
      indexes: (await read(`/api/config/table/${contexts}/indexes`)).data,
      faults: await faults(),
    }
  }
  /** A look with the new names where it had the old ones. */
  const renamed = (text: string): string =>
    Object.entries(before).reduce(
      (all, [key, name]) =>
        all.replaceAll(new RegExp(`(?<![a-z])${name}(?![a-z])`, 'g'), Reflect.get(after, key)),
      text,
    )

  test('there is one of everything, and nothing wrong', async () => {
    const { hanging, saved: found, drawn: shown, faults: wrong, versions } = JSON.parse(first)
    expect(wrong).toEqual([])
    expect(found).toEqual({ 'of finds': 0, 'of contexts': expect.anything(), Oxford: 1 })
    expect(shown).toMatchObject({ chart: { data: [1, 1, 1, 1] }, pivot: { data: {} } })
    expect(versions).toHaveLength(2)
    for (const [part, rows] of Object.entries<object>(hanging)) {
      expect([part, Object.keys(rows).length]).toEqual([part, expect.toSatisfy((n: number) => n > 0)])
    }
  })

  test('everything is as it was under the new names', async () => {
    const rename = (path: string, new_name: string) =>
      must(dig.patch(`/api/config/${path}`, { new_name }, as))
    await rename('table/contexts/field/notes', after.notes)
    await rename('table/contexts', after.contexts)
    await rename('table/samples', after.samples)
    await rename('table/soil/field/lab', after.lab)
    await rename('table/finds', after.finds)
    const sorted = (value: unknown): unknown =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, part]) => [key, sorted(part)]),
          )
        : Array.isArray(value)
          ? value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
          : value
    const plain = JSON.stringify(await look(after))
    expect(sorted(JSON.parse(renamed(plain)))).toEqual(sorted(JSON.parse(renamed(first))))
  })

  test('a version from before follows a field to its new name, and brings its value back', async () => {
    const reply = await dig.post(`/api/version/${version}/restore`, {}, 'admin')
    expect([reply.statusCode, reply.json().skipped_fields], reply.body).toEqual([200, []])
    const { core } = await read('/api/record/units/1')
    expect([core.ctx_type.val, core.remarks.val]).toEqual(['layer', 'topsoil'])
  })

  test('a deleted field is missed by nobody but the queries and charts that ask for it, which say so', async () => {
    const gone = '/api/config/table/units/field/remarks'
    expect((await dig.delete(gone, undefined, as)).json().code).toBe('in_use')
    const { db } = dig.application
    await db.write((tx) => tx.run({ text: ['DELETE FROM "sys_user_table_privs"'], values: [] }))
    await must(dig.delete(gone, undefined, as))
    expect(await faults()).toEqual([])
    expect(await saved()).toEqual({
      'of finds': expect.stringMatching(/unknown_field|invalid_filter/),
      'of contexts': expect.any(String),
      Oxford: expect.stringMatching(/unknown_field|invalid_filter/),
    })
    expect(await drawn()).toEqual({ chart: 'invalid_chart_field', pivot: 'invalid_field' })
    expect(Object.keys((await read('/api/record/units/1')).manualLinks)).toHaveLength(1)
  })

  test('a deleted table leaves its versions, files, queries and charts, and nothing that refers to it', async () => {
    await must(dig.delete('/api/config/table/units', undefined, as))
    expect(await faults()).toEqual(['The plugin table soil belongs to no table; its rows are not shown.'])
    expect(await saved()).toEqual({ 'of finds': expect.stringMatching(/unknown_field|invalid_filter/) })
    expect(await drawn()).toEqual({ chart: 'unknown_table', pivot: 'unknown_table' })
    const { manualLinks, links } = await read('/api/record/objects/1')
    expect([manualLinks, links]).toEqual([{}, {}])
    expect((await read('/api/files')).files).toMatchObject([{ filename: 'wall' }])
    expect(await read('/api/record/units/1')).toBe('unknown_table')
    expect((await read('/api/config/relations')).data).toEqual([])
    await must(dig.post('/api/config/tables', { name: 'units', label: 'Units', rs: 1, geodata: 1 }, as))
    const saveAnew = await dig.post('/api/record/units', { core: {} }, 'writer')
    expect(saveAnew.statusCode, saveAnew.body).toBe(200)
    const fresh = await read(`/api/record/units/${saveAnew.json().id}`)
    expect(
      [fresh.files, fresh.rs, fresh.geodata, fresh.manualLinks, fresh.bibliography].flatMap(Object.keys),
    ).toEqual([])
  })
})
