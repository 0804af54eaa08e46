import { type Static, Type } from 'typebox'
import { SessionUser } from './auth.js'

export const InfoReply = Type.Object({
  status: Type.Literal('success'),
  version: Type.String({ description: 'semantic version of the service' }),
  project_version: Type.Union([Type.String(), Type.Null()], {
    description: 'the version that last opened the application of the caller; null without a valid token',
  }),
  changelog_md: Type.String({ description: 'Markdown' }),
})
export type InfoReply = Static<typeof InfoReply>

const pictureName = Type.Union([Type.String(), Type.Null()], {
  description: 'another one with each picture that is set; `GET /api/welcome/:picture` has its bytes',
})

export const AppInfoReply = Type.Object({
  status: Type.Literal('success'),
  name: Type.String(),
  title: Type.Union([Type.String(), Type.Null()], { description: 'what people call the project' }),
  definition: Type.String(),
  color: Type.String(),
  logo: pictureName,
  cover: pictureName,
  cover_point: Type.Union([Type.Tuple([Type.Number(), Type.Number()]), Type.Null()], {
    description: 'which of its points stays in sight where there is no room for all of it; null: the middle',
  }),
  app: Type.String(),
  app_status: Type.Union([Type.Literal('on'), Type.Literal('frozen'), Type.Literal('off')]),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('pgsql')]),
  version: Type.String(),
  project_version: Type.String(),
  user: SessionUser,
})
export type AppInfoReply = Static<typeof AppInfoReply>
