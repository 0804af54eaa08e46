import type { Geometry } from '@trowel/contract/model/geometry.js'
import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import type { DependentPart } from '@trowel/contract/templates.js'
import { Parser } from 'htmlparser2'
import type { Printing } from './layout-blocks.js'
import { coordinatesText, sketchOf } from './map-sketch.js'
import type { Block, Paragraph, PrintedField, PrintedImage, PrintedNeighbour, Run } from './print-document.js'
import { worded } from './print-words.js'

const heading = (text: string, before: Extract<Block, { kind: 'heading' }>['before']): Block => ({
  kind: 'heading',
  text,
  level: 1,
  before,
})

/** What hangs from a record besides its fields and rows, part by part. Nothing that is not there. */
export type PartsOfRecord = Readonly<Record<DependentPart, (perRow?: number) => Block[]>>

export const partsOfRecord = (
  printing: Printing,
  title: string,
  images: readonly PrintedImage[],
): PartsOfRecord => ({
  sequence: () => sequenceBlocks(printing, title),
  map: () => mapBlocks(printing),
  images: (perRow) =>
    images.length > 0
      ? [
          heading(printing.language.words.images, 'images'),
          { kind: 'images', images, areSmall: false, perRow },
        ]
      : [],
  links: () => linkBlocks(printing),
  bibliography: () => bibliographyBlocks(printing),
})

/**
 * The same for an entry of a catalogue: words instead of drawings, a small picture, no count of what else
 * there is.
 */
export const partsInBrief = (printing: Printing, images: readonly PrintedImage[]): PartsOfRecord => ({
  sequence: () => sequenceBlocks(printing, '').filter(({ kind }) => kind === 'fields'),
  map: () => placeInWords(printing, geometriesOf(printing)),
  images: (perRow) => (images.length > 0 ? [{ kind: 'images', images, areSmall: true, perRow }] : []),
  links: () => [],
  bibliography: () => bibliographyBlocks(printing).filter(({ kind }) => kind !== 'heading'),
})

/** The relations as they stand on a context sheet: what is later above, what is earlier below. */
function sequenceBlocks({ record, language: { words } }: Printing, here: string): Block[] {
  const above: PrintedNeighbour[] = []
  const beside: PrintedNeighbour[] = []
  const below: PrintedNeighbour[] = []
  const own = record.metadata.rec_id
  for (const { first, first_label, second_label, relation: code } of Object.values(record.rs)) {
    const stated = stratigraphicRelation(code)
    if (!stated) continue
    const isFirst = first === own
    const relation = isFirst ? stated : stratigraphicRelation(stated.inverse)
    if (!relation) continue
    const neighbour = {
      label: isFirst ? second_label : first_label,
      relation: words.relations[relation.code] ?? relation.name,
    }
    if (relation.newer === 'second') above.push(neighbour)
    else if (relation.newer === 'first') below.push(neighbour)
    else beside.push(neighbour)
  }
  const groups = [
    { label: words.above, neighbours: above },
    { label: words.beside, neighbours: beside },
    { label: words.below, neighbours: below },
  ]
  if (groups.every(({ neighbours }) => neighbours.length === 0)) return []
  const fields = groups.map(
    ({ label, neighbours }): PrintedField => ({ label, columns: 4, value: inWords(neighbours) }),
  )
  return [
    heading(words.stratigraphy, 'sequence'),
    { kind: 'sequence', here, above, beside, below },
    { kind: 'fields', fields },
  ]
}

/** One line for each kind of relation. */
function inWords(neighbours: readonly PrintedNeighbour[]): Paragraph[] {
  const labels = new Map<string, string[]>()
  for (const { relation, label } of neighbours) labels.set(relation, [...(labels.get(relation) ?? []), label])
  return [...labels].map(([relation, others]) => [
    { text: `${relation} `, italic: true },
    { text: others.join(', ') },
  ])
}

