import { Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { labelSheetNames } from './model/label-sheets.js'
import { printLimits } from './model/print-limits.js'
import { PrintListQuery } from './print.js'
import { count, flag, type Input, input, line, optional, text } from './wire/input.js'

const maxAcross = 50
const maxPageMillimetres = 2000

const millimetres = (min: number, description: string) =>
  optional(
    input(
      Type.Refine(Type.Union([Type.Number(), Type.String({ pattern: '^\\d+(\\.\\d+)?$' })]), (given) => {
        const value = Number(given)
        return value >= min && value <= maxPageMillimetres
      }),
      Number,
      { words: phrase('must_be_millimetres', { least: min, most: maxPageMillimetres }) },
    ),
    description,
  )

const wholeTo = (most: number, description: string) =>
  optional(
    input(
      Type.Refine(Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,6}$' })]), (given) => {
        const value = Number(given)
        return value >= 1 && value <= most
      }),
      Number,
      { words: phrase('must_be_count_to', { most }) },
    ),
    description,
  )

const {
  template: _template,
  as: _as,
  orientation: _orientation,
  group: _group,
  pictures: _pictures,
  ...listing
} = PrintListQuery.properties

/** Which records, what their labels say, and what they are printed on. */
export const LabelQuery = Type.Object(
  {
    ...listing,
    sheet: optional(
      input(Type.Enum([...labelSheetNames, 'own']), (given) => given, {
        words: phrase('must_be_one_of', { values: [...labelSheetNames, 'own'].join(', ') }),
      }),
      'a sheet or roll by its name; `own`: by the measures that follow; default `avery-l7160`',
    ),
    width: millimetres(10, 'of a label of an `own` sheet; millimetres, as all of these'),
    height: millimetres(8, 'of a label'),
    page_width: millimetres(10, 'of the page; as wide as a label if absent'),
    page_height: millimetres(8, 'of the page'),
    across: wholeTo(maxAcross, 'labels beside each other; default 1'),
    down: wholeTo(maxAcross, 'labels below each other; default 1'),
    left: millimetres(0, 'of the first label; default 0'),
    top: millimetres(0, 'of the first label'),
    step_x: millimetres(1, 'from one label to the next; as wide as a label if absent'),
    step_y: millimetres(1, 'from one label to the next below it'),
    heading: optional(line(80), 'a line above the title of each label, such as the name of the excavation'),
    title: optional(text(), 'field that a label is headed by; what records are called if absent'),
    qr: optional(flag(), '`0`: without a code that leads to the record'),
    outlines: optional(flag(), '`1`: with an edge around each label, to be cut along'),
    start: optional(count(), 'first label of the first sheet that is still there, row by row; default 1'),
    copies: wholeTo(printLimits.copies, `of each label; default 1, at most ${printLimits.copies}`),
  },
  { additionalProperties: true },
)
export type LabelQuery = Input<typeof LabelQuery>
