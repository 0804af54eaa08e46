import type { ChartDefinition, Listing } from '@trowel/client'
import { type ChartType, chartTypes } from '@trowel/contract/charts.js'
import { isObject, objectOrEmpty } from '@trowel/contract/json.js'
import { type Aggregate, aggregateNames } from '@trowel/contract/model/aggregates.js'

export const palettes = {
  clay: [
    '#8f4923',
    '#c98a5e',
    '#5d6b4a',
    '#a9a27a',
    '#3f5d73',
    '#8aa3b0',
    '#7b4a63',
    '#c39bab',
    '#6b6256',
    '#b5aa98',
  ],
  field: [
    '#3f5d73',
    '#7c9a5b',
    '#c27a12',
    '#8f4923',
    '#7b4a63',
    '#4f8f8b',
    '#a9a27a',
    '#b85c5c',
    '#5c6b9e',
    '#6b6256',
  ],
  grey: [
    '#3b3732',
    '#7d776d',
    '#a39d92',
    '#5c574f',
    '#c3beb4',
    '#221f1b',
    '#8d867b',
    '#6b6459',
    '#b5afa4',
    '#4b4740',
  ],
} as const
export type Palette = keyof typeof palettes

/** How it looks; kept with the chart. */
export interface ChartStyle {
  readonly palette: Palette
  readonly legend: boolean
  readonly horizontal: boolean
}

/** A chart while it is made. */
export interface ChartDraft {
  readonly tb: string
  readonly type: ChartType
  /** Whose values make the groups; nothing for a single number. */
  readonly groupedBy: string
  readonly measured: string
  readonly aggregate: Aggregate
  readonly filter: Listing | undefined
  readonly style: ChartStyle
}

export const newDraft = (tb: string, filter?: Listing): ChartDraft => ({
  tb,
  type: 'bar',
  groupedBy: '',
  measured: 'id',
  aggregate: 'COUNT',
  filter,
  style: { palette: 'clay', legend: false, horizontal: false },
})

export const isReady = ({ type, groupedBy, measured }: ChartDraft): boolean =>
  measured !== '' && (type === 'metric' || groupedBy !== '')

export function definitionOf({
  tb,
  type,
  groupedBy,
  measured,
  aggregate,
  filter,
  style,
}: ChartDraft): ChartDefinition {
  const shared = { tb, filter: filter ?? {}, style: { ...style } }
  return type === 'metric'
    ? { ...shared, type, field: measured, function: aggregate }
    : { ...shared, type, x_field: groupedBy, y_field: measured, y_function: aggregate }
}

/** Reads what was stored; what is missing becomes what a new chart begins with. */
export function draftOf(stored: object): ChartDraft {
  const definition: Readonly<Record<string, unknown>> = { ...stored }
  const text = (key: string) => (typeof definition[key] === 'string' ? definition[key] : '')
  const type = chartTypes.find((one) => one === definition['type']) ?? 'bar'
  const called = text(type === 'metric' ? 'function' : 'y_function').toUpperCase()
  const { filter } = definition
  return {
    tb: text('tb'),
    type,
    groupedBy: text('x_field'),
    measured: text(type === 'metric' ? 'field' : 'y_field') || 'id',
    aggregate: aggregateNames.find((one) => one === called) ?? 'COUNT',
    filter: isObject(filter) && Object.keys(filter).length > 0 ? filter : undefined,
    style: styleOf(definition['style'], type),
  }
}

function styleOf(style: unknown, type: ChartType): ChartStyle {
  const given = objectOrEmpty(style)
  const isPalette = (one: unknown): one is Palette => typeof one === 'string' && Object.hasOwn(palettes, one)
  return {
    palette: isPalette(given['palette']) ? given['palette'] : 'clay',
    // Charts of other clients name the place of the legend.
    legend:
      typeof given['legend'] === 'boolean'
        ? given['legend']
        : typeof given['legendPosition'] === 'string'
          ? given['legendPosition'] !== 'hidden'
          : type === 'pie' || type === 'doughnut',
    horizontal: given['horizontal'] === true,
  }
}
