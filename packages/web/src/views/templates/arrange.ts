import { type LayoutWidth, repeatedParts } from '@trowel/contract/templates.js'
import {
  fieldsIn,
  type Layout,
  type LayoutFold,
  type LayoutItem,
  type LayoutSection,
} from '../../components/layout/layout.js'

/** A block of a layout: a section, or a field in one. */
export interface Block {
  readonly section: string
  readonly field?: string | undefined
}

/** What the palette offers: a field of the record, or a section with what it begins with. */
export type NewBlock =
  | { readonly kind: 'field'; readonly field: string; readonly width: LayoutWidth }
  | {
      readonly kind: 'section'
      readonly section: Pick<LayoutSection, 'label' | 'kind'> & Partial<LayoutSection>
    }

/** Fields that follow each other: those of a section, or of a part of it that unfolds. */
export interface Line {
  readonly section: string
  readonly fold: string | undefined
}

/** Where a block can stand, counted among the others. A field between sections gets one of its own. */
export type Place = { readonly between: number } | { readonly line: Line; readonly index: number }

export type Direction = 'up' | 'down' | 'left' | 'right'

export const isSameBlock = (one: Block | undefined, other: Block): boolean =>
  one?.section === other.section && one.field === other.field

const isSameLine = (one: Line, other: Line): boolean =>
  one.section === other.section && one.fold === other.fold

/** What a new section, or a new part of one, holds. */
const blank = {
  plugin: '',
  part: undefined,
  width: undefined,
  text: '',
  collapsed: false,
  items: [],
  folds: [],
  rest: {},
} as const

/** A key that none of these has. */
const newKey = (taken: readonly { readonly key: string }[]): string =>
  `new-${Math.max(0, ...taken.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))) + 1}`

export const newFold = (section: LayoutSection, label: string): LayoutFold => ({
  key: newKey(section.folds),
  label,
  open: false,
  items: [],
  rest: {},
})

interface FilledLine extends Line {
  readonly items: readonly LayoutItem[]
}

/** Every line of fields of the record, in order. */
const linesOf = ({ sections }: Layout): readonly FilledLine[] =>
  sections.flatMap(({ key, kind, items, folds }): FilledLine[] => {
    if (kind === 'core') return [{ section: key, fold: undefined, items }]
    return kind === 'accordion'
      ? folds.map((fold) => ({ section: key, fold: fold.key, items: fold.items }))
      : []
  })

const lineOf = (layout: Layout, { section, field }: Block) =>
  linesOf(layout).find((line) => line.section === section && line.items.some((item) => item.field === field))

/** The layout with other fields in one of its lines. */
function withItems(layout: Layout, line: Line, items: readonly LayoutItem[]): Layout {
  const sections = layout.sections.map((section) => {
    if (section.key !== line.section) return section
    if (line.fold === undefined) return { ...section, items }
    return {
      ...section,
      folds: section.folds.map((fold) => (fold.key === line.fold ? { ...fold, items } : fold)),
    }
  })
  return { ...layout, sections }
}

const insertedAt = <Item>(items: readonly Item[], index: number, item: Item): Item[] => [
  ...items.slice(0, index),
  item,
  ...items.slice(index),
]

/** Puts a field, which stands nowhere, into its place. */
function putItem(layout: Layout, item: LayoutItem, place: Place): { layout: Layout; block: Block } {
  if ('between' in place) {
    const key = newKey(layout.sections)
    const section: LayoutSection = { ...blank, key, label: '', kind: 'core', items: [item] }
    const sections = insertedAt(layout.sections, place.between, section)
    return { layout: { ...layout, sections }, block: { section: key, field: item.field } }
  }
  const line = linesOf(layout).find((one) => isSameLine(one, place.line))
  const items = insertedAt(line?.items ?? [], place.index, item)
  return {
    layout: withItems(layout, place.line, items),
    block: { section: place.line.section, field: item.field },
  }
}

export function addBlock(
  layout: Layout,
  block: NewBlock,
  place: Place,
): { readonly layout: Layout; readonly block: Block } {
  if (block.kind === 'field')
    return putItem(layout, { field: block.field, width: block.width, rest: {} }, place)
  const key = newKey(layout.sections)
  const index = 'between' in place ? place.between : layout.sections.length
  const sections = insertedAt(layout.sections, index, { ...blank, ...block.section, key })
  return { layout: { ...layout, sections }, block: { section: key } }
}

export function removeBlock(layout: Layout, block: Block): Layout {
  if (block.field === undefined)
    return { ...layout, sections: layout.sections.filter(({ key }) => key !== block.section) }
  const line = lineOf(layout, block)
  if (!line) return layout
  return withItems(
    layout,
    line,
    line.items.filter(({ field }) => field !== block.field),
  )
}

/** @returns the block where it stands now: a field may have come into another section */
export function moveBlock(
  layout: Layout,
  block: Block,
  place: Place,
): { readonly layout: Layout; readonly block: Block } {
  const others = removeBlock(layout, block)
  if (block.field === undefined) {
    const section = layout.sections.find(({ key }) => key === block.section)
    if (!section || !('between' in place)) return { layout, block }
    return { layout: { ...layout, sections: insertedAt(others.sections, place.between, section) }, block }
  }
  const item = lineOf(layout, block)?.items.find(({ field }) => field === block.field)
  if (!item) return { layout, block }
  const moved = putItem(others, item, place)
  // A section without a heading was there for its field alone.
  const sections = moved.layout.sections.filter(
    ({ key, kind, label, items }) =>
      key !== block.section || kind !== 'core' || label !== '' || items.length > 0,
  )
  return { ...moved, layout: { ...moved.layout, sections } }
}

