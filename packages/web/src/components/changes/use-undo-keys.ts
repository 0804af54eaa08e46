import { useHotkeys } from '@mantine/hooks'
import i18next from 'i18next'
import { useAsOf } from '../../core/past.js'
import { undoSteps } from '../../core/session.js'
import { afterWrites } from '../../core/tab-writes.js'
import { showDone } from '../notices.js'
import { afterUndoing, requestUndo } from './undo-request.js'

/**
 * Changes of more rows than are pasted at a time, and older ones, are shown before a key undoes them: it may
 * have been a slip.
 */
const someRows = 50
const longAgoMs = 10 * 60_000

/**
 * In a view that shows records the usual keys undo, and do again, what the person changed last in this tab;
 * not while he types, not below a dialog, and not in an earlier state.
 */
export function useUndoKeys(): void {
  const isPast = useAsOf() !== undefined
  const unless = (act: () => void) => (event: KeyboardEvent) => {
    if (isPast || isTyping(event.target) || document.querySelector('[role=dialog]')) return
    event.preventDefault()
    // What is still being saved is what the person changed last.
    afterUndoing(() => afterWrites(act))
  }
  const undo = () => {
    const last = undoSteps.last()
    if (last) requestUndo(last.id, { askFrom: Date.now() - last.at > longAgoMs ? 0 : someRows })
    else showDone(i18next.t('history.noneHere'))
  }
  const redo = () => {
    const last = undoSteps.lastUndone()
    if (last) requestUndo(last.by, { askFrom: someRows })
    else showDone(i18next.t('history.noneUndoneHere'))
  }
  useHotkeys(
    [
      ['mod + Z', unless(undo), { preventDefault: false }],
      ['mod + shift + Z', unless(redo), { preventDefault: false }],
      ['mod + Y', unless(redo), { preventDefault: false }],
    ],
    [],
  )
}

/** Where text is written, the keys undo what was typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range])'))
