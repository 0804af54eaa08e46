import { showDone } from '../notices.js'
import { requestUndo, type UndoRequest } from './undo-request.js'

/**
 * Says that something was changed, and offers to undo it.
 *
 * @param changeSet as `withChangeSet` answers it: nothing is offered where nothing was changed
 * @returns takes the notice away
 */
export const showChanged = (
  message: string,
  changeSet: number | undefined,
  onUndone?: UndoRequest['onDone'],
): (() => void) => {
  const undo = (set: number) => () => requestUndo(set, { onDone: onUndone })
  return showDone(message, changeSet === undefined ? undefined : undo(changeSet))
}
