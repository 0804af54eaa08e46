import { isObject } from '@trowel/contract/json.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { CurveSource } from '@trowel/contract/radiocarbon.js'
import { isLayoutPart, type LayoutPart, type LayoutWidth } from '@trowel/contract/templates.js'
import { type Catalogue, type Field, type Table, tableOf } from '../../catalogue/catalogue.js'
import { isOwned } from '../../catalogue/plugin-owned-fields.js'
import type { Block, Paragraph, PrintedField } from './print-document.js'
import { type PrintLanguage, worded } from './print-words.js'
import type { Cells, RecordFacts } from './read-facts.js'
import { valueText } from './value-text.js'

/** A record together with what says how its fields are read. */
export interface Printing {
  readonly catalogue: Catalogue
  readonly table: Table
  readonly record: RecordFacts
  readonly language: PrintLanguage
}

/** Of the twelve columns of a page. */
const columnsOf: Readonly<Record<LayoutWidth, number>> = {
  '1/1': 12,
  '3/4': 9,
  '2/3': 8,
  '1/2': 6,
  '1/3': 4,
  '1/4': 3,
}

/** What a part is that is about the record; text and lines are the same on every sheet. */
export type PartOfRecord = Exclude<LayoutPart, 'text' | 'line'>

/**
 * The blocks of a layout that was found to be right, in its order: sections of fields, of plugin rows, and
 * parts that unfold on a screen.
 *
 * @param blocksOf what a part of the record is on paper
 */
export function layoutBlocks(
  printing: Printing,
  layout: unknown,
  blocksOf: (part: PartOfRecord, perRow: number | undefined) => Block[],
): Block[] {
  const blocks = sectionsOf(layout).flatMap((section) => {
    const content = listOf(section['content'])
    const label = typeof section['label'] === 'string' ? section['label'] : ''
    const { part } = section
    if (isLayoutPart(part)) {
      if (part === 'text') return textBlocks(label, section['text'])
      if (part === 'line') return [{ kind: 'line' } as const]
      return called(label, blocksOf(part, perRowOf(section['width'])))
    }
    if (typeof section['plugin'] === 'string' && section['plugin'] !== '')
      return pluginBlocks(printing, section['plugin'], label, content.map(fieldName))
    if (section['type'] !== 'accordion')
      return [...heading(label, 1), ...fieldBlocks(printing, content.map(fieldRequest))]
    const parts = content.filter(isObject).flatMap((part) => {
      const said = typeof part['label'] === 'string' ? part['label'] : ''
      return [...heading(said, 2), ...fieldBlocks(printing, listOf(part['fields']).map(fieldRequest))]
    })
    return parts.length > 0 ? [...heading(label, 1), ...parts] : []
  })
  return blocks.reduce<Block[]>(besideEachOther, [])
}

const sectionsOf = (layout: unknown) => (isObject(layout) ? listOf(layout['sections']).filter(isObject) : [])

function textBlocks(label: string, text: unknown): Block[] {
  const paragraphs = typeof text === 'string' ? paragraphsOf(text) : []
  return [
    ...heading(label, 1, 'paragraphs'),
    ...(paragraphs.length > 0 ? [{ kind: 'paragraphs' as const, paragraphs }] : []),
  ]
}

/** The parts that a layout names. */
export const partsIn = (layout: unknown): ReadonlySet<LayoutPart> =>
  new Set(sectionsOf(layout).flatMap(({ part }) => (isLayoutPart(part) ? [part] : [])))

/** Under a heading of its own, where a part has one. */
const called = (label: string, blocks: readonly Block[]): Block[] =>
  blocks.map((block) => (block.kind === 'heading' && label !== '' ? { ...block, text: label } : block))

/** How many pictures of a width stand in a line. */
const perRowOf = (width: unknown): number | undefined =>
  typeof width === 'string' ? Math.floor(12 / (columnsOf[width as LayoutWidth] ?? 12)) : undefined

