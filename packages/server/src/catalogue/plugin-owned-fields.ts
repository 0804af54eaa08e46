import type { ColumnType } from '../storage/storage.js'
import type { Table } from './catalogue.js'

/** A field that a switch of its table brings along and that people cannot remove while the switch is on. */
export interface OwnedField {
  readonly name: string
  readonly label: string
  readonly dbType: ColumnType
  readonly maxLength?: number
}

/** Years of a date that is known roughly; negative years are BCE. */
export const chronologyFields: readonly OwnedField[] = [
  { name: 'chrono_from', label: 'Chronology from', dbType: 'INTEGER' },
  { name: 'chrono_to', label: 'Chronology to', dbType: 'INTEGER' },
  { name: 'chrono_label', label: 'Chronology label', dbType: 'TEXT', maxLength: 200 },
  { name: 'chrono_certainty', label: 'Chronology certainty', dbType: 'INTEGER' },
  { name: 'chrono_period', label: 'Chronology period', dbType: 'TEXT', maxLength: 200 },
]

export const osteologyFields: readonly OwnedField[] = [
  { name: 'osteo_data', label: 'Osteological inventory', dbType: 'TEXT' },
]

const owned = new Map([...chronologyFields, ...osteologyFields].map((field) => [field.name, field]))

/** The field of that name which a switch may own, whether or not it is on. */
export const ownedField = (name: string): OwnedField | undefined => owned.get(name)

/** Does a switch that is on own the field of that name? */
export const isOwned = (table: Table, name: string): boolean =>
  (table.hasFuzzyDate && chronologyFields.some((field) => field.name === name)) ||
  (table.hasOsteology && osteologyFields.some((field) => field.name === name))
