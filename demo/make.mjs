import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { burialRecords } from './make/burials.mjs'
import { contextGeometries, contextRecords } from './make/contexts.mjs'
import { analyses, charts, revisionsOf, savedQueries } from './make/desk-work.mjs'
import {
  conservationRecords,
  drawingRecords,
  phaseRecords,
  photographRecords,
  siteRecords,
  trenchGeometries,
  trenchRecords,
} from './make/documentation.mjs'
import { coverPicture, logoPicture } from './make/face.mjs'
import { findRecords, keepPotsInUse } from './make/finds.mjs'
import { illustrate } from './make/illustrate.mjs'
import { templates } from './make/layouts.mjs'
import { linksOf } from './make/links.mjs'
import { literature } from './make/literature.mjs'
import { people } from './make/people.mjs'
import { radiocarbonDates } from './make/radiocarbon.mjs'
import { randomSource } from './make/random.mjs'
import { sampleRecords } from './make/samples.mjs'
import { furtherItems, tables } from './make/schema.mjs'
import { buildSequence, correlate, number } from './make/sequence.mjs'
import { surveyGrid } from './make/survey-grid.mjs'
import { trenches } from './make/trenches.mjs'

/**
 * Writes the whole excavation, the same every time: `node demo/make.mjs` into this folder, or into one that
 * is named; with `--texts` nothing is drawn.
 */
const { values: wanted, positionals } = parseArgs({
  options: { texts: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const here = new URL('.', import.meta.url)
const folder = positionals[0] ? pathToFileURL(`${resolve(positionals[0])}/`) : here

const random = randomSource(20190610)
const byTrench = new Map()
const relations = []
trenches.forEach((trench, index) => {
  const sequence = buildSequence(random, trench)
  number(sequence.units, index)
  byTrench.set(trench.code, sequence.units)
  relations.push(...sequence.relations)
})
relations.push(...correlate(byTrench))

const contexts = contextRecords(random, trenches, byTrench)
const units = trenches.flatMap((trench) => byTrench.get(trench.code))
const { finds, places } = findRecords(random, units)
const sites = siteRecords()
const records = {
  people: people.map((core) => ({ core })),
  sites: sites.records,
  trenches: trenchRecords(trenches),
  phases: phaseRecords(),
  contexts: contexts.map((core) => ({ core })),
  finds,
  samples: sampleRecords(random, units),
  burials: burialRecords(random, units, finds),
  photographs: photographRecords(random, trenches, byTrench),
  drawings: drawingRecords(random, trenches, finds),
  conservation: conservationRecords(random, finds),
}
const dates = radiocarbonDates(units, records.samples)
for (const context of records.contexts) {
  const rows = dates.get(context.core.ctx_no)
  if (rows) context.plugins = { contexts_radiocarbon: rows }
}
const { pictures, files } = illustrate({ trenches, byTrench, records })
// Now: what belongs together in the records is still changed below.
const drawn = wanted.texts
  ? []
  : [
      ...[...pictures].map(([name, draw]) => [`pictures/${name}`, draw()]),
      ['face/cover.png', coverPicture()],
      ['face/logo.png', logoPicture()],
    ]
const { drawings, conservation, burials } = records
const seen = JSON.stringify([files, drawings, conservation, burials])
keepPotsInUse(randomSource(20190611), units, finds, ({ inv_no }) => seen.includes(inv_no))
const geometries = [
  ...sites.geometries,
  ...trenchGeometries(trenches),
  ...contextGeometries(units),
  ...places,
]
const vocabularies = vocabulariesOf(records)

const folders = ['records', 'pictures', 'face'].map((name) => new URL(`${name}/`, folder))
await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })))
await Promise.all(folders.map((path) => mkdir(path, { recursive: true })))
await write('schema.json', `${pretty({ tables, vocabularies })}\n`)
for (const [table, rows] of Object.entries(records))
  await write(`records/${table}.jsonl`, lines(rows.map(withoutNothing)))
