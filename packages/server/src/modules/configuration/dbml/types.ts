import { type FieldKindDescription, fieldKinds } from '@trowel/contract/model/field-types.js'
import type { ColumnType } from '../../../storage/storage.js'

export interface Meaning {
  readonly type: string
  readonly dbType: ColumnType
}

/** What a type of DBML means for a field that says no more; the first word counts, in capitals or not. */
const meanings: ReadonlyMap<string, Meaning> = new Map(
  [
    ...Object.values<FieldKindDescription>(fieldKinds),
    { type: 'date', dbType: 'TIMESTAMP', dbml: ['datetime', 'timestamp'] } as const,
  ].flatMap(({ type, dbType, dbml = [] }) => dbml.map((name) => [name, { type, dbType }] as const)),
)

const unknownMeaning: Meaning = { type: 'text', dbType: 'TEXT' }

/** The type of DBML that a column is written with. */
export const writtenTypes: Readonly<Record<ColumnType, string>> = {
  TEXT: 'varchar',
  INTEGER: 'integer',
  FLOAT: 'float',
  TIMESTAMP: 'timestamp',
}

const typeName = (written: string): string => /^\w+(?![\w[])/.exec(written.trim())?.[0].toLowerCase() ?? ''

export const isKnownType = (written: string): boolean => meanings.has(typeName(written))

/** What the annotations of a column say of its type. */
export interface TypeFacts {
  /** The type of field, where it is given. */
  readonly type: string | undefined
  readonly isLookup: boolean
  readonly hasVocabulary: boolean
  /** Values come from a vocabulary, another table or a list. */
  readonly hasSource: boolean
}

/** Type of field and type of column that a column of a schema text gets. */
export function meaningOf(written: string, { type, isLookup, hasVocabulary, hasSource }: TypeFacts): Meaning {
  const alone = meanings.get(typeName(written)) ?? unknownMeaning
  const kind = type ?? (isLookup || hasSource ? 'select' : alone.type)
  if (isLookup || kind === 'boolean') return { type: kind, dbType: 'INTEGER' }
  return { type: kind, dbType: hasVocabulary ? 'TEXT' : alone.dbType }
}
