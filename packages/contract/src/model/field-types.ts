import type { ColumnType } from './column-types.js'
import type { checkTokens, PropertyOption } from './field-properties.js'
import type { FilterKind } from './operators.js'

interface FieldTypeDescription {
  /** The column a new field of this type gets unless another is named. */
  readonly column: ColumnType
  /** Is it offered for new fields? Scripts send the others besides. */
  readonly isOffered: boolean
  /**
   * What a value is, which decides how it is read, written and compared: a day as `YYYY-MM-DD`, an answer as
   * 1 or 0, a list with `;` between its parts, an address of the web in full.
   */
  readonly holds: 'line' | 'paragraphs' | 'day' | 'answer' | 'list' | 'address'
  /**
   * May its values be chosen from a vocabulary, another column, the records of another table or a fixed list?
   */
  readonly offersChoices: boolean
  /** Do people write in it what they like, so that parts of a value can be replaced? */
  readonly takesAnyText: boolean
  /** How filters ask for it, where its column holds no numbers. */
  readonly filterKind: FilterKind
}

/** Every type a field can have, in the order in which they are offered. */
export const fieldTypes = {
  /** One line of text, or a number where the column is numeric. */
  text: {
    column: 'TEXT',
    isOffered: true,
    holds: 'line',
    offersChoices: false,
    takesAnyText: true,
    filterKind: 'text',
  },
  /** A day of the calendar, in a column of text or of moments alike. */
  date: {
    column: 'TEXT',
    isOffered: true,
    holds: 'day',
    offersChoices: false,
    takesAnyText: false,
    filterKind: 'date',
  },
  /** Several lines of text. */
  long_text: {
    column: 'TEXT',
    isOffered: true,
    holds: 'paragraphs',
    offersChoices: false,
    takesAnyText: true,
    filterKind: 'text',
  },
  /** Text with Markdown. */
  md: {
    column: 'TEXT',
    isOffered: true,
    holds: 'paragraphs',
    offersChoices: false,
    takesAnyText: true,
    filterKind: 'text',
  },
  /** One value out of a list; stored values are not compared with the list. */
  select: {
    column: 'TEXT',
    isOffered: true,
    holds: 'line',
    offersChoices: true,
    takesAnyText: false,
    filterKind: 'choice',
  },
  /** One value out of a list, or another one that a person types. */
  combo_select: {
    column: 'TEXT',
    isOffered: true,
    holds: 'line',
    offersChoices: true,
    takesAnyText: true,
    filterKind: 'choice',
  },
  /** Several values out of a list. */
  multi_select: {
    column: 'TEXT',
    isOffered: true,
    holds: 'list',
    offersChoices: true,
    takesAnyText: false,
    filterKind: 'several',
  },
  /** Yes or no. */
  boolean: {
    column: 'INTEGER',
    isOffered: true,
    holds: 'answer',
    offersChoices: false,
    takesAnyText: false,
    filterKind: 'boolean',
  },
  /** A number, set by moving a handle between the bounds. */
  slider: {
    column: 'INTEGER',
    isOffered: true,
    holds: 'line',
    offersChoices: false,
    takesAnyText: false,
    filterKind: 'text',
  },
  /** An address of the web; a DOI or an ORCID iD is kept as one. */
  url: {
    column: 'TEXT',
    isOffered: true,
    holds: 'address',
    offersChoices: false,
    takesAnyText: true,
    filterKind: 'text',
  },
  /** Computed from other fields of the record; its formula says whether it is a number or a text. */
  formula: {
    column: 'TEXT',
    isOffered: true,
    holds: 'line',
    offersChoices: false,
    takesAnyText: false,
    filterKind: 'text',
  },
  /** As scripts write it; behaves as text, its column decides. */
  integer: {
    column: 'TEXT',
    isOffered: false,
    holds: 'line',
    offersChoices: false,
    takesAnyText: false,
    filterKind: 'text',
  },
} as const satisfies Record<string, FieldTypeDescription>

export type FieldTypeName = keyof typeof fieldTypes
export type Holds = FieldTypeDescription['holds']

export const isFieldType = (name: unknown): name is FieldTypeName =>
  typeof name === 'string' && Object.hasOwn(fieldTypes, name)

export const fieldTypeNames = Object.keys(fieldTypes).filter(isFieldType)
export const offeredTypes = fieldTypeNames.filter((name) => fieldTypes[name].isOffered)

/** The type of that name; text when an older configuration names one that is not known. */
export const fieldTypeNamed = (name: string): FieldTypeName => (isFieldType(name) ? name : 'text')
export const describeFieldType = (name: string): FieldTypeDescription => fieldTypes[fieldTypeNamed(name)]

/** How a filter asks for a field that refers to no record. */
export function filterKindOf(type: string, column: string): FilterKind {
  const { filterKind } = describeFieldType(type)
  const isNumeric = column === 'INTEGER' || column === 'FLOAT'
  return isNumeric && (filterKind === 'text' || filterKind === 'choice') ? 'number' : filterKind
}

export interface FieldKindDescription {
  readonly type: FieldTypeName
  readonly dbType: ColumnType
  /** The properties that make sense for it, besides those that every field has. */
  readonly options: readonly PropertyOption[]
  /** Rules that every field of the kind has. */
  readonly checks?: readonly (typeof checkTokens)[number][]
  /** Types of DBML that mean it, where a column says no more. */
  readonly dbml?: readonly string[]
}

/** The kinds of fields as people think of them, in the order in which they are offered. */
export const fieldKinds = {
  text: {
    type: 'text',
    dbType: 'TEXT',
    options: ['length', 'form', 'unique', 'number', 'direction'],
    dbml: ['varchar', 'char'],
  },
  longText: { type: 'long_text', dbType: 'TEXT', options: ['length', 'direction'], dbml: ['text'] },
  choice: { type: 'select', dbType: 'TEXT', options: ['source'] },
  choiceOrText: { type: 'combo_select', dbType: 'TEXT', options: ['source'] },
  choices: { type: 'multi_select', dbType: 'TEXT', options: ['source'] },
  link: { type: 'select', dbType: 'INTEGER', options: ['target', 'unique'] },
  wholeNumber: {
    type: 'text',
    dbType: 'INTEGER',
    options: ['limits', 'unique', 'number'],
    checks: ['int'],
    dbml: ['integer', 'int', 'bigint', 'smallint'],
  },
  number: {
    type: 'text',
    dbType: 'FLOAT',
    options: ['limits'],
    dbml: ['float', 'double', 'decimal', 'numeric', 'real'],
  },
  date: { type: 'date', dbType: 'TEXT', options: ['limits'], dbml: ['date'] },
  yesNo: { type: 'boolean', dbType: 'INTEGER', options: [], dbml: ['boolean', 'bool'] },
  slider: { type: 'slider', dbType: 'INTEGER', options: ['limits'] },
  markdown: { type: 'md', dbType: 'TEXT', options: ['direction'] },
  formula: { type: 'formula', dbType: 'TEXT', options: ['formula'] },
  webAddress: { type: 'url', dbType: 'TEXT', options: ['unique'] },
} as const satisfies Record<string, FieldKindDescription>

export type FieldKindName = keyof typeof fieldKinds