await write(
  'relations.jsonl',
  lines(
    relations.map(({ first, relation, second }) => ({
      table: 'contexts',
      first: first.no,
      relation,
      second: second.no,
    })),
  ),
)
await write('links.jsonl', lines(linksOf(random, records)))
await write('literature.json', `${JSON.stringify(literature, null, 1)}\n`)
await write('geometries.jsonl', lines(geometries))
await write('survey-grid.geojson', `${JSON.stringify(surveyGrid)}\n`)
await write('files.jsonl', lines(files))
const { revisions, mistakes } = revisionsOf(records)
await write('revisions.jsonl', lines(revisions))
await write('mistakes.jsonl', lines(mistakes))
await write('queries.jsonl', lines(savedQueries))
await write('charts.jsonl', lines(charts))
await write('analyses.jsonl', lines(analyses))
await write('templates.jsonl', lines(templates))
for (const [name, png] of drawn) await write(name, png)
await writeCounts()

function vocabulariesOf(all) {
  const values = new Map()
  for (const { name, parent, fields } of tables) {
    const rows = parent
      ? all[parent].flatMap(({ plugins }) => plugins?.[name] ?? [])
      : all[name].map(({ core }) => core)
    for (const { name: field, vocabulary_set: vocabulary } of fields) {
      if (!vocabulary) continue
      const used = rows.flatMap((row) => row[field]?.split(';') ?? []).sort()
      values.set(
        vocabulary,
        new Set([...(furtherItems[vocabulary] ?? []), ...(values.get(vocabulary) ?? []), ...used]),
      )
    }
  }
  return [...values].map(([name, items]) => ({ name, items: [...items] }))
}

/** A record as it is sent: what is not known is left out. */
function withoutNothing({ core, plugins }) {
  const filled = (row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
  const rows = Object.entries(plugins ?? {}).filter(([, list]) => list.length > 0)
  return {
    core: filled(core),
    ...(rows.length > 0
      ? { plugins: Object.fromEntries(rows.map(([name, list]) => [name, list.map(filled)])) }
      : {}),
  }
}

function lines(rows) {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** JSON as the formatter of the project writes it: a list of texts on one line where it fits. */
function pretty(value, indent = '', before = 0) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    const isPlain = value.every((item) => typeof item !== 'object')
    if (isPlain && indent.length + before + line.length < 110) return line
    return `[\n${value.map((item) => deeper + pretty(item, deeper)).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `
    return deeper + name + pretty(item, deeper, name.length)
  })
  return `{\n${members.join(',\n')}\n${indent}}`
}

function write(name, content) {
  return writeFile(new URL(name, folder), content)
}

/** The README states how much there is; it is written here so that it is true. */
async function writeCounts() {
  const countRows = (name, label, parent) => [
    name,
    `${label} (plugin of ${parent})`,
    records[parent].reduce((sum, { plugins }) => sum + (plugins?.[name]?.length ?? 0), 0),
  ]
  const rows = tables.flatMap(({ name, label, parent, radiocarbon }) => {
    if (parent) return [countRows(name, label, parent)]
    const own = [name, label, records[name].length]
    return radiocarbon ? [own, countRows(`${name}_radiocarbon`, 'Radiocarbon dates', name)] : [own]
  })
  const linkCount = (await readFile(new URL('links.jsonl', folder), 'utf8')).split('\n').length - 1
  const others = [
    ['relations', 'Stratigraphic relations', relations.length],
    ['links', 'Manual links', linkCount],
    ['geometries', 'Map features', geometries.length],
    ['files', 'Pictures', files.length],
    [
      'file links',
      'Links of pictures to records',
      files.reduce((sum, { records: linked }) => sum + linked.length, 0),
    ],
    ['revisions', 'Records revised after the season', revisions.length],
    ['mistakes', 'Records entered by mistake and deleted', mistakes.length],
    ['queries', 'Saved queries', savedQueries.length],
    ['charts', 'Charts', charts.length],
    ['analyses', 'Assemblage analyses', analyses.length],
    ['vocabularies', 'Vocabularies', vocabularies.length],
    ['items', 'Vocabulary items', vocabularies.reduce((sum, { items }) => sum + items.length, 0)],
  ]
  const line = ([name, label, count]) => `| \`${name}\` | ${label} | ${count} |`
  const table = ['| | | how many |', '|---|---|---|', ...rows.map(line), ...others.map(line)].join('\n')
  const readme = await readFile(new URL('README.md', here), 'utf8')
  const marked = /(<!-- counts -->\n)[\s\S]*(<!-- end of counts -->)/
  await write('README.md', readme.replace(marked, `$1\n${table}\n\n$2`))
  process.stdout.write(
    `${rows.reduce((sum, [, , count]) => sum + count, 0)} records and plugin rows, ${pictures.size} pictures\n`,
  )
}
