import fc from 'fast-check'
import sharp from 'sharp'
import { id, sql } from '../storage/sql.js'
import { csvForm, preview } from './import-file.js'
import type { Dig } from './open-dig.js'
import { formOf, sendFile, sendForm } from './send-file.js'
import { zipBytes } from './zip-bytes.js'

/** Something that people do; much of it is refused, which is well. */
export interface Work {
  readonly what: string
  run(dig: Dig): Promise<unknown>
}

const as = 'super_admin'
/** Of any table; many of them are not there. */
const row = fc.integer({ min: 1, max: 9 })
const two = fc.tuple(row, row)
const word = fc.constantFrom('awl', 'bead', 'Scherbe ß', "d'oro", '0.1', '')
const rowAndWord = fc.tuple(row, word)
const point = (x: number) => ({ type: 'Point', coordinates: [x, x / 2] })

let made = 0
const unique = (): string => `P${++made}`

/** The id of one of the rows that a table has; any where it has none. */
async function oneOf({ application }: Dig, table: string, drawn: number): Promise<number> {
  const rows = await application.db.quick.all<{ id: number }>(
    sql`SELECT "id" FROM ${id(table)} ORDER BY "id"`,
  )
  return rows[drawn % Math.max(1, rows.length)]?.id ?? drawn
}

const work = <Values>(
  what: string,
  values: fc.Arbitrary<Values>,
  run: (dig: Dig, values: Values) => Promise<unknown>,
): fc.Arbitrary<Work> => values.map((drawn) => ({ what, run: (dig) => run(dig, drawn) }))

const less = (what: string, table: string, path: string): fc.Arbitrary<Work> =>
  work(what, row, async (dig, drawn) =>
    dig.delete(`${path}/${await oneOf(dig, table, drawn)}`, undefined, as),
  )

const records = [
  work('a context with samples', rowAndWord, (dig, [trench, notes]) => {
    const samples = [{ fields: { litres: 5, lab: notes } }, { fields: { litres: trench } }]
    const core = { ctx_no: unique(), notes, trench: (trench % 3) + 1 }
    return dig.post('/api/record/contexts', { core, plugins: { samples } }, as)
  }),
  work('a find', rowAndWord, (dig, [context, material]) =>
    dig.post('/api/record/finds', { core: { inv_no: unique(), material, context } }, as),
  ),
  work('an edit of a find', fc.tuple(row, word, row), async (dig, [drawn, material, other]) => {
    const context = await oneOf(dig, 'contexts', other)
    const find = await oneOf(dig, 'finds', drawn)
    return dig.post(`/api/record/finds/${find}`, { core: { material, context } }, as)
  }),
  work('an edit of a context and its samples', rowAndWord, async (dig, [drawn, notes]) => {
    const context = await oneOf(dig, 'contexts', drawn)
    const [old] = await dig.application.db.quick.all<{ id: number }>(
      sql`SELECT "id" FROM "samples" WHERE "id_link" = ${context} ORDER BY "id"`,
    )
    const samples = [...(old ? [{ id: old.id, _delete: true }] : []), { fields: { lab: notes } }]
    const body = { core: { notes, chrono_from: drawn }, plugins: { samples } }
    return dig.post(`/api/record/contexts/${context}`, body, as)
  }),
  less('a context less', 'contexts', '/api/record/contexts'),
  less('a find less', 'finds', '/api/record/finds'),
  work('contexts less', two, (dig, ids) => dig.delete('/api/records/contexts', { ids }, as)),
  work('samples less', row, (dig, id) => dig.delete(`/api/record/contexts/${id}/plugins`, undefined, as)),
  work('a duplicate', row, (dig, id) => dig.post(`/api/record/trenches/${id}/duplicate`, undefined, as)),
  work('an earlier version', row, async (dig, drawn) => {
    const url = `/api/record/finds/${await oneOf(dig, 'finds', drawn)}/versions`
    const { versions } = (await dig.get(url, as)).json<{ versions?: { id: number }[] }>()
    return dig.post(`/api/version/${versions?.[0]?.id ?? drawn}/restore`, {}, as)
  }),
]

const several = [
  work('a mass edit', fc.tuple(two, word), async (dig, [drawn, material]) => {
    const ids = await Promise.all(drawn.map((one) => oneOf(dig, 'finds', one)))
    return dig.patch('/api/records/finds', { ids, core: { material } }, as)
  }),
  work('cells', fc.tuple(two, word), async (dig, [drawn, material]) => {
    const ids = await Promise.all(drawn.map((one) => oneOf(dig, 'finds', one)))
    const edited = [...new Set(ids)].map((id) => ({ id, core: { material, weight_g: id } }))
    return dig.patch('/api/records/finds/cells', { records: edited }, as)
  }),
  work('search and replace', fc.tuple(word, word), (dig, [search, replace]) =>
    dig.post('/api/search-replace', { tb: 'finds', fld: 'material', search, replace }, as),
  ),
  work('SQL', two, (dig, [id, weight]) =>
    dig.post('/api/free-sql/run', { sql: `UPDATE finds SET weight_g = ${weight} WHERE id > ${id}` }, as),
  ),
]

