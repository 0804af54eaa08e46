import type { AppInfoReply, InfoReply } from '@trowel/contract/info.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { sessionUser } from '../auth/index.js'

/** @param scope of the caller, when he sent a valid token */
export function describeService(
  { version, changelog }: Services,
  scope: RequestScope | undefined,
): InfoReply {
  return {
    status: 'success',
    version,
    project_version: scope?.application.settings.version ?? null,
    changelog_md: changelog,
  }
}

export function describeApplication({ version }: Services, scope: RequestScope): AppInfoReply {
  const { application, db, principal } = scope
  const {
    title,
    definition,
    color,
    logo,
    cover,
    coverPoint,
    status,
    version: projectVersion,
  } = application.settings
  return {
    status: 'success',
    name: application.name.toUpperCase(),
    title,
    definition,
    color,
    logo,
    cover,
    cover_point: coverPoint,
    app: application.name,
    app_status: status,
    engine: db.engine,
    version,
    project_version: projectVersion,
    user: sessionUser(application.name, principal),
  }
}
