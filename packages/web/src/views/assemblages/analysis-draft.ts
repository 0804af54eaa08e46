import type { AnalysisDefinition } from '@trowel/client'
import {
  type Measure,
  measures,
  type SeriationOptions,
  type SourceField,
  seriationAnchors,
  seriationBases,
} from '@trowel/contract/assemblages.js'
import { isObject } from '@trowel/contract/json.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FilterField } from '../../components/filter/filter-fields.js'
import { type Condition, isGroup, isOpaque, readFilter } from '../../components/filter/read-filter.js'
import { isComplete, writeFilter } from '../../components/filter/write-filter.js'

/** A step towards the records that make the rows. */
export interface Step {
  readonly local_field: string
  readonly join_tb: string
  readonly join_pk: string
}

/** An analysis while it is made; what is not chosen yet is empty. */
export interface AnalysisDraft {
  readonly source: string
  readonly columns: string
  readonly path: readonly Step[]
  readonly rows: string
  readonly measure: Measure
  readonly measured: string
  readonly conditions: readonly Condition[]
  /** Conditions that rows cannot show; they are kept. */
  readonly otherFilters: NonNullable<AnalysisDefinition['filters']>
  readonly shown: 'table' | 'seriation'
  readonly seriation: SeriationOptions
}

/** The service follows at most so many steps. */
export const maxSteps = 4

export const newAnalysis: AnalysisDraft = {
  source: '',
  columns: '',
  path: [],
  rows: '',
  measure: 'count',
  measured: '',
  conditions: [],
  otherFilters: [],
  shown: 'table',
  seriation: {},
}

export const isReady = ({ source, columns, rows, measure, measured }: AnalysisDraft): boolean =>
  source !== '' && columns !== '' && rows !== '' && (measure === 'count' || measured !== '')

/** What an analysis counts. */
export function analysisOf(draft: AnalysisDraft, fields: readonly FilterField[]): AnalysisDefinition {
  const { source, columns, path, rows, measure, measured, conditions, otherFilters } = draft
  return {
    source_tb: source,
    char_field: columns,
    group_path: path,
    group_field: rows,
    measure,
    measure_field: measure === 'count' ? null : measured,
    filters: [...conditions.filter(isComplete).flatMap((one) => filterOf(one, fields)), ...otherFilters],
  }
}

/** As it is kept: with how it is shown. */
export const keptAnalysis = (
  definition: AnalysisDefinition,
  { shown, seriation }: AnalysisDraft,
): AnalysisDefinition => (shown === 'seriation' ? { ...definition, seriation } : definition)

function filterOf(condition: Condition, fields: readonly FilterField[]) {
  const written = writeFilter({ join: '_and', items: [condition] }, fields) ?? {}
  return Object.entries(written).flatMap(([field, comparison]) =>
    isObject(comparison) ? Object.entries(comparison).map(([op, value]) => ({ field, op, value })) : [],
  )
}

/** Reads what was stored. */
export function draftOf(stored: object, fields: readonly FilterField[]): AnalysisDraft {
  const definition: Readonly<Record<string, unknown>> = { ...stored }
  const text = (key: string) => (typeof definition[key] === 'string' ? definition[key] : '')
  const list = (key: string): readonly unknown[] => (Array.isArray(definition[key]) ? definition[key] : [])
  const filters = list('filters').filter(isFilter)
  const read = filters.map((filter) => ({ filter, condition: conditionOf(filter, fields) }))
  return {
    source: text('source_tb'),
    columns: text('char_field'),
    path: list('group_path').filter(isStep),
    rows: text('group_field'),
    measure: measures.find((one) => one === definition['measure']) ?? 'count',
    measured: text('measure_field'),
    conditions: read.flatMap(({ condition }) => condition ?? []),
    otherFilters: read.flatMap(({ filter, condition }) => (condition ? [] : [filter])),
    shown: isObject(definition['seriation']) ? 'seriation' : 'table',
    seriation: isObject(definition['seriation']) ? seriationOf(definition['seriation']) : {},
  }
}

/** Of what was stored that which can be asked. */
function seriationOf(stored: Readonly<Record<string, unknown>>): SeriationOptions {
  const number = (key: string, min: number) => {
    const value = stored[key]
    return typeof value === 'number' && value >= min ? { [key]: value } : {}
  }
  const basis = seriationBases.find((one) => one === stored['basis'])
  const anchor = [...seriationAnchors, 'none' as const].find((one) => one === stored['anchor'])
  return {
    ...(basis && { basis }),
    ...number('min_group', 0),
    ...number('min_char', 0),
    ...(Number.isSafeInteger(stored['min_meetings']) && number('min_meetings', 1)),
    ...(anchor && { anchor }),
    ...(stored['reversed'] === true && { reversed: true }),
  }
}

function conditionOf(
  { field, op, value }: StoredFilter,
  fields: readonly FilterField[],
): Condition | undefined {
  const [item] = readFilter({ [field]: { [op]: value } }, fields).items
  return item && !isGroup(item) && !isOpaque(item) ? item : undefined
}

/** The fields of a table as conditions ask for them. */
export const filterFieldsOf = (
  table: { readonly tb: string; readonly label: string; readonly fields: readonly SourceField[] } | undefined,
): FilterField[] =>
  (table?.fields ?? []).map((field) => ({
    path: field.name,
    table: table?.tb ?? '',
    name: field.name,
    label: field.label,
    group: table?.label ?? '',
    kind: field.is_fk ? 'record' : field.is_numeric ? 'number' : describeFieldType(field.type).filterKind,
    ofRows: false,
    ...(field.fk_tb !== undefined && { target: { table: field.fk_tb, name: 'id' } }),
  }))

interface StoredFilter {
  readonly field: string
  readonly op: string
  readonly value: unknown
}
const isFilter = (one: unknown): one is StoredFilter =>
  isObject(one) && typeof one['field'] === 'string' && typeof one['op'] === 'string'
const isStep = (one: unknown): one is Step =>
  isObject(one) && ['local_field', 'join_tb', 'join_pk'].every((key) => typeof one[key] === 'string')
