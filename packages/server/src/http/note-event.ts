import type { EventCode } from '@trowel/contract/logged-events.js'
import { type ParamsOfEvent, writeEvent } from '../catalogue/event-log.js'
import type { RequestScope } from './scope.js'

/** A line in the log of the application about what the caller did: its sentence says by whom. */
export function noteEvent<Code extends EventCode>(
  { db, log, principal }: RequestScope,
  code: Code,
  facts: Omit<ParamsOfEvent<Code>, 'by'>,
): Promise<void> {
  return writeEvent(db, log, code, { ...facts, by: principal.name })
}
