import { notifications } from '@mantine/notifications'
import { showDone } from '../notices.js'
import { requestUndo, type UndoRequest } from './undo-request.js'

const offerOf = (changeSet: number): string => `undo-${changeSet}`

/** Takes the notice away that offers to undo a set, once that is done in another way. */
export const hideOffer = (changeSet: number): void => void notifications.hide(offerOf(changeSet))

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
  if (changeSet === undefined) return showDone(message)
  return showDone(message, () => requestUndo(changeSet, { onDone: onUndone }), offerOf(changeSet))
}
