import {
  counterIn,
  fieldsInPattern,
  type NumberSeries,
  numberIn,
  readNumberPattern,
  seriesOf,
} from '@trowel/contract/model/number-pattern.js'
import { type Field, fieldOf, type Table } from '../../catalogue/catalogue.js'
import { normaliseValue, type SentValue, type Values } from '../../catalogue/field-rules.js'
import { Unusable } from '../../catalogue/field-types/field-type.js'
import type { RequestScope } from '../../http/scope.js'
import { keyword } from '../../storage/sql.js'
import type { Reader } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { lookupTarget, selectLabels } from '../rows/lookup-labels.js'
import { selectHolders } from '../rows/store.js'
import { type FreeCounters, selectFreeCounters } from './numbering-store.js'

const patternOf = weakMemoize(({ numberPattern }: Field) =>
  numberPattern === undefined ? undefined : readNumberPattern(numberPattern),
)

/** The fields of a table whose values are numbers of a pattern. */
export const numberedFields = weakMemoize((table: Table): readonly Field[] =>
  [...table.fields.values()].filter((field) => patternOf(field) !== undefined),
)

/** The next number of a field, or the fields without which there is none. */
export type NextNumber = { readonly value: string | number } | { readonly missing: readonly string[] }

/** Values that were given to fields, by name. */
export type GivenNumbers = Readonly<Record<string, string | number>>

interface KnownSeries {
  readonly field: Field
  readonly series: NumberSeries
  /** The last of them never ends. */
  free: readonly FreeCounters[]
}

/**
 * Gives records their numbers. Within a transaction that writes, nobody else gives numbers meanwhile, so that
 * each is given once; what is given here is not given again.
 */
export class Numbering {
  readonly #series = new Map<string, KnownSeries>()
  /** Numbers of rows that are about to be stored, by field. */
  readonly #unstored = new Map<Field, Set<string>>()
  /** What the records of lookups are called, by field and id. */
  readonly #labels = new Map<string, string | undefined>()

  constructor(
    private readonly reader: Reader,
    private readonly scope: RequestScope,
    private readonly table: Table,
  ) {}

  /** @param values of the record, on which its number may depend */
  async next(field: Field, values: Values): Promise<NextNumber> {
    const series = await this.#seriesOf(field, values)
    return 'missing' in series ? series : { value: await this.#give(field, series) }
  }

  /**
   * A record that is to be made, with the numbers that it gets: for fields that are empty and numbered by
   * themselves, and for proposals that others have taken, or that belong to other values, meanwhile.
   *
   * @param proposed names of the fields whose values, or whose emptiness, are no person's choice
   */
  async complete<Value extends SentValue>(
    values: ReadonlyMap<string, Value>,
    proposed: ReadonlySet<string> = new Set(),
  ): Promise<{
    readonly values: ReadonlyMap<string, Value | string | number>
    readonly given: GivenNumbers
  }> {
    const given: Record<string, string | number> = {}
    for (const field of numberedFields(this.table)) {
      const sent = values.get(field.name) ?? null
      const isProposed = proposed.has(field.name)
      if (!isProposed && (sent !== null || !field.isNumberedOnSave)) {
        this.note(field, sent)
        continue
      }
      const series = await this.#seriesOf(field, values)
      if ('missing' in series) continue
      if (await this.#isFree(field, series, sent)) this.note(field, sent)
      else given[field.name] = await this.#give(field, series)
    }
    const numbers = Object.entries(given)
    if (numbers.length === 0) return { values, given }
    const completed = new Map<string, Value | string | number>(values)
    for (const [name, number] of numbers) completed.set(name, number)
    return { values: completed, given }
  }

  /** A row that is about to be stored has this number. */
  note(field: Field, value: SentValue): void {
    if (value === null || value instanceof Unusable) return
    const text = String(value)
    const unstored = this.#unstored.get(field)
    if (unstored) unstored.add(text)
    else this.#unstored.set(field, new Set([text]))
    for (const known of this.#series.values()) if (known.field === field) take(known, text)
  }

  /** All rows that were about to be stored are. */
  noteStored(): void {
    this.#unstored.clear()
  }

  async #seriesOf(
    field: Field,
    values: Values,
  ): Promise<NumberSeries | { readonly missing: readonly string[] }> {
    const { fields } = this.table
    const pattern = patternOf(field) ?? []
    const isField = (name: string) => fields.has(name)
    const texts = new Map<string, string>()
    for (const name of fieldsInPattern(pattern, isField)) {
      const text = await this.#textOf(fieldOf(this.table, name), values.get(name) ?? null)
      if (text !== undefined) texts.set(name, text)
    }
    return seriesOf(pattern, this.scope.now.getUTCFullYear(), isField, (name) => texts.get(name))
  }

  /** What is put into a number for a value: of a lookup, what its record is called. */
  async #textOf(field: Field, value: SentValue): Promise<string | undefined> {
    if (value === null || value instanceof Unusable) return undefined
    if (field.idFromTable === undefined) return String(value)
    const target = lookupTarget(this.scope, field)
    if (!target || typeof value !== 'number') return undefined
    const key = `${field.name} ${value}`
    if (!this.#labels.has(key)) {
      const labels = await selectLabels(this.reader, this.scope, target, target.idField, [value])
      const label = labels.get(value) ?? null
      this.#labels.set(key, label === null ? undefined : String(label))
    }
    return this.#labels.get(key)
  }

  async #isFree(field: Field, series: NumberSeries, value: SentValue): Promise<boolean> {
    if (value === null || value instanceof Unusable || counterIn(series, String(value)) === undefined)
      return false
    if (this.#unstored.get(field)?.has(String(value))) return false
    const holders = await selectHolders(this.reader, this.table, field.name, [value], keyword(''))
    return holders.length === 0
  }

  async #give(field: Field, series: NumberSeries): Promise<string | number> {
    const key = JSON.stringify([field.name, series.prefix, series.suffix])
    const known = this.#series.get(key) ?? (await this.#look(field, series))
    this.#series.set(key, known)
    const number = numberIn(series, known.free[0]?.from ?? 1)
    this.note(field, number)
    const value = normaliseValue(field, number)
    return value === null || value instanceof Unusable ? number : value
  }

  async #look(field: Field, series: NumberSeries): Promise<KnownSeries> {
    const { table, reader, scope } = this
    const of = { table, field, series }
    const free = await selectFreeCounters(reader, scope.db.dialect, of, field.numbersFillGaps)
    const known = { field, series, free }
    for (const text of this.#unstored.get(field) ?? []) take(known, text)
    return known
  }
}

/** A number of the series is free no more. */
function take(known: KnownSeries, text: string): void {
  const n = counterIn(known.series, text)
  if (n === undefined) return
  known.free = known.free.flatMap(({ from, to }): FreeCounters[] => {
    if (n < from || (to !== null && n > to)) return [{ from, to }]
    // The next number is the one after the highest, whatever is free below.
    const isBelowKept = known.field.numbersFillGaps && n > from
    const below = isBelowKept ? [{ from, to: n - 1 }] : []
    return to === n ? below : [...below, { from: n + 1, to }]
  })
}
