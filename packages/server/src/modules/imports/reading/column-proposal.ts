import { type FieldKindName, type FieldTypeName, fieldKinds } from '@trowel/contract/model/field-types.js'
import { numberOf } from '../../../catalogue/column-values.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { prepareDay } from '../../../catalogue/field-types/registry.js'
import { ownedField } from '../../../catalogue/plugin-owned-fields.js'
import { reservedFieldNames } from '../../../catalogue/reserved-names.js'
import type { ColumnType } from '../../../storage/storage.js'

/** A field that would hold a column of a file as it is. */
export interface ColumnProposal {
  /** The name in the file. */
  readonly column: string
  readonly name: string
  readonly label: string
  readonly type: FieldTypeName
  readonly dbType: ColumnType
  /** Rows that have a value. */
  readonly filled: number
}

/** Watches the values of one column and keeps what all of them allow. */
export class ColumnWatch {
  private filled = 0
  private whole = true
  private number = true
  private day = true
  private long = false

  see(cell: unknown): void {
    if (cell === undefined || cell === null || cell === '') return
    const text = String(cell)
    const value = text.trim()
    if (value === '') return
    this.filled += 1
    if (this.whole) this.whole = isWholeNumber(value)
    if (this.number) this.number = isNumber(value)
    if (this.day) this.day = !(prepareDay(text) instanceof Unusable)
    if (!this.long) this.long = text.length > 200 || text.includes('\n')
  }

  proposal(column: string, name: string): ColumnProposal {
    const label = column.slice(0, 200)
    const { type, dbType } = fieldKinds[this.kind()]
    return { column, name, label, type, dbType, filled: this.filled }
  }

  private kind(): FieldKindName {
    if (this.filled === 0) return 'text'
    if (this.whole) return 'wholeNumber'
    if (this.number) return 'number'
    if (this.day) return 'date'
    return this.long ? 'longText' : 'text'
  }
}

/** Codes such as `007` and numbers that would lose digits are text. */
const isWholeNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)$/.test(text) && text !== '-0' && Number.isSafeInteger(Number(text))

/** `1E5` may be the name of a square as well as a number and stays text; `5.3e-05` can only be a number. */
const isNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]\d+)?$/.test(text) &&
  numberOf(text) !== undefined &&
  (!/^-?\d+$/.test(text) || Number.isSafeInteger(Number(text)))

/** Names that no field may have or that a switch of its table brings along. */
const isReserved = (name: string): boolean => reservedFieldNames.has(name) || ownedField(name) !== undefined

const maxNameLength = 63

/**
 * A valid name of a field for each header, no two alike: `Mass (g)` becomes `mass_g`, `id` becomes
 * `original_id`.
 */
export function proposeNames(headers: readonly string[]): string[] {
  const taken = new Set<string>()
  return headers.map((header, index) => {
    const plain = header
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '')
    const begun = plain === '' ? `column_${index + 1}` : /^[a-z]/.test(plain) ? plain : `column_${plain}`
    const wanted = (isReserved(begun) ? `original_${begun}` : begun).slice(0, maxNameLength)
    let name = wanted
    for (let number = 2; taken.has(name); number++) {
      name = `${wanted.slice(0, maxNameLength - String(number).length - 1)}_${number}`
    }
    taken.add(name)
    return name
  })
}
