import { type Static, Type } from 'typebox'
import { textOrNone } from './wire/input.js'

export const MigrationState = Type.Object({
  name: Type.String(),
  title: Type.Union([Type.String(), Type.Null()], {
    description: 'what it brings, in words; null for one that only a newer service knows',
  }),
  applied: Type.Boolean(),
  applied_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601 in UTC' }),
  unknown: Type.Optional(
    Type.Literal(true, { description: 'a newer service ran it; this one does not know it' }),
  ),
})
export type MigrationState = Static<typeof MigrationState>

export const MigrationsReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  applied: Type.Integer(),
  migrations: Type.Array(MigrationState, { description: 'in the order in which they run' }),
})

export const UpgradeStatusQuery = Type.Object(
  { app: textOrNone('name of the application, for those without a token') },
  { additionalProperties: true },
)

export const UpgradeStatusReply = Type.Object({
  status: Type.Literal('success'),
  type: Type.Union([Type.Literal('minor'), Type.Null()], { description: '`minor` while migrations wait' }),
  pending: Type.Optional(Type.Array(Type.String(), { description: 'empty unless an administrator asks' })),
  affects_files: Type.Optional(Type.Boolean()),
})
export type UpgradeStatusReply = Static<typeof UpgradeStatusReply>

export const UpgradeReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('upgrade_complete'),
  applied: Type.Array(Type.String(), { description: 'what ran now' }),
})
