import type { Geometry } from '@trowel/contract/geo.js'
import { stratigraphicRelation } from '@trowel/contract/stratigraphy.js'
import { citationRuns } from './citation-runs.js'
import type { Printing } from './layout-blocks.js'
import type { Block, Paragraph, PrintedField, PrintedNeighbour, PrintedPicture } from './print-document.js'

const heading = (text: string, before: Extract<Block, { kind: 'heading' }>['before']): Block => ({
  kind: 'heading',
  text,
  level: 1,
  before,
})

/** What hangs from a record besides its fields and rows: sequence, place, pictures, links, citations. Nothing that is not there. */
export const hangingBlocks = (
  printing: Printing,
  title: string,
  pictures: readonly PrintedPicture[],
): Block[] => [
  ...sequenceBlocks(printing, title),
  ...mapBlocks(printing),
  ...(pictures.length > 0
    ? [heading(printing.language.words.pictures, 'pictures'), { kind: 'pictures' as const, pictures }]
    : []),
  ...linkBlocks(printing),
  ...bibliographyBlocks(printing),
]

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

function mapBlocks({ record, language }: Printing): Block[] {
  const geometries = Object.values(record.geodata).flatMap(({ geojson }) =>
    geojson === null ? [] : [geojson as Geometry],
  )
  return geometries.length > 0 ? [heading(language.words.map, 'map'), { kind: 'map', geometries }] : []
}

/** What people linked by hand by name; of tables that are joined by a relation how many records. */
function linkBlocks({ record, language }: Printing): Block[] {
  const byTable = new Map<string, string[]>()
  const add = (table: string, text: string): void => {
    byTable.set(table, [...(byTable.get(table) ?? []), text])
  }
  for (const { tb_label, ref_label, label } of Object.values(record.manualLinks))
    add(tb_label, label ? `${ref_label} (${label})` : ref_label)
  for (const { tb_label, tot, data = [] } of Object.values(record.backlinks)) {
    for (const { label } of data) add(tb_label, label)
    if (tot > data.length) add(tb_label, language.words.more.replace('{n}', String(tot - data.length)))
  }
  for (const { tb_label, tot } of Object.values(record.links))
    add(tb_label, language.words.records.replace('{n}', String(tot)))
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
