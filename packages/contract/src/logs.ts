import { type Static, Type } from 'typebox'
import { Params } from './messages/params.js'

/** What `also` of a search in the log may have at most. */
export const maxTranslated = { lists: 100, codes: 100, words: 20 } as const

export const LogsQuery = Type.Object(
  {
    page: Type.Optional(Type.Unknown({ description: 'from 1; default 1' })),
    per_page: Type.Optional(Type.Unknown({ description: '1 to 200; default 50' })),
    level: Type.Optional(Type.Unknown({ description: 'exactly this level; 0: all' })),
    min_level: Type.Optional(Type.Unknown({ description: 'this level and those above; 0: all' })),
    search: Type.Optional(Type.Unknown({ description: 'part of the message, whatever its case' })),
    also: Type.Optional(
      Type.Unknown({
        description:
          '`also[]=code,code:word word`, up to 100 times: beside what `search` finds, lines of one of these codes whose message has all of these words',
      }),
    ),
  },
  { additionalProperties: true },
)

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

/** The value is examined by the service. */
export const PurgeLogsBody = Type.Union([
  Type.Object({
    days: Type.Optional(Type.Unknown({ description: 'how many days stay; at least 1, default 30' })),
  }),
  Type.Null(),
])

export const PurgeLogsReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('log_purge_success'),
  deleted: Type.Integer(),
  days: Type.Integer({ description: 'as applied' }),
})
