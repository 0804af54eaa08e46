import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { Params } from './messages/params.js'
import { type Input, input, nullable, optional, paging, sought, wholeNumber } from './wire/input.js'

/** What `also` of a search in the log may have at most. */
export const maxTranslated = { lists: 100, codes: 200, words: 20 } as const

export const LogsQuery = Type.Object(
  {
    ...paging(200, 50),
    level: optional(wholeNumber(), 'exactly this level, 100 to 600; 0: all'),
    min_level: optional(wholeNumber(), 'this level and those above; 0: all'),
    search: optional(sought(), 'part of the message, whatever its case'),
    also: Type.Optional(
      input(
        Type.Array(Type.String(), {
          description:
            '`also[]=code,code:word word`, up to 100 times: beside what `search` finds, lines of one of these codes whose message has all of these words',
        }),
        (given) => given,
        { words: phrase('is_no_list', {}) },
      ),
    ),
  },
  { additionalProperties: true },
)

export type LogsQuery = Input<typeof LogsQuery>

export const LoggedEvent = Type.Object({
  id: Type.Integer(),
  channel: Type.String({ description: 'auth, admin, config, data, db, http or refman' }),
  level: Type.Integer({ description: '100 to 600; the higher, the graver' }),
  level_name: Type.String(),
  message: Type.String({ description: 'the first line is the summary' }),
  code: Type.Union([Type.String(), Type.Null()], {
    description: 'which sentence the message is; null in lines of older versions',
  }),
  facts: Params,
  time: Type.String({ description: 'ISO 8601 in UTC' }),
})
export type LoggedEvent = Static<typeof LoggedEvent>

export const LogsReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  data: Type.Array(LoggedEvent, { description: 'newest first' }),
})

export const PurgeLogsBody = Type.Object({
  days: nullable(Type.Integer(), 'how many days stay; at least 1, default 30', {
    words: phrase('must_be_whole_number', {}),
    reason: 'not a whole number',
  }),
})

export const PurgeLogsReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('log_purge_success'),
  deleted: Type.Integer(),
  days: Type.Integer({ description: 'as applied' }),
})
