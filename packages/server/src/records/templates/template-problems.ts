import { isObject, type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import { isLayoutPart, layoutParts, layoutWidths } from '@trowel/contract/templates.js'
import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import type { FieldProblem } from '../../errors.js'
import { type Message, message } from '../../message.js'

const widths: ReadonlySet<unknown> = new Set(layoutWidths)

const maxSections = 100
const maxBytes = 256 * 1024
/** More problems at once are not read. */
const maxProblems = 100

/** The same, and what only counts when a layout is saved: `too_many_sections`, `too_large`. */
export function savingProblems(catalogue: Catalogue, table: Table, layout: JsonObject): FieldProblem[] {
  const { sections } = layout
  if (Array.isArray(sections) && sections.length > maxSections)
    return [problem('sections', 'too_many_sections', message('layout_sections', { most: maxSections }))]
  if (Buffer.byteLength(JSON.stringify(layout)) > maxBytes)
    return [problem('sections', 'too_large', message('layout_size', { most: maxBytes / 1024 }))]
  return templateProblems(catalogue, table, layout).slice(0, maxProblems)
}

/**
 * Everything that is wrong with the layout of a table's print template, each with its place, such as
 * `sections[0].content[2].field`: `sections_missing_or_invalid`, `content_missing_or_invalid`,
 * `fields_missing_or_invalid`, `unknown_plugin`, `unknown_part`, `invalid_part_text`, `unknown_field`,
 * `invalid_width`. Fields in the section of a plugin table are those of the plugin table; unknown keys are no
 * fault.
 */
export function templateProblems(catalogue: Catalogue, table: Table, layout: unknown): FieldProblem[] {
  const sections = isObject(layout) ? layout['sections'] : undefined
  if (!Array.isArray(sections))
    return [problem('sections', 'sections_missing_or_invalid', message('layout_needs_sections', {}))]
  return sections.flatMap((section, place) => ofSection(catalogue, table, section, `sections[${place}]`))
}

function ofSection(catalogue: Catalogue, table: Table, section: unknown, path: string): FieldProblem[] {
  if (!isObject(section))
    return [problem(path, 'sections_missing_or_invalid', message('section_is_object', {}))]
  const { plugin: name, part, width, text, content, type } = section
  if (part !== undefined && part !== null) {
    if (part === 'text' && typeof (text ?? '') !== 'string')
      return [problem(`${path}.text`, 'invalid_part_text', message('layout_part_text', {}))]
    if (isLayoutPart(part)) return widthProblems(width, path)
    return [
      problem(`${path}.part`, 'unknown_part', message('layout_no_part', { parts: layoutParts.join(', ') })),
    ]
  }
  const isOfPlugin = name !== undefined && name !== null
  const plugin =
    typeof name === 'string' && table.plugins.includes(name) ? catalogue.tables.get(name) : undefined
  if (isOfPlugin && !plugin)
    return [
      problem(
        `${path}.plugin`,
        'unknown_plugin',
        message('layout_no_plugin', { plugin: said(name), table: table.name }),
      ),
    ]
  if (!Array.isArray(content))
    return [problem(`${path}.content`, 'content_missing_or_invalid', message('section_needs_content', {}))]
  const isAccordion = !isOfPlugin && type === 'accordion'
  return content.flatMap((entry: unknown, place) => {
    const at = `${path}.content[${place}]`
    return isAccordion ? ofFold(table, entry, at) : ofItem(plugin ?? table, entry, at)
  })
}

/** A part of an accordion. */
function ofFold(table: Table, entry: unknown, path: string): FieldProblem[] {
  const fields = isObject(entry) ? entry['fields'] : undefined
  if (!Array.isArray(fields))
    return [problem(`${path}.fields`, 'fields_missing_or_invalid', message('accordion_needs_fields', {}))]
  return fields.flatMap((item, place) => ofItem(table, item, `${path}.fields[${place}]`))
}

function ofItem(table: Table, entry: unknown, path: string): FieldProblem[] {
  const { field, width } = objectOrEmpty(entry)
  const problems: FieldProblem[] = []
  if (typeof field !== 'string' || !table.fields.has(field))
    problems.push(
      problem(
        `${path}.field`,
        'unknown_field',
        message('layout_no_field', { field: said(field), table: table.name }),
      ),
    )
  return [...problems, ...widthProblems(width, path)]
}

const widthProblems = (width: unknown, path: string): FieldProblem[] =>
  width === undefined || width === null || widths.has(width)
    ? []
    : [problem(`${path}.width`, 'invalid_width', message('layout_width', { widths: [...widths].join(', ') }))]

const said = (name: unknown): string => JSON.stringify(name ?? '')

const problem = (field: string, code: ProblemCode, said: Message): FieldProblem => ({ field, code, ...said })
