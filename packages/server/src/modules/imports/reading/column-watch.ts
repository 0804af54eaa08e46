import type { DayForm } from '@trowel/contract/imports.js'
import { numberOf } from '../../../catalogue/column-values.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { prepareDay } from '../../../catalogue/field-types/registry.js'
import { isWkt } from '../../../formats/wkt.js'
import { dayForms, isAnswer, plainDay, plainNumber } from './cell-formats.js'

/** What programs and people write where there is no value. */
const emptyTexts = ['NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'NaN', 'nan', '-', '--', '–', '—'] as const
export type EmptyText = (typeof emptyTexts)[number]
const isEmptyText = (text: string): text is EmptyText => emptyTexts.some((one) => one === text)

/** How a number can be written: as the fields take it, or with this mark. */
const numberForms = ['plain', '.', ','] as const
export type NumberForm = (typeof numberForms)[number]

/** What all values of one column have in common; texts that say that there is none count for themselves. */
export interface ColumnFacts {
  /** Rows that have a value. */
  readonly filled: number
  /** How many rows have which of the texts that may say that there is none. */
  readonly markers: readonly (readonly [EmptyText, number])[]
  readonly isWhole: boolean
  /** The forms in which all of them are numbers. */
  readonly numbers: readonly NumberForm[]
  /** Of numbers. */
  readonly range: readonly [min: number, max: number] | undefined
  /** The forms in which all of them are days. */
  readonly days: readonly DayForm[]
  readonly isAnswer: boolean
  readonly isWkt: boolean
  /** Characters of the longest. */
  readonly longest: number
  readonly hasLines: boolean
  /** How many different ones there are; `undefined` when they were not all counted. */
  readonly distinct: number | undefined
  /** Each of them once, with how often it occurs; `undefined` when they are too many for a vocabulary. */
  readonly values: readonly (readonly [value: string, times: number])[] | undefined
  /** The first different ones. */
  readonly first: readonly string[]
}

const maxValues = 500
const maxFirst = 200
/** A value of a vocabulary is not longer. */
const maxValueLength = 200

/** What the columns of a file may keep together, so that no file fills the memory. */
export class WatchBudget {
  characters = 2_000_000
  keys = 400_000
}

/** Watches the values of one column and keeps what all of them allow. */
export class ColumnWatch {
  private filled = 0
  private readonly markers = new Map<EmptyText, number>()
  private isWhole = true
  private numbers: readonly NumberForm[] = numberForms
  private min = Number.POSITIVE_INFINITY
  private max = Number.NEGATIVE_INFINITY
  private days: readonly DayForm[] = dayForms
  private isAnswer = true
  private isWkt = true
  private longest = 0
  private hasLines = false
  private values: Map<string, number> | undefined = new Map()
  private first: readonly string[] = []
  private keys: Set<string> | undefined = new Set()
  private repeated = 0

  constructor(private readonly budget: WatchBudget = new WatchBudget()) {}

  see(cell: unknown): void {
    if (cell === undefined || cell === null || cell === '') return
    const text = String(cell)
    const value = text.trim()
    if (value === '') return
    if (isEmptyText(value)) {
      this.markers.set(value, (this.markers.get(value) ?? 0) + 1)
      return
    }
    this.filled += 1
    this.longest = Math.max(this.longest, text.length)
    if (!this.hasLines) this.hasLines = value.includes('\n')
    this.seeForm(value)
    this.count(value)
  }

  private seeForm(value: string): void {
    if (this.isWhole) this.isWhole = isWholeNumber(value)
    if (this.numbers.length > 0) this.seeNumber(value)
    if (this.days.length > 0) {
      this.days = this.days.filter((form) => !(dayIn(value, form) instanceof Unusable))
    }
    if (this.isAnswer) this.isAnswer = isAnswer(value)
    if (this.isWkt) this.isWkt = isWkt(value)
  }

  private seeNumber(value: string): void {
    let number: number | undefined
    this.numbers = this.numbers.filter((form) => {
      const plain = form === 'plain' ? value : plainNumber(value, form)
      const isFitting = !(plain instanceof Unusable) && isNumber(plain)
      if (isFitting) number ??= numberOf(plain)
      return isFitting
    })
    if (number === undefined) return
    this.min = Math.min(this.min, number)
    this.max = Math.max(this.max, number)
  }

  private count(value: string): void {
    if (this.values) this.countValue(this.values, value)
    if (!this.keys) return
    if (this.keys.has(value)) this.repeated += 1
    else if (this.budget.keys > 0) {
      this.budget.keys -= 1
      this.keys.add(value)
    } else this.keys = undefined
    // What repeats itself names no record: its different values are only worth counting while they are few.
    if (this.keys && !this.values && this.repeated > 50 && this.repeated > this.filled / 20) {
      this.budget.keys += this.keys.size
      this.keys = undefined
    }
  }

  private countValue(values: Map<string, number>, value: string): void {
    const times = values.get(value)
    if (times === undefined) this.budget.characters -= value.length
    if (
      value.length > maxValueLength ||
      this.budget.characters < 0 ||
      (times === undefined && values.size === maxValues)
    ) {
      for (const known of values.keys()) this.budget.characters += known.length
      this.first = [...values.keys()].slice(0, maxFirst)
      this.values = undefined
    } else values.set(value, (times ?? 0) + 1)
  }

  facts(): ColumnFacts {
    const { filled, isWhole, numbers, days, longest, hasLines, values } = this
    const hasNumbers = filled > 0 && numbers.length > 0
    return {
      filled,
      markers: [...this.markers],
      isWhole: filled > 0 && isWhole,
      numbers: hasNumbers ? numbers : [],
      range: hasNumbers ? [this.min, this.max] : undefined,
      days: filled > 0 ? days : [],
      isAnswer: filled > 0 && this.isAnswer,
      isWkt: filled > 0 && this.isWkt,
      longest,
      hasLines,
      distinct: this.keys?.size,
      values: values && [...values],
      first: values ? [...values.keys()].slice(0, maxFirst) : this.first,
    }
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

function dayIn(value: string, form: DayForm): string | Unusable {
  const day = plainDay(value, form)
  return day instanceof Unusable ? day : prepareDay(day)
}
