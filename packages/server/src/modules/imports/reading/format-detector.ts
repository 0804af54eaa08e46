import type { DayForm, DecimalMark } from '@trowel/contract/imports.js'
import { partsOfDay } from './cell-formats.js'

/** Something that was found out about a file. */
export interface Detected<Value extends string = string> {
  /** null: the file does not tell. */
  readonly value: Value | null
  /** How sure it is, 0 to 1. */
  readonly sure: number
  /** What was seen, for people. */
  readonly seen: string
}

interface Sightings {
  count: number
  /** Those that can be read in one way only. */
  certain: number
  example: string
}

/** Watches all cells of a file and finds out how it writes numbers and days. */
export class FormatDetector {
  private readonly marks = new Map<DecimalMark, Sightings>()
  private readonly days = new Map<DayForm, Sightings>()
  /** `1,234` or `1.234`: a fraction or a thousand. */
  private unclearNumbers = 0
  /** `03/04/2021`: which one is the month? */
  private unclearDays = 0

  see(cell: unknown): void {
    if (typeof cell !== 'string' || cell.length > 24 || cell.length < 3) return
    const text = cell.trim()
    if (!startsLikeNumber(text)) return
    this.seeNumber(text)
    this.seeDay(text)
  }

  private seeNumber(text: string): void {
    if (!/^[-+]?[\d.,]+$/.test(text)) return
    if (/^[-+]?\d{1,3}[.,]\d{3}$/.test(text)) {
      // A number that begins with nought is a fraction.
      if (!/^[-+]?0/.test(text)) this.unclearNumbers += 1
      else this.note(this.marks, text.includes(',') ? ',' : '.', text, true)
      return
    }
    if (/^[-+]?\d+[.,]\d+$/.test(text)) this.note(this.marks, text.includes(',') ? ',' : '.', text, true)
    else if (/^[-+]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) this.note(this.marks, ',', text, true)
    else if (/^[-+]?\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) this.note(this.marks, '.', text, true)
  }

  private seeDay(text: string): void {
    const [, first = '', separator = '', second = '', third = ''] =
      /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? []
    if (separator === '') return
    const forms = Object.entries(partsOfDay).filter(([form, order]) => {
      if (!form.includes(separator)) return false
      const part = (name: 'year' | 'month' | 'day') =>
        [first, second, third][(order as readonly string[]).indexOf(name)] ?? ''
      return (
        part('year').length === 4 &&
        part('month').length <= 2 &&
        part('day').length <= 2 &&
        isWithin(part('month'), 12) &&
        isWithin(part('day'), 31)
      )
    })
    if (forms.length > 1) this.unclearDays += 1
    for (const [form] of forms) this.note(this.days, form as DayForm, text, forms.length === 1)
  }

  private note<Value>(seen: Map<Value, Sightings>, value: Value, example: string, isCertain: boolean): void {
    const known = seen.get(value)
    if (!known) seen.set(value, { count: 1, certain: isCertain ? 1 : 0, example })
    else {
      known.count += 1
      if (isCertain) known.certain += 1
    }
  }

  decimal(): Detected<DecimalMark> {
    const [best, other] = ranked(this.marks)
    if (!best) {
      return this.unclearNumbers === 0
        ? { value: null, sure: 1, seen: 'no number with decimals' }
        : {
            value: null,
            sure: 0,
            seen: `${this.unclearNumbers} numbers such as 1,234 or 1.234, which can mean either`,
          }
    }
    const all = best.certain + (other?.certain ?? 0) + this.unclearNumbers
    const more = other === undefined ? '' : `, ${other.count} with the other mark, such as ${other.example}`
    const unclear = this.unclearNumbers === 0 ? '' : `, ${this.unclearNumbers} that can mean either`
    return {
      value: best.value,
      sure: rounded(best.certain / all),
      seen: `${best.count} numbers such as ${best.example}${more}${unclear}`,
    }
  }

  dates(): Detected<DayForm> {
    // Days in the form of the fields are understood beside every other form.
    const foreign = new Map([...this.days].filter(([form]) => form !== 'yyyy-mm-dd'))
    const days = foreign.size > 0 ? foreign : this.days
    const [best, other] = ranked(days)
    if (!best) return { value: null, sure: 1, seen: 'no days' }
    const certain = [...days.values()].reduce((sum, sightings) => sum + sightings.certain, 0)
    const unclear = this.unclearDays === 0 ? '' : `, ${this.unclearDays} of all days can mean either`
    const more =
      other === undefined ? '' : `; ${other.count} could be ${other.value}, such as ${other.example}`
    return {
      value: best.value,
      // Days that fit two forms say nothing; with no others the commoner order stands first.
      sure: certain === 0 ? 0.5 : rounded(best.certain / certain),
      seen: `${best.count} days such as ${best.example}${more}${unclear}`,
    }
  }
}

function startsLikeNumber(text: string): boolean {
  const code = text.charCodeAt(0)
  return (code >= 48 && code <= 57) || code === 45 || code === 43
}

const isWithin = (digits: string, most: number): boolean => Number(digits) >= 1 && Number(digits) <= most

function ranked<Value extends string>(seen: ReadonlyMap<Value, Sightings>): (Sightings & { value: Value })[] {
  return [...seen]
    .map(([value, sightings]) => ({ value, ...sightings }))
    .sort((one, two) => two.certain - one.certain || two.count - one.count)
}

const rounded = (share: number): number => Math.round(share * 100) / 100