let picture: Promise<Buffer> | undefined
const smallPicture = (): Promise<Buffer> => {
  picture ??= sharp({ create: { width: 6, height: 4, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  return picture
}

const imports = [
  work('an import', rowAndWord, async (dig, [no, material]) => {
    const rows = [`F${no},${material},2`, `${unique()},clay,0.25`, `${unique()},bone,7`]
    const { temp_id } = (await preview(dig, csvForm(`no,what,g\n${rows.join('\n')}\n`), as)).json()
    const mapping = { no: 'inv_no', what: 'material', g: 'weight_g' }
    return dig.post('/api/import/data', { temp_id, tb: 'finds', mapping, key_field: 'inv_no' }, as)
  }),
  work('an import of places', two, async (dig, ids) => {
    const features = ids.map((id) => ({
      type: 'Feature',
      properties: { nr: `C${id}` },
      geometry: point(id),
    }))
    const content = JSON.stringify({ type: 'FeatureCollection', features })
    const looked = await preview(dig, { content, after: { type: 'geojson', tb: 'contexts' } }, as)
    const body = { tb: 'contexts', geo_prop: 'nr', key_field: 'ctx_no', on_error: 'skip' }
    return dig.post('/api/import/geojson', { temp_id: looked.json().temp_id, ...body }, as)
  }),
  work('an import of relations', two, async (dig, [one, other]) => {
    const { temp_id } = (await preview(dig, csvForm(`younger,older\nC${one},C${other}\n`), as)).json()
    const relations = [{ column: 'older', relation: 5 }]
    const body = { temp_id, tb: 'contexts', unit: 'younger', relations, missing: 'make' }
    return dig.post('/api/import/relations', body, as)
  }),
  work('an import of pictures', two, async (dig, [one, other]) => {
    const content = await smallPicture()
    const form = await formOf([
      { field: 'index', name: 'index.csv', content: `filename,record_id\na.jpg,${one}\nb.jpg,${other}\n` },
      { field: 'tb', value: 'finds' },
      {
        field: 'zip',
        name: 'photos.zip',
        content: zipBytes(['a.jpg', 'b.jpg'].map((name) => ({ name, content }))),
      },
    ])
    const looked = await sendForm(dig, '/api/import/preview-photos', form, as)
    return dig.post('/api/import/photos', { temp_id: looked.json().temp_id, tb: 'finds' }, as)
  }),
]

/** What hangs from records. The library with the id 1 is there where a test made it. */
const parts = [
  work('a relation', fc.tuple(two, fc.constantFrom(5, 6, 1, 9)), async (dig, [[one, other], relation]) => {
    const [first, second] = [await oneOf(dig, 'contexts', one), await oneOf(dig, 'contexts', other)]
    return dig.post('/api/record/contexts/rs', { first, second, relation }, as)
  }),
  less('a relation less', 'sys_rs', '/api/rs'),
  work('a link', two, async (dig, [one, other]) => {
    const [id_one, id_two] = [await oneOf(dig, 'contexts', one), await oneOf(dig, 'finds', other)]
    const body = { tb_one: 'contexts', id_one, tb_two: 'finds', id_two }
    return dig.post('/api/manual-link', body, as)
  }),
  less('a link less', 'sys_userlinks', '/api/manual-link'),
  work('a place', row, async (dig, drawn) => {
    const context = await oneOf(dig, 'contexts', drawn)
    return dig.post('/api/geoface/feature', { tb: 'contexts', id: context, geometry: point(drawn) }, as)
  }),
  work('another place', row, async (dig, drawn) => {
    const geodata = [{ id: await oneOf(dig, 'sys_geodata', drawn), geometry: point(drawn + 20) }]
    return dig.put('/api/geoface/feature', { geodata }, as)
  }),
  work('a place less', row, async (dig, drawn) =>
    dig.delete('/api/geoface/feature', { ids: [await oneOf(dig, 'sys_geodata', drawn)] }, as),
  ),
  work('a citation', fc.tuple(row, word, fc.constantFrom(2, 3)), async (dig, [drawn, pages, item]) => {
    const record_id = await oneOf(dig, 'finds', drawn)
    const body = { tb: 'finds', record_id, lib_id: 1, refman_key: `AAAAAAA${item}`, pages }
    return dig.post('/api/refman/link', body, as)
  }),
  work('other pages', rowAndWord, async (dig, [drawn, pages]) => {
    const citation = await oneOf(dig, 'sys_refman_links', drawn)
    return dig.patch(`/api/refman/link/${citation}`, { pages, notes: 'seen' }, as)
  }),
  less('a citation less', 'sys_refman_links', '/api/refman/link'),
]

const files = [
  work('a find with photographs', rowAndWord, async (dig, [context, text]) => {
    const staged = await sendFile(dig, '/api/record/finds/file', 'new.txt', `${text} bytes`, as)
    const { upload } = staged.json<{ upload?: string }>()
    const core = { inv_no: unique(), context }
    return dig.post('/api/record/finds', { core, uploads: upload ? [upload] : [] }, as)
  }),
  work('a measured and marked picture', fc.tuple(row, word), async (dig, [drawn, text]) => {
    const url = `/api/record/contexts/${await oneOf(dig, 'contexts', drawn)}/file`
    const sent = await sendFile(dig, url, 'plan.jpg', await smallPicture(), as)
    const { file } = sent.json<{ file?: { id: number } }>()
    const mark = { kind: 'number', points: [[0.5, 0.5]], colour: '#1971c2', number: drawn, text }
    return dig.patch(`/api/file/${file?.id ?? drawn}`, { marks: [mark], pixels_per_cm: drawn }, as)
  }),
  work('other marks', row, async (dig, drawn) => {
    const points = [
      [0, 0.1],
      [drawn / 10, 0.9],
    ]
    const marks = drawn % 3 === 0 ? [] : [{ kind: 'arrow', points, colour: '#d6336c' }]
    return dig.patch(`/api/file/${await oneOf(dig, 'sys_files', drawn)}`, { marks }, as)
  }),
  work('a file', rowAndWord, async (dig, [drawn, text]) => {
    const url = `/api/record/contexts/${await oneOf(dig, 'contexts', drawn)}/file`
    return sendFile(dig, url, 'a.txt', `${text} bytes`, as)
  }),
  work('other bytes', row, async (dig, drawn) =>
    sendFile(dig, `/api/file/${await oneOf(dig, 'sys_files', drawn)}/replace`, 'b.txt', `${drawn} new`, as),
  ),
  work('a described file', rowAndWord, async (dig, [drawn, description]) =>
    dig.patch(`/api/file/${await oneOf(dig, 'sys_files', drawn)}`, { description }, as),
  ),
  work('a file of another record', two, async (dig, [drawn, find]) => {
    const fileId = await oneOf(dig, 'sys_files', drawn)
    return dig.post(`/api/record/finds/${await oneOf(dig, 'finds', find)}/link-file`, { fileId }, as)
  }),
  work('files in another order', fc.constant(0), async (dig) => {
    const links = await dig.application.db.quick.all<{ id: number; of: string }>(
      sql`SELECT "id", "table_name" || "record_id" AS "of" FROM "sys_file_links" ORDER BY "sort" DESC, "id" DESC`,
    )
    const several = links.find(({ id, of }) => links.some((other) => other.of === of && other.id !== id))
    const order = links.filter(({ of }) => of === several?.of).map(({ id }) => id)
    return dig.post('/api/files/sort', { order }, as)
  }),
  less('a file less', 'sys_files', '/api/file'),
  less('a file elsewhere', 'sys_file_links', '/api/file-link'),
]

const lists = [
  work('an item of a vocabulary', word, (dig, def) =>
    dig.post('/api/vocabularies', { voc: 'soil', def }, as),
  ),
  work('a renamed item', rowAndWord, async (dig, [drawn, val]) =>
    dig.patch(`/api/vocabulary/${await oneOf(dig, 'sys_vocabularies', drawn)}`, { val, carry: true }, as),
  ),
  less('an item less', 'sys_vocabularies', '/api/vocabulary'),
  work('a saved query', word, (dig, name) =>
    dig.post(
      '/api/saved-queries',
      { name: `q ${name}`, tb: 'finds', query: { filter: { material: { _eq: name } } } },
      as,
    ),
  ),
  work('a shared query', row, async (dig, drawn) =>
    dig.post(`/api/saved-query/${await oneOf(dig, 'sys_queries', drawn)}/share`, {}, as),
  ),
  less('a saved query less', 'sys_queries', '/api/saved-query'),
  work('a chart', word, (dig, name) => {
    const definition = { tb: 'finds', type: 'metric', field: 'weight_g', function: 'SUM' }
    return dig.post('/api/charts', { name: `c ${name}`, definition }, as)
  }),
  less('a chart less', 'sys_charts', '/api/chart'),
  work('a map view', word, (dig, name) => {
    const definition = { layers: [{ id: 'a', tb: 'contexts' }], base: null, at: null }
    return dig.post('/api/map-views', { name: `v ${name}`, definition }, as)
  }),
  less('a map view less', 'sys_map_views', '/api/map-view'),
  work('a layout', word, (dig, label) => {
    const sections = [{ label, content: [{ field: 'ctx_no', width: '1/4' }] }]
    return dig.post('/api/template/contexts/sheet', { name: 'Sheet', sections }, as)
  }),
  work('a layout less', row, (dig) => dig.delete('/api/template/contexts/sheet', undefined, as)),
]

/** Of every kind of change that a journal keeps but for the configuration. */
export const anyWork = fc.oneof<fc.Arbitrary<Work>[]>(
  ...records,
  ...several,
  ...imports,
  ...parts,
  ...files,
  ...lists,
)
