import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { byName } from './wire/by-name.js'
import { name } from './wire/input.js'

export const VerifyPasswordBody = Type.Object({
  password: name({ description: 'the password of the person who asks', code: 'free_sql_wrong_password' }),
})

export const VerifyPasswordReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('free_sql_password_ok'),
  confirmed_until: Type.String({ format: 'date-time', description: 'renewed by each statement' }),
})

export const RunSqlBody = Type.Object({
  sql: name({
    description: 'exactly one statement, 1 to 100000 characters',
    sentence: phrase('text_unusable', { reason: phrase('it_must_be_text', {}) }),
    reason: 'It must be text.',
  }),
})

const RowsReply = Type.Object({
  status: Type.Literal('success'),
  rows: Type.Array(byName(Type.Union([Type.String(), Type.Number(), Type.Null()]))),
  columns: Type.Array(Type.String(), { description: 'in order; a name that comes again gets `_2`, `_3` …' }),
  total: Type.Integer({ description: 'rows in this answer' }),
  truncated: Type.Boolean({ description: 'were there more?' }),
})

const DoneReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_free_sql_run'),
  affected: Type.Integer({ description: 'rows changed; 0 when the shape of a table changed' }),
})

export const RunSqlReply = Type.Union([RowsReply, DoneReply])
export type RunSqlReply = Static<typeof RunSqlReply>