function mapBlocks(printing: Printing): Block[] {
  const geometries = geometriesOf(printing)
  // A point alone on an empty sheet shows nothing that its coordinates do not say.
  if (geometries.every(({ type }) => type === 'Point')) return placeInWords(printing, geometries)
  return [heading(printing.language.words.map, 'map'), { kind: 'map', geometries }]
}

const geometriesOf = ({ record }: Printing): Geometry[] =>
  Object.values(record.geodata).flatMap(({ geojson }) => (geojson === null ? [] : [geojson as Geometry]))

function placeInWords({ language }: Printing, geometries: readonly Geometry[]): Block[] {
  const sketch = sketchOf(geometries)
  if (!sketch) return []
  const value = [[{ text: `${coordinatesText(sketch.middle)} (WGS 84)` }]]
  return [{ kind: 'fields', fields: [{ label: language.words.map, columns: 12, value }] }]
}

/** What people linked by hand by name; of the tables whose records name this one how many do. */
function linkBlocks({ catalogue, table, record, language }: Printing): Block[] {
  const byTable = new Map<string, string[]>()
  const add = (table: string, text: string): void => {
    byTable.set(table, [...(byTable.get(table) ?? []), text])
  }
  for (const { tb_label, ref_label, label } of Object.values(record.manualLinks))
    add(tb_label, label ? `${ref_label} (${label})` : ref_label)
  for (const { tb_label, tot, data = [] } of Object.values(record.backlinks)) {
    for (const { label } of data) add(tb_label, label)
    if (tot > data.length) add(tb_label, worded(language.words.more, { n: tot - data.length }))
  }
  for (const [name, { tb_label, tot }] of Object.entries(record.links)) {
    const namesThis = catalogue.relations.some(
      ({ fromTable, toTable }) => fromTable === name && toTable === table.name,
    )
    if (namesThis) add(tb_label, String(tot))
  }
  if (byTable.size === 0) return []
  const fields = [...byTable].map(
    ([label, texts]): PrintedField => ({
      label,
      columns: texts.join(', ').length > 60 ? 12 : 4,
      value: [[{ text: texts.join(', ') }]],
    }),
  )
  return [heading(language.words.links, 'fields'), { kind: 'fields', fields }]
}

function bibliographyBlocks({ record, language }: Printing): Block[] {
  const entries = Object.values(record.bibliography).sort(
    (one, other) => (one.sort ?? Infinity) - (other.sort ?? Infinity) || one.id - other.id,
  )
  if (entries.length === 0) return []
  const paragraphs = entries.map((entry): Paragraph => {
    const work = citationRuns(entry.full_citation ?? '')
    const said = work.length > 0 ? work : [{ text: entry.author_year ?? entry.refman_key }]
    const more = [entry.pages, entry.notes].filter((text) => text !== null && text !== '').join('. ')
    return more === '' ? said : [...said, { text: ` — ${more}` }]
  })
  return [heading(language.words.bibliography, 'paragraphs'), { kind: 'paragraphs', paragraphs }]
}

const bold: ReadonlySet<string> = new Set(['b', 'strong'])
const italic: ReadonlySet<string> = new Set(['i', 'em', 'cite'])

/**
 * A citation as its style writes it, in HTML: what leans or is heavy there leans and is heavy here, and the
 * rest is text.
 */
export function citationRuns(html: string): Paragraph {
  const runs: Run[] = []
  const open: string[] = []
  const parser = new Parser({
    onopentagname: (name) => open.push(name),
    onclosetag: () => open.pop(),
    ontext: (text) =>
      runs.push({
        text: text.replace(/\s+/g, ' '),
        bold: open.some((name) => bold.has(name)),
        italic: open.some((name) => italic.has(name)),
      }),
  })
  parser.end(html)
  return trimmed(runs)
}

function trimmed(runs: readonly Run[]): Paragraph {
  const kept = [...runs]
  while (kept[0]?.text.trim() === '') kept.shift()
  while (kept.at(-1)?.text.trim() === '') kept.pop()
  return kept.map((run, place) => {
    const text = place === 0 ? run.text.trimStart() : run.text
    return { ...run, text: place === kept.length - 1 ? text.trimEnd() : text }
  })
}
