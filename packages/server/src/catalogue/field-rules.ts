import type { FieldProblem } from '../errors.js'
import { codeText, type Message, message } from '../message.js'
import type { Field, Table } from './catalogue.js'
import { toColumn } from './column-values.js'
import { type RuleName, type StoredValue, Unusable } from './field-types/field-type.js'
import { prepareValue } from './field-types/registry.js'
import { osteologyColumn } from './osteology.js'
import { type ValueProblem, valueProblems } from './value-rules.js'

/** What a user sent for a field, in the form in which it would be stored, or why it has none. */
export type SentValue = StoredValue | Unusable

/** What a row holds or is to hold, by field. */
export type Values = ReadonlyMap<string, SentValue>

/** The value in the form in which it is stored: `""` and null clear a field, numbers are read out of text. */
export function normaliseValue(field: Field, value: unknown): SentValue {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'object' && field.name === osteologyColumn) return JSON.stringify(value)
  const prepared = prepareValue(field.type, value)
  const stored = prepared instanceof Unusable ? prepared : toColumn[field.dbType](prepared)
  return stored instanceof Unusable ? new Unusable(stored.rule, stored.said, value) : stored
}

/**
 * Does a sent value say what is stored already? Compared as text: `5` is `"5"`, and nothing is the same as an
 * empty text.
 */
export function sameValue(stored: unknown, sent: unknown): boolean {
  const value = sent instanceof Unusable ? sent.sent : sent
  if (stored === value) return true
  return (typeof value !== 'object' || value === null) && String(stored ?? '') === String(value ?? '')
}

export const isRequired = (field: Field): boolean =>
  field.checks.includes('required') || field.checks.includes('not_empty')

export const isUnique = (field: Field): boolean => field.checks.includes('no_dupl')

/** One row that a user wants to write. */
export interface RowToCheck {
  readonly table: Table
  /** Place of a plugin row in what was sent; null for the record itself. */
  readonly row: number | null
  /** The record meant, where one save changes several. */
  readonly record?: number
  /** The values to be written; on a change only those that differ from `before`. */
  readonly values: Values
  /**
   * The stored row; `undefined` when it is to be made, and then every required field must be among the
   * values.
   */
  readonly before: Readonly<Record<string, unknown>> | undefined
  /**
   * Where the values were looked at one by one before: what is wrong with them, by field. Of the others it is
   * asked only whether they may be missing.
   */
  readonly found?: ReadonlyMap<string, readonly ValueProblem[]>
}

/**
 * Everything that is wrong with the values of one row, all problems at once, in the order of the table's
 * fields. Whether a record referred to exists and whether a value is unique has to be asked from the database
 * besides.
 */
export function checkValues(check: RowToCheck): FieldProblem[] {
  const { table, values, before, found } = check
  const problems: FieldProblem[] = []
  for (const field of table.fields.values()) {
    const value = values.get(field.name)
    const known = found?.get(field.name)
    const isNeeded = before === undefined && isWritable(field) && isRequired(field)
    if (value === undefined && known === undefined && !isNeeded) continue
    const isChecked = found !== undefined && value !== undefined && (value !== null || !isWritable(field))
    const ofField = known ?? (isChecked ? none : fieldProblems(field, value ?? null))
    for (const problem of ofField) problems.push(report(check, field, problem))
  }
  if (table.hasFuzzyDate) problems.push(...chronologyProblems(check))
  return problems
}

const serverColumns: ReadonlySet<string> = new Set(['id', 'creator', 'id_link'])

/** May a value for this field come from outside? */
export const isWritable = (field: Field): boolean => !serverColumns.has(field.name) && !field.computed

/** What is wrong with one value as such; an empty value can only be missing. */
function fieldProblems(field: Field, value: SentValue): readonly ValueProblem[] {
  if (value === null) return isRequired(field) ? [missing] : none
  if (value instanceof Unusable) return [value.problem]
  return valueProblems(field, value)
}

const none: readonly ValueProblem[] = []
const missing: ValueProblem = { rule: 'required', text: codeText('required') }

/** A problem as an answer reports it. */
export function report(
  place: Pick<RowToCheck, 'table' | 'row' | 'record'>,
  field: Field,
  { rule, limit, ...said }: ValueProblem,
): FieldProblem {
  return {
    field: field.name,
    label: field.label || field.name,
    rule,
    code: rule,
    ...said,
    tb: place.table.name,
    row: place.row,
    ...(place.record === undefined ? {} : { record: place.record }),
    ...limit,
  }
}

/** The problem of a value that another row has already. */
export const alreadyUsed: ValueProblem = { rule: 'no_dupl', text: codeText('no_dupl') }

/**
 * The problem of a value that names no record of the table referred to.
 *
 * @param label of the table; `undefined` when the caller may not see the table: then he does not learn its
 *   name
 */
export const noSuchRecord = (label: string | undefined): ValueProblem => ({
  rule: 'reference',
  ...(label === undefined
    ? message('no_such_hidden_record', {})
    : message('no_such_record', { table: label })),
})

/** Dates of a table with chronology: the beginning is not after the end, the certainty is one of three. */
export function chronologyProblems(check: RowToCheck): FieldProblem[] {
  const { table, values, before } = check
  const problems: FieldProblem[] = []
  const after = (name: string): unknown => (values.has(name) ? values.get(name) : before?.[name])
  const add = (name: string, said: Message): void => {
    const field = table.fields.get(name)
    const rule: RuleName = 'chrono_range'
    if (field) problems.push(report(check, field, { rule, ...said }))
  }
  const [from, to] = [after('chrono_from'), after('chrono_to')]
  if (
    (values.has('chrono_from') || values.has('chrono_to')) &&
    typeof from === 'number' &&
    typeof to === 'number' &&
    from > to
  ) {
    add('chrono_from', message('years_reversed', {}))
  }
  const certainty = values.get('chrono_certainty')
  if (typeof certainty === 'number' && ![1, 2, 3].includes(certainty)) {
    add('chrono_certainty', message('certainty_unknown', {}))
  }
  return problems
}
