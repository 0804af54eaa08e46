import { loadRights } from '../access/levels.js'
import type { RequestScope } from './scope.js'

/** The scope with the configuration and the rights of now. */
export async function renewedScope(scope: RequestScope): Promise<RequestScope> {
  const { application, principal, log } = scope
  await application.refresh()
  return {
    ...scope,
    catalogue: application.catalogue,
    rights: await loadRights(application, principal, log),
  }
}
