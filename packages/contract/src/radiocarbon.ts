import { type Static, Type } from 'typebox'
import { count, flag, type Input, optional, text, wholeNumber } from './wire/input.js'

export const CalibrateQuery = Type.Object(
  {
    bp: wholeNumber({ description: 'radiocarbon age in years BP' }),
    error: count({ description: 'its standard deviation, from 1' }),
    curve: optional(text(), '`intcal20` (default), `shcal20`, `marine20`, or an installed one'),
  },
  { additionalProperties: true },
)

export type CalibrateQuery = Input<typeof CalibrateQuery>

/** A calibration curve, and how it is cited. */
export const CurveSource = Type.Object({
  name: Type.String({ description: 'as dates name it' }),
  title: Type.String(),
  citation: Type.String(),
  doi: Type.Union([Type.String(), Type.Null()]),
})
export type CurveSource = Static<typeof CurveSource>

const years = {
  from: Type.Integer({ description: 'the younger bound, in calendar years before 1950' }),
  to: Type.Integer({ description: 'the older bound' }),
}

const CalibratedRegion = Type.Object({
  ...years,
  parts: Type.Array(Type.Object({ ...years, probability: Type.Number({ description: '0 to 1' }) }), {
    description: 'the same without the years between that do not belong to it, from the youngest on',
  }),
})

export const CalibrateReply = Type.Object({
  status: Type.Literal('success'),
  curve: Type.String(),
  source: CurveSource,
  bp: Type.Integer(),
  error: Type.Integer(),
  cal_1s: Type.Union([CalibratedRegion, Type.Null()], {
    description: '68.27 %; null when the age lies outside the curve',
  }),
  cal_2s: Type.Union([CalibratedRegion, Type.Null()], { description: '95.45 %' }),
  density: Type.Array(Type.Object({ cal: Type.Integer(), density: Type.Number() }), {
    description:
      'how likely single years are, for a drawing: at most 1,000 calendar years before 1950, the youngest first; over all years the densities add up to 1',
  }),
})
export type CalibrateReply = Static<typeof CalibrateReply>

export const RecalibrateBody = Type.Union([
  Type.Object({
    background: Type.Optional(flag({ description: 'true: the answer comes at once and names a job' })),
  }),
  Type.Null(),
])

export const RecalibrateReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('radiocarbon_recalibrated'),
  rows: Type.Integer({ description: 'radiocarbon dates of the application' }),
  calibrated: Type.Integer({ description: 'those of them that have ranges now' }),
  changed: Type.Integer({ description: 'those whose ranges are others than before' }),
})
