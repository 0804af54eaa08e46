import { fileProblem } from '../../../formats/file-problem.js'
import { hoursMinutesSeconds, type SheetCell } from './workbook.js'

/** Of an element, by their names. */
export type Attributes = Readonly<Record<string, string>>

/** What a cell of an OpenDocument spreadsheet says. @param text what it shows */
export function odsValue(attributes: Attributes, text: string): SheetCell {
  if (isMistake(attributes, text)) return ''
  switch (attributes['office:value-type']) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberOf(attributes['office:value']) ?? text
    case 'date':
      return dayOf(attributes['office:date-value'] ?? '') ?? text
    case 'time':
      return timeOf(attributes['office:time-value'] ?? '') ?? text
    case 'boolean':
      return attributes['office:boolean-value'] === 'true'
    default:
      return attributes['office:string-value'] ?? text
  }
}

/** A formula without a result, which older programs call the number 0. */
const isMistake = (attributes: Attributes, text: string): boolean =>
  attributes['calcext:value-type'] === 'error' ||
  (attributes['table:formula'] !== undefined &&
    /^(?:Err:\d|#(?:REF|DIV|N\/A|NAME|VALUE|NUM|NULL))/.test(text))

function numberOf(given: string | undefined): number | undefined {
  const number = given === undefined || given.trim() === '' ? Number.NaN : Number(given)
  return Number.isFinite(number) ? number : undefined
}

/** A day, with the time where there is one; days before 1900 are days, too. */
function dayOf(given: string): string | undefined {
  const [, day, time] = /^([-+]?\d{4,}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:[.,]\d*)?)?Z?$/.exec(given) ?? []
  return time === undefined || time === '00:00:00' ? day : `${day}T${time}Z`
}

/** A time of the day is a duration: `PT13H05M00S`. The nearest second is meant, as in other workbooks. */
function timeOf(given: string): string | undefined {
  const parts = /^(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d*)?)S)?$/.exec(given)
  if (!parts) return undefined
  const [, sign = '', days = 0, hours = 0, minutes = 0, seconds = 0] = parts
  const whole = Math.round(Number(String(seconds).replace(',', '.')))
  const all = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + whole
  return hoursMinutesSeconds(sign === '-' ? -all : all)
}

/** Spaces that a file says the number of, in all of its cells. */
const maxSpaces = 10_000

/**
 * The text of a cell, paragraph by paragraph. Blanks beside each other are one, as the format has it; those
 * that are meant are elements of their own.
 */
export class CellText {
  private readonly paragraphs: string[] = []
  private paragraph: string | undefined
  private afterSpace = true

  open(name: string, attributes: Attributes): void {
    if (name === 'text:p' || name === 'text:h') {
      this.paragraph = ''
      this.afterSpace = true
    } else if (name === 'text:s') this.addExact(' '.repeat(spaces(attributes['text:c'])))
    else if (name === 'text:tab') this.addExact('\t')
    else if (name === 'text:line-break') this.addExact('\n')
  }

  add(text: string): void {
    if (this.paragraph === undefined) return
    const single = text.replace(/[\t\n\r ]+/g, ' ')
    const added = this.afterSpace && single.startsWith(' ') ? single.slice(1) : single
    if (added === '') return
    this.paragraph += added
    this.afterSpace = added.endsWith(' ')
  }

  close(name: string): void {
    if ((name !== 'text:p' && name !== 'text:h') || this.paragraph === undefined) return
    this.paragraphs.push(this.paragraph)
    this.paragraph = undefined
  }

  toString(): string {
    return this.paragraphs.join('\n')
  }

  private addExact(text: string): void {
    if (this.paragraph === undefined) return
    this.paragraph += text
    this.afterSpace = false
  }
}

function spaces(given: string | undefined): number {
  const count = Number(given ?? 1)
  if (Number.isSafeInteger(count) && count >= 0 && count <= maxSpaces) return count
  throw fileProblem('workbook_damaged', { reason: 'it has too many blanks beside each other' })
}