/** A logo and a code that follow each other share a line. */
function besideEachOther(blocks: Block[], block: Block): Block[] {
  const last = blocks.at(-1)
  if (block.kind !== 'marks' || last?.kind !== 'marks') return [...blocks, block]
  return [...blocks.slice(0, -1), { ...last, ...block }]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const fieldName = (item: unknown): string =>
  isObject(item) && typeof item['field'] === 'string' ? item['field'] : ''

interface FieldRequest {
  readonly name: string
  readonly columns: number
}

function fieldRequest(item: unknown): FieldRequest {
  const width = isObject(item) && typeof item['width'] === 'string' ? item['width'] : '1/1'
  return { name: fieldName(item), columns: columnsOf[width as LayoutWidth] ?? 12 }
}

/** Fields that the service keeps for itself, or that stand elsewhere on the sheet. */
const notPrinted: ReadonlySet<string> = new Set(['id', 'id_link', 'creator', 'sort', 'osteo_data'])

/** All fields that hold something, in the order of the configuration, and the rows of all plugin tables. */
export function defaultBlocks(printing: Printing): Block[] {
  const { table, record, language } = printing
  const filled = printedFields(table).filter(
    (field) =>
      // The title says it already.
      field.name !== table.idField && valueText(field, record.core[field.name], language) !== '',
  )
  const requests = filled.map((field) => ({ name: field.name, columns: widthOf(printing, field) }))
  return [
    ...fieldBlocks(printing, requests),
    ...table.plugins.flatMap((name) => pluginBlocks(printing, name, '', [])),
  ]
}

/**
 * A screen shows the chronology in a place of its own and hides its fields; paper has them among the others.
 */
const printedFields = (table: Table): Field[] =>
  [...table.fields.values()].filter(
    (field) => (!field.hide || isOwned(table, field.name)) && !notPrinted.has(field.name),
  )

function widthOf({ record, language }: Printing, field: Field): number {
  const { length } = valueText(field, record.core[field.name], language)
  if (length > 120 || describeFieldType(field.type).holds === 'paragraphs') return 12
  return length > 60 ? 6 : 4
}

function fieldBlocks({ table, record, language }: Printing, requests: readonly FieldRequest[]): Block[] {
  const fields = requests.flatMap(({ name, columns }): PrintedField[] => {
    const field = table.fields.get(name)
    return field
      ? [
          {
            label: field.label,
            columns,
            value: paragraphsOf(valueText(field, record.core[name], language)),
          },
        ]
      : []
  })
  return fields.length > 0 ? [{ kind: 'fields', fields }] : []
}

/** Some thirty pages: what is longer is no value that a user reads on a sheet. */
const maxCharacters = 100_000

/** Each line of a text, none for an empty one. */
function paragraphsOf(text: string): Paragraph[] {
  const whole = text.trim()
  const printed = whole.length > maxCharacters ? `${whole.slice(0, maxCharacters)}…` : whole
  return printed === '' ? [] : printed.split(/\r\n|\r|\n/).map((line) => [{ text: line }])
}

const heading = (
  text: string,
  level: 1 | 2,
  before: 'fields' | 'table' | 'paragraphs' = 'fields',
): Block[] => (text === '' ? [] : [{ kind: 'heading', text, level, before }])

/** More columns than these are not read side by side. */
const maxColumns = 7

/**
 * The rows that a record has of a plugin table: a table, or row by row where there are many columns. Nothing
 * when there is no row.
 */
function pluginBlocks(
  { catalogue, record, language }: Printing,
  name: string,
  label: string,
  wanted: readonly string[],
): Block[] {
  const plugin = tableOf(catalogue, name)
  const rows = record.plugins[name]?.data ?? []
  if (rows.length === 0) return []
  const read = (row: Cells, field: Field): string => valueText(field, row[field.name], language)
  const fields =
    wanted.length > 0
      ? wanted.flatMap((one) => plugin.fields.get(one) ?? [])
      : printedFields(plugin).filter((field) => rows.some((row) => read(row, field) !== ''))
  if (fields.length === 0) return []
  const title = label || plugin.label || name
  const sources = curveBlocks(record.plugins[name]?.metadata.curves ?? [], language)
  if (fields.length <= maxColumns) {
    return [
      ...heading(title, 1, 'table'),
      {
        kind: 'table',
        columns: fields.map((field) => field.label),
        rows: rows.map((row) => fields.map((field) => read(row, field).slice(0, maxCharacters))),
      },
      ...sources,
    ]
  }
  return [
    ...heading(title, 1),
    ...rows.flatMap((row, place): Block[] => [
      ...heading(`${place + 1}`, 2),
      {
        kind: 'fields',
        fields: fields.map((field) => ({
          label: field.label,
          columns: 4,
          value: paragraphsOf(read(row, field)),
        })),
      },
    ]),
    ...sources,
  ]
}

/** A calibrated date says with which curve, and whose work that is. */
function curveBlocks(curves: readonly CurveSource[], { words }: PrintLanguage): Block[] {
  if (curves.length === 0) return []
  const paragraphs = curves.map(({ title, citation, doi }): Paragraph => {
    const source = [citation, ...(doi !== null && !citation.includes(doi) ? [`doi ${doi}`] : [])].join(', ')
    return [{ text: worded(words.calibratedWith, { curve: title, source: source || title }), italic: true }]
  })
  return [{ kind: 'paragraphs', paragraphs }]
}