/** Where a block that is chosen from the palette comes to stand: behind the one that was chosen last. */
export function placeBehind(layout: Layout, { kind }: NewBlock, chosen: Block | undefined): Place {
  const index = layout.sections.findIndex(({ key }) => key === chosen?.section)
  if (kind === 'section') return { between: index < 0 ? layout.sections.length : index + 1 }
  const lines = linesOf(layout)
  const line =
    (chosen && lineOf(layout, chosen)) ??
    lines.findLast(({ section }) => section === chosen?.section) ??
    lines.at(-1)
  if (!line) return { between: layout.sections.length }
  const before = line.items.findIndex(({ field }) => field === chosen?.field)
  return { line, index: before < 0 ? line.items.length : before + 1 }
}

const columnsOf: Readonly<Record<LayoutWidth, number>> = {
  '1/1': 12,
  '3/4': 9,
  '2/3': 8,
  '1/2': 6,
  '1/3': 4,
  '1/4': 3,
}

/** The row and the column, of twelve, in which each item begins: they stand side by side while they fit. */
function startsOf(items: readonly LayoutItem[]): readonly { row: number; column: number }[] {
  let [row, column] = [0, 0]
  return items.map(({ width }) => {
    if (column + columnsOf[width] > 12) [row, column] = [row + 1, 0]
    const start = { row, column }
    column += columnsOf[width]
    return start
  })
}

/**
 * Where a step leads to. Fields go along their line, over its end into the next one, and up and down to what
 * stands there; sections go up and down.
 *
 * @returns nothing where there is no further place
 */
export function placeTowards(layout: Layout, block: Block, direction: Direction): Place | undefined {
  const isForward = direction === 'down' || direction === 'right'
  if (block.field === undefined) {
    const index = layout.sections.findIndex(({ key }) => key === block.section) + (isForward ? 1 : -1)
    return index < 0 || index >= layout.sections.length ? undefined : { between: index }
  }
  const lines = linesOf(layout)
  const at = lines.findIndex(
    ({ section, items }) => section === block.section && items.some(({ field }) => field === block.field),
  )
  const line = lines[at]
  if (!line) return undefined
  const from = line.items.findIndex(({ field }) => field === block.field)
  const isAlong = direction === 'left' || direction === 'right'
  const to = isAlong ? from + (isForward ? 1 : -1) : besideRow(line.items, from, isForward)
  if (to !== undefined && to >= 0 && to < line.items.length) return { line, index: to }
  const next = lines[at + (isForward ? 1 : -1)]
  return next && { line: next, index: isForward ? 0 : next.items.length }
}

/** The place of the item in the row above or below that begins nearest. */
function besideRow(items: readonly LayoutItem[], from: number, isBelow: boolean): number | undefined {
  const starts = startsOf(items)
  const own = starts[from]
  if (!own) return undefined
  const row = own.row + (isBelow ? 1 : -1)
  const near = starts.flatMap((start, index) =>
    start.row === row ? [{ index, far: Math.abs(start.column - own.column) }] : [],
  )
  return near.sort((one, other) => one.far - other.far)[0]?.index
}

/** The block that comes to stand where one is taken away, or the last before it. */
export function blockBeside(layout: Layout, block: Block): Block | undefined {
  const line = block.field === undefined ? undefined : lineOf(layout, block)
  if (!line) {
    const index = layout.sections.findIndex(({ key }) => key === block.section)
    const beside = layout.sections[index + 1] ?? layout.sections[index - 1]
    return beside && { section: beside.key }
  }
  const index = line.items.findIndex(({ field }) => field === block.field)
  const beside = line.items[index + 1] ?? line.items[index - 1]
  return { section: block.section, field: beside?.field }
}

/** Where a block stands, for those who do not see it; places are counted from 1. */
export function whereIs(
  layout: Layout,
  block: Block,
): { readonly place: number; readonly total: number; readonly section: LayoutSection | undefined } {
  const index = layout.sections.findIndex(({ key }) => key === block.section)
  const line = block.field === undefined ? undefined : lineOf(layout, block)
  if (!line) return { place: index + 1, total: layout.sections.length, section: undefined }
  const place = line.items.findIndex(({ field }) => field === block.field) + 1
  return { place, total: line.items.length, section: layout.sections[index] }
}

/** The layout with another width of a field. */
export function resizeField(layout: Layout, block: Block, width: LayoutWidth): Layout {
  const line = lineOf(layout, block)
  if (!line) return layout
  return withItems(
    layout,
    line,
    line.items.map((item) => (item.field === block.field ? { ...item, width } : item)),
  )
}

export const widthOf = (layout: Layout, block: Block): LayoutWidth | undefined =>
  lineOf(layout, block)?.items.find(({ field }) => field === block.field)?.width

/** Sections as they stand on paper: a logo and a code that follow each other share a line. */
export const onPaper = ({ sections }: Layout): readonly (readonly LayoutSection[])[] =>
  sections.reduce<LayoutSection[][]>((rows, section) => {
    const last = rows.at(-1)
    const [first] = last ?? []
    const isMark = section.part === 'logo' || section.part === 'qr'
    const joins =
      isMark &&
      last?.length === 1 &&
      (first?.part === 'logo' || first?.part === 'qr') &&
      first.part !== section.part
    if (joins) last.push(section)
    else rows.push([section])
    return rows
  }, [])

/** Can it still be placed? Each thing of a record stands once in its layout. */
export function isOffered(layout: Layout, block: NewBlock): boolean {
  if (block.kind === 'field') return !fieldsIn(layout).has(block.field)
  const { plugin, part } = block.section
  if (plugin) return layout.sections.every((section) => section.plugin !== plugin)
  return !part || repeatedParts.has(part) || layout.sections.every((one) => one.part !== part)
}
