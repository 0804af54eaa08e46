import { writeLog } from '../../catalogue/event-log.js'
import type { RequestScope } from '../../http/scope.js'

/** What somebody did to libraries and citations, for the log of the application. */
export const noteEvent = (scope: RequestScope, message: string): Promise<void> =>
  writeLog(scope.db, scope.log, {
    channel: 'refman',
    level: 'INFO',
    message: `${message} by ${scope.principal.name}`,
  })
