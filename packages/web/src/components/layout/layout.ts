import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { isLayoutPart, type LayoutPart, type LayoutWidth, layoutWidths } from '@trowel/contract/templates.js'

/** A field in its place. `rest` is what the service keeps and the client does not know. */
export interface LayoutItem {
  readonly field: string
  readonly width: LayoutWidth
  readonly rest: JsonObject
}

/** A part of a section that unfolds. */
export interface LayoutFold {
  readonly key: string
  readonly label: string
  readonly open: boolean
  readonly items: readonly LayoutItem[]
  readonly rest: JsonObject
}

export interface LayoutSection {
  readonly key: string
  readonly label: string
  /** Fields of the record, rows of a plugin table, parts that unfold, or something else of the record. */
  readonly kind: 'core' | 'plugin' | 'accordion' | 'part'
  readonly plugin: string
  readonly part: LayoutPart | undefined
  /** Of photographs: how wide each of them is on paper. */
  readonly width: LayoutWidth | undefined
  /** Of the part `text`. */
  readonly text: string
  readonly collapsed: boolean
  /** Of a plugin table: its columns; all of them when there are none. */
  readonly items: readonly LayoutItem[]
  readonly folds: readonly LayoutFold[]
  readonly rest: JsonObject
}

export interface Layout {
  readonly sections: readonly LayoutSection[]
  readonly rest: JsonObject
}

const objectsIn = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a layout as the service keeps it; nothing for what is none. */
export function readLayout(value: unknown): Layout | undefined {
  if (!isObject(value)) return undefined
  const { sections, ...rest } = value
  return Array.isArray(sections) ? { sections: objectsIn(sections).map(readSection), rest } : undefined
}

function readSection(stored: JsonObject, place: number): LayoutSection {
  const { label, plugin, part, width, text, type, content, collapsed, ...rest } = stored
  const isAccordion = type === 'accordion'
  const known = isLayoutPart(part) ? part : undefined
  return {
    key: `stored-${place}`,
    label: textIn(label),
    kind: known ? 'part' : isAccordion ? 'accordion' : textIn(plugin) === '' ? 'core' : 'plugin',
    plugin: textIn(plugin),
    part: known,
    width: layoutWidths.find((one) => one === width),
    text: textIn(text),
    collapsed: collapsed === true,
    items: isAccordion ? [] : itemsIn(content),
    folds: isAccordion ? objectsIn(content).map(readFold) : [],
    rest: isAccordion || type === undefined ? rest : { ...rest, type },
  }
}

function readFold(stored: JsonObject, place: number): LayoutFold {
  const { label, open, fields, ...rest } = stored
  return { key: `stored-${place}`, label: textIn(label), open: open === true, items: itemsIn(fields), rest }
}

const itemsIn = (content: unknown): LayoutItem[] =>
  objectsIn(content)
    .filter(({ field }) => typeof field === 'string')
    .map(({ field, width, ...rest }) => ({
      field: textIn(field),
      width: layoutWidths.find((one) => one === width) ?? '1/1',
      rest,
    }))

/** The same for the service. */
export const writeLayout = ({ sections, rest }: Layout) => ({
  ...rest,
  sections: sections.map((section) => ({
    ...section.rest,
    label: section.label,
    ...(section.kind === 'plugin' && { plugin: section.plugin }),
    ...(section.kind === 'accordion' && { type: 'accordion' }),
    ...(section.part && { part: section.part }),
    ...(section.width && { width: section.width }),
    ...(section.part === 'text' && { text: section.text }),
    ...(section.collapsed && { collapsible: true, collapsed: true }),
    content:
      section.kind === 'accordion'
        ? section.folds.map(({ label, open, items, rest: more }) => ({
            ...more,
            label,
            open,
            fields: items.map(writeItem),
          }))
        : section.items.map(writeItem),
  })),
})

const writeItem = ({ field, width, rest }: LayoutItem) => ({ ...rest, field, width })

/** All fields of the record itself that a layout shows. */
export const fieldsIn = ({ sections }: Layout): ReadonlySet<string> =>
  new Set(
    sections
      .filter(({ kind }) => kind !== 'plugin')
      .flatMap(({ items, folds }) => [...items, ...folds.flatMap((fold) => fold.items)])
      .map(({ field }) => field),
  )
