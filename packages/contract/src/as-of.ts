import { type Static, Type } from 'typebox'
import type { Route } from './guard-table.js'
import { phrase } from './messages/messages.js'
import { type Input, input, momentOf, optional } from './wire/input.js'

/**
 * A state of the application: right after a set of changes, or after the last one up to a time in unix
 * milliseconds. Of a moment that leaves something open, such as a day, it is the last one.
 */
export type AskedState = { readonly set: number } | { readonly time: number }

const setId = /^0*[1-9]\d{0,14}$/

function stateIn(given: number | string): AskedState | undefined {
  const text = String(given).trim()
  if (setId.test(text)) return { set: Number(text) }
  const moment = momentOf(text)
  return moment && { time: moment.end - 1 }
}

/** The parameter of all requests that read and can answer as they would have answered then. */
export const AsOf = Type.Object({
  as_of: optional(
    input(
      Type.Refine(
        Type.Union([Type.Integer({ minimum: 1 }), Type.String()]),
        (given) => stateIn(given) !== undefined,
      ),
      // What is accepted says a state.
      (given) => stateIn(given) as AskedState,
      { words: phrase('must_be_state', {}), reason: 'neither the id of a change set nor an ISO 8601 time' },
    ),
    'the state as it was: id of a change set (right after it), or ISO 8601 time (after the last set up to it)',
  ),
})

export type AsOf = Input<typeof AsOf>

/** The routes that take it. */
export const asOfRoutes: readonly Route[] = [
  'GET /api/records/:tb',
  'POST /api/records/:tb',
  'POST /api/records/:tb/totals',
  'POST /api/records/:tb/groups',
  'GET /api/records/:tb/export',
  'GET /api/records/:tb/print',
  'GET /api/records/:tb/labels',
  'GET /api/export/gpkg',
  'GET /api/record/:tb/:id',
  'GET /api/record/:tb/:id/print',
  'GET /api/rs/matrix',
  'GET /api/rs/check',
  'GET /api/rs/export',
  'POST /api/chart/data',
  'GET /api/geoface',
  'GET /api/geoface/tiles/:tb/:z/:x/:y',
  'GET /api/chrono/timeline',
  'GET /ogc/collections/:tb/items',
  'GET /ogc/collections/:tb/items/:id',
  'GET /api/refman/export/:tb',
  'GET /api/refman/export/:tb/:id',
]

/** In answers: which state they tell of. */
const AnsweredState = Type.Object(
  {
    set: Type.Integer({ description: 'the last change set of the state; 0 before the first one' }),
    time: Type.String({ description: 'when it was: ISO 8601 in UTC' }),
  },
  { description: 'only with the parameter `as_of`' },
)

/** What answers to such requests have besides their own members. */
export const AsOfMember = Type.Object({ as_of: Type.Optional(AnsweredState) })
export type AsOfMember = Static<typeof AsOfMember>
