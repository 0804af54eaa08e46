import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { kilns } from '../testing/schema-texts.js'

const as = 'super_admin'

describe.each(oneEngine)('a schema text that is applied (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())

  const apply = async (dbml: string) => {
    const reply = await dig.post('/api/config/dbml/apply', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([200, 'ok'])
    return reply.json().result
  }
  const tableOf = async (name: string) => (await dig.get(`/api/config/table/${name}`, as)).json().table

  test('makes tables that can be filled at once', async () => {
    expect(await apply(kilns)).toEqual({
      created: ['kilns'],
      skipped: [],
      warnings: ['auto_add_creator:kilns'],
    })
    const saved = await dig.post('/api/record/kilns', { core: { code: 'K1', fuel: 'peat' } }, as)
    expect(saved.statusCode).toBe(200)
    const list = await dig.get('/api/records/kilns', 'reader')
    expect(list.json().data).toMatchObject([{ id: 1, code: 'K1', fuel: 'peat' }])
    expect(await tableOf('kilns')).toMatchObject({ label: 'Kilns', sort: 4, preview: ['code'] })
  })

  test('tables that refer to each other in circles, plugin tables before their parents, switches and all', async () => {
    const result = await apply(`
      Table kiln_firings {
        id_link int
        heat float [note: 'trowel:min=0 trowel:max=1500 trowel:help=in °C']
        Note: 'trowel:is_plugin=kilns'
      }
      Table kilns {
        workshop int [ref: > workshops.id, note: 'trowel:id_from_tb']
        find_id int [ref: > finds.id, note: 'trowel:on_delete=SET NULL']
        code varchar [not null, unique, default: 'K0']
        Note: 'trowel:fuzzy_date=1 trowel:osteology=1 trowel:rs=1 trowel:geodata=1 trowel:refman=1 trowel:id_field=code trowel:icon=fire trowel:color=red'
        indexes { (code, workshop) [unique, name: 'place'] }
      }
      Table workshops {
        best int [ref: > kilns.id]
        town varchar
        indexes { town }
      }
      Table workshops_radiocarbon { bp int
        Note: 'trowel:is_plugin=workshops trowel:radiocarbon=1' }`)
    expect(result.created).toEqual(['kiln_firings', 'kilns', 'workshops', 'workshops_radiocarbon'])
    expect(result.skipped).toEqual([])
    const kiln = await tableOf('kilns')
    expect(kiln).toMatchObject({
      fuzzy_date: true,
      osteology: true,
      rs: true,
      geodata: true,
      refman: true,
      icon: 'fire',
      color: 'red',
      id_field: 'code',
      plugin: ['kiln_firings'],
      fields: {
        workshop: { type: 'select', db_type: 'INTEGER', id_from_tb: 'workshops' },
        code: { check: ['not_empty', 'no_dupl'], def_value: 'K0' },
        chrono_from: { label: 'Chronology from', hide: true },
        osteo_data: { hide: true },
      },
    })
    expect((await tableOf('kiln_firings')).fields.heat).toMatchObject({ min: 0, max: 1500, help: 'in °C' })
    expect(await tableOf('workshops_radiocarbon')).toMatchObject({
      radiocarbon: true,
      plugin_of: 'workshops',
    })
    const relations = (await dig.get('/api/config/relations', as)).json().data
    expect(
      relations
        .filter((one: { from_tb: string }) => one.from_tb !== 'samples')
        .map((one: Record<string, unknown>) => [
          one['from_tb'],
          one['from_col'],
          one['to_tb'],
          one['on_delete'],
          one['enforced'],
        ]),
    ).toEqual([
      ['kiln_firings', 'id_link', 'kilns', 'RESTRICT', true],
      ['kilns', 'find_id', 'finds', 'SET NULL', true],
      ['workshops', 'best', 'kilns', 'RESTRICT', true],
      ['workshops_radiocarbon', 'id_link', 'workshops', 'RESTRICT', true],
    ])
    const indexes = (await dig.get('/api/config/table/kilns/indexes', as)).json().data
    expect(indexes.map((one: { name: string; auto: boolean }) => [one.name, one.auto])).toEqual([
      ['idx_chrono', true],
      ['idx_kilns_find_id', true],
      ['place', false],
    ])
  })

  test('what the guide begins with can be applied as it stands', async () => {
    const guide = await readFile(new URL('../../../../../../docs/guides/dbml.md', import.meta.url), 'utf8')
    const [, text = ''] = /```\n([\s\S]*?)```/.exec(guide) ?? []
    const result = await apply(
      text
        .replaceAll('contexts', 'units')
        .replace('Table finds {', 'Table small_finds {')
        .replace('is_plugin=finds', 'is_plugin=small_finds'),
    )
    expect([result.created, result.skipped]).toEqual([['units', 'small_finds', 'finds_measures'], []])
    expect((await tableOf('small_finds')).fields.weight_g).toMatchObject({ label: 'Weight (g)', min: 0 })
  })

  test('reads the field of the bones that a file of version 5 has, with the annotation of its switch or without', async () => {
    const result = await apply(`
      Table burials { id integer [pk, increment]\n creator integer\n osteo_data varchar
        Note: 'bdus:label=Burials' }
      Table graves { id integer [pk, increment]\n creator integer\n osteo_data text [note: 'bdus:osteology=1']
        Note: 'bdus:label=Graves' }
      Table tombs { id integer [pk, increment]\n creator integer\n chrono_label varchar
        osteo_data varchar [note: 'bdus:label=Bones']
        Note: 'bdus:label=Tombs bdus:fuzzy_date=1 bdus:osteology=1' }`)
    expect(result).toEqual({ created: ['burials', 'graves', 'tombs'], skipped: [], warnings: [] })
    for (const name of result.created) {
      expect(await tableOf(name)).toMatchObject({
        osteology: true,
        fields: { osteo_data: { db_type: 'TEXT' } },
      })
    }
    const bare = { label: 'Osteological inventory', hide: true }
    expect((await tableOf('burials')).fields.osteo_data).toMatchObject(bare)
    const { fields } = await tableOf('tombs')
    expect(fields.osteo_data.label).toBe('Bones')
    expect(fields.osteo_data.hide).toBeUndefined()
    expect(fields.chrono_label).toMatchObject({ label: 'Chronology label', hide: true, max_length: 200 })
    const bones = JSON.stringify({ individuals: [] })
    const saved = await dig.post('/api/record/burials', { core: { osteo_data: bones } }, as)
    expect(saved.statusCode, saved.body).toBe(200)
  })

  test('leaves out tables with errors, and never changes those that exist', async () => {
    const before = (await dig.get('/api/config/dbml', as)).body
    const result = await apply(`Table finds { id int\n colour varchar\n Note: 'trowel:label=Other' }
      Table ovens { id int\n code int [pk] }
      Table kilns { id int\n creator int\n oven int [ref: > ovens.id] }
      Table tiles { id int\n creator int\n find_id int [ref: > finds.id] }`)
    expect(result).toEqual({
      created: ['tiles'],
      skipped: ['finds', 'ovens', 'kilns'],
      warnings: [
        'table_already_exists:finds',
        'auto_add_creator:finds',
        'pk_must_be_id:ovens:code',
        'auto_add_creator:ovens',
        'unknown_reference:kilns:oven',
      ],
    })
    const after = (await dig.get('/api/config/dbml', as)).body
    expect(withoutHead(after).slice(0, withoutHead(before).length)).toBe(withoutHead(before))
  })

  test('adds to vocabularies only what they do not have, at the end', async () => {
    await apply('Enum fuels {\n wood\n peat\n // trowel:vocabulary\n}')
    const result = await apply('Enum fuels {\n dung\n peat\n "dung"\n // trowel:vocabulary\n}')
    expect(result.warnings).toEqual(['vocabulary_exists:fuels'])
    const items = await dig.application.db.quick.all(
      sql`SELECT "def", "sort" FROM "sys_vocabularies" WHERE "voc" = 'fuels' ORDER BY "sort"`,
    )
    expect(items).toEqual([
      { def: 'wood', sort: 0 },
      { def: 'peat', sort: 1 },
      { def: 'dung', sort: 2 },
    ])
  })

  test('enumerations of one name, whatever blanks are around it, make one vocabulary', async () => {
    const marked = (head: string) => `Enum ${head}\n // trowel:vocabulary\n}\n`
    await apply(marked('resins { pine\n fir') + marked('" resins " { fir\n larch'))
    expect(
      await dig.application.db.quick.all(
        sql`SELECT "voc", "def" FROM "sys_vocabularies" WHERE "voc" LIKE '%resins%' ORDER BY "sort"`,
      ),
    ).toEqual(['pine', 'fir', 'larch'].map((def) => ({ voc: 'resins', def })))
  })

  test('leaves alone a table that the database has and nobody configured', async () => {
    await dig.application.db.write((tx) => tx.schema.createTable('stray', [], []), { schema: true })
    expect(await apply('Table stray { id int }')).toMatchObject({ created: [], skipped: ['stray'] })
  })

  test('is made as a whole or not at all', async () => {
    const before = (await dig.get('/api/config/dbml', as)).body
    // Indexes and tables share their names: the index of the first table takes the name of the second.
    const dbml =
      "Enum fuels { wood\n // trowel:vocabulary\n}\nTable a { id int\n indexes { id [name: 'b'] } }\nTable a__b { id int }"
    const reply = await dig.post('/api/config/dbml/apply', { dbml }, as)
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'dbml_apply_error'])
    expect(withoutHead((await dig.get('/api/config/dbml', as)).body)).toBe(withoutHead(before))
    const tables = await dig.application.db.inspect()
    expect(['a', 'a__b'].filter((name) => tables.has(name))).toEqual([])
  })

  test('applied twice at the same time it is made once', async () => {
    const results = await Promise.all([apply(kilns), apply(kilns)])
    expect(results.map(({ created }) => created.join()).sort()).toEqual(['', 'kilns'])
  })

  test('a second application of the same text makes nothing', async () => {
    await apply(kilns)
    expect(await apply(kilns)).toMatchObject({ created: [], skipped: ['kilns'] })
  })

  test('names that are words of SQL or DBML are names like others', async () => {
    const names = ['select', 'table', 'order', 'note', 'indexes', 'ref', 'enum', 'user', 'group', 'checks']
    const columns = names.map((name) => `  ${name} varchar`).join('\n')
    const text = names.map((name) => `Table ${name} {\n${columns}\n}`).join('\n')
    expect((await apply(text)).created).toEqual(names)
    const exported = (await dig.get('/api/config/dbml', as)).body
    const shown = (await dig.post('/api/config/dbml/preview', { dbml: exported }, as)).json().preview
    expect(
      shown.tables.map((table: { errors: { code: string }[] }) => table.errors.map(({ code }) => code)),
    ).toEqual(shown.tables.map(() => ['table_already_exists']))
  })
})

const withoutHead = (text: string): string => text.replace(/^(\/\/.*\n)+/, '')
