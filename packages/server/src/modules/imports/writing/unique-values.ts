import type { Field, Table } from '../../../catalogue/catalogue.js'
import { isUnique } from '../../../catalogue/field-rules.js'
import type { StoredValue } from '../../../catalogue/field-types/field-type.js'
import type { RequestScope } from '../../../http/scope.js'
import { andVisible } from '../../../records/rows/row-access.js'
import type { Snapshot } from '../../../records/versions/snapshots.js'
import { ColumnValues, isIndexed, type Owner } from '../../../records/writing/column-values.js'
import { keyword, type Sql } from '../../../storage/sql.js'
import type { Reader } from '../../../storage/storage.js'
import type { NewRow } from './batch-writer.js'
import type { ImportPlan } from './import-plan.js'

type Values = ReadonlyMap<string, StoredValue>

/** A field of the plan, by its place there, and who has which value of it. */
interface Taken {
  readonly index: number
  readonly field: Field
  readonly owners: ColumnValues
}

/**
 * Who has which key, which id, and which value that no other record may have: stored records, and rows of the
 * file as they are taken.
 */
export class UniqueValues {
  /** Of the records that the caller may see. */
  private readonly keys: Taken | undefined
  /** Hidden records included, as for the values that allow no duplicates. */
  private readonly ids: Taken | undefined
  private readonly uniques: readonly Taken[]
  /** Values that rows gave up which are perhaps not stored yet. */
  private givenUp = new Set<StoredValue>()

  /** @param startsEmpty has the table no record yet? */
  constructor(scope: RequestScope, { table, fields, keyField }: ImportPlan, startsEmpty: boolean) {
    const everything = keyword('')
    const taken = (field: Field, visible: Sql): Taken => ({
      index: fields.indexOf(field),
      field,
      owners: ownersOf(scope, table, field, startsEmpty, visible),
    })
    const idField = fields.find(({ name }) => name === 'id')
    this.keys = keyField && taken(keyField, andVisible(scope, table))
    this.ids = idField && taken(idField, everything)
    this.uniques = fields.filter(isUnique).map((field) => taken(field, everything))
  }

  /**
   * Finds out whose the values of the next rows are; all rows before them must be stored.
   * @param valuesOf what they hold in a column of the plan
   */
  async prepare(reader: Reader, valuesOf: (index: number) => readonly (string | number)[]): Promise<void> {
    this.givenUp = new Set()
    for (const one of [this.keys, this.ids, ...this.uniques]) {
      if (one) await one.owners.prepare(reader, valuesOf(one.index))
    }
  }

  withKey(key: string | number): readonly Owner[] {
    return this.keys?.owners.of(key) ?? []
  }

  hasId(id: number): boolean {
    return this.ids?.owners.isTaken(id) === true
  }

  /** The fields in which a row says what another record has. @param id of the record that it changes */
  repeatedBy(values: Values, id: number | undefined): readonly Field[] {
    return this.uniques
      .filter(({ field, owners }) => {
        const value = values.get(field.name) ?? null
        return value !== null && owners.isTaken(value, id)
      })
      .map(({ field }) => field)
  }

  /** Does a row take a value that is free only if a row before it can be stored? */
  takesGivenUp(values: Values): boolean {
    return this.uniques.some(({ field }) => this.givenUp.has(values.get(field.name) ?? null))
  }

  noteMade({ owner, id, values }: NewRow): void {
    for (const [owners, value] of this.ofNew(id, values)) owners.add(value, owner)
  }

  /** A new record that the database refused was never known. */
  takeBackMade({ owner, id, values }: NewRow): void {
    for (const [owners, value] of this.ofNew(id, values)) owners.withdraw(value, owner)
  }

  noteChanged(id: number, before: Snapshot, values: Values): void {
    for (const [owners, value, old] of this.ofChange(before, values)) {
      if (old !== undefined) {
        owners.remove(old, id)
        this.givenUp.add(old)
      }
      if (value !== null) owners.add(value, { id })
    }
  }

  /** A record whose change the database refused is as it was. */
  takeBackChanged(id: number, before: Snapshot, values: Values): void {
    for (const [owners, value, old] of this.ofChange(before, values)) {
      if (value !== null) owners.remove(value, id)
      if (old !== undefined) owners.add(old, { id })
    }
  }

  private *ofNew(id: number | undefined, values: Values): Iterable<[ColumnValues, string | number]> {
    if (this.ids && id !== undefined) yield [this.ids.owners, id]
    for (const one of [this.keys, ...this.uniques]) {
      const value = one && values.get(one.field.name)
      if (one && value !== undefined && value !== null) yield [one.owners, value]
    }
  }

  /** The new value and the one before. */
  private *ofChange(
    { core }: Snapshot,
    values: Values,
  ): Iterable<[ColumnValues, StoredValue, string | number | undefined]> {
    for (const { field, owners } of this.uniques) {
      const value = values.get(field.name)
      const old = core[field.name]
      if (value !== undefined)
        yield [owners, value, typeof old === 'string' || typeof old === 'number' ? old : undefined]
    }
  }
}

const ownersOf = (
  { catalogue }: RequestScope,
  table: Table,
  { name }: Field,
  startsEmpty: boolean,
  visible: Sql,
): ColumnValues => new ColumnValues(table, name, isIndexed(catalogue, table, name), startsEmpty, visible)
