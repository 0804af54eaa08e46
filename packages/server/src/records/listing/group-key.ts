import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { Field, Table } from '../../catalogue/catalogue.js'
import { listedFieldOf } from '../../catalogue/stamp-fields.js'
import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import { allOf, anyOf, type Condition } from '../../query/condition.js'
import { castOperand } from '../../query/filter/cast-operand.js'
import { type DayPart, type GroupKey, partLengths } from '../../query/group-rows.js'

interface AskedGroup {
  readonly group_by?: string | undefined
  readonly group_key?: GroupKey | undefined
}

/** By what records are put into groups. */
export interface GroupedBy {
  readonly field: Field
  readonly part: DayPart | undefined
}

const invalid = (name: string, reason: Message): AppError =>
  new AppError('invalid_parameter', { ...reason, detail: { name, reason: reason.text } })

/**
 * @param name a field; of days also `field:year`, `field:month`
 * @throws `unknown_field`, `invalid_parameter`
 */
export function readGroupedBy(table: Table, name: string): GroupedBy {
  const [fieldName = '', part, ...more] = name.split(':')
  const field = listedFieldOf(table, fieldName)
  if (part === undefined) return { field, part: undefined }
  if ((part !== 'year' && part !== 'month') || more.length > 0)
    throw invalid('group_by', message('group_part_unknown', { name: 'group_by' }))
  if (field.dbType !== 'TIMESTAMP' && describeFieldType(field.type).holds !== 'day')
    throw invalid('group_by', message('group_part_needs_day', { field: field.name }))
  return { field, part }
}

/**
 * What the records of the group that is asked for have in common; `undefined` where none is.
 * @throws `unknown_field`, `parameter_missing`, `invalid_parameter`
 */
export function groupCondition(
  table: Table,
  { group_by: by, group_key: key }: AskedGroup,
): Condition | undefined {
  if (by === undefined) return undefined
  const grouped = readGroupedBy(table, by)
  if (key !== undefined) return inGroup(grouped, key)
  const name = 'group_key'
  throw new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })
}

type Compare = Extract<Condition, { kind: 'compare' }>

function inGroup({ field, part }: GroupedBy, key: GroupKey): Condition {
  const compare = (operator: Compare['operator'], value: Compare['value']): Condition => ({
    kind: 'compare',
    field,
    operator,
    value,
  })
  if (key === null || key === '') return compare('_empty', true)
  const text = String(key)
  if (part && field.stamp) {
    const span = spanOf(text, part)
    if (!span) throw wrongKey(field)
    return allOf([compare('_gte', span.from), compare('_lt', span.until)])
  }
  const equal = compare('_eq', storedKey(field, key))
  if (!part || [...text].length !== partLengths[part]) return equal
  // By code points `.` follows `-`: all that begins with the part and a `-` lies between.
  return anyOf([equal, allOf([compare('_gte', `${text}-`), compare('_lt', `${text}.`)])])
}

const wrongKey = (field: Field): AppError =>
  invalid('group_key', message('group_key_wrong', { field: field.name }))

/** Days and other texts are compared as they are stored. */
function storedKey(field: Field, key: string | number): string | number {
  const isText = field.dbType === 'TEXT' || (field.dbType === 'TIMESTAMP' && !field.stamp)
  if (isText && !String(key).includes('\0')) return String(key)
  const cast = isText ? undefined : castOperand('_eq', field, key)
  if (!cast || 'reason' in cast || typeof cast.value === 'boolean' || typeof cast.value === 'object')
    throw wrongKey(field)
  return cast.value
}

/** The days that a year or a month begins with, and the one after it. */
function spanOf(text: string, part: DayPart): { from: string; until: string } | undefined {
  const [, year, month] = /^(\d{4})(?:-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year === undefined || (month === undefined) !== (part === 'year')) return undefined
  const next = new Date(Date.UTC(0, month === undefined ? 12 : Number(month), 1))
  next.setUTCFullYear(Number(year) + (next.getUTCFullYear() - 1900))
  return { from: `${year}-${month ?? '01'}-01`, until: next.toISOString().slice(0, 10) }
}
