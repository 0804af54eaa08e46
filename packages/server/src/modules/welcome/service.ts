import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { updateWelcome } from './store.js'

const maxCharacters = 65_536

/**
 * Stores the text that people meet on the first page, exactly as it is.
 * @throws `parameter_missing`, `invalid_parameter`, `too_large`
 */
export async function saveWelcome(scope: RequestScope, given: unknown): Promise<void> {
  const { application, db } = scope
  const content = contentOf(given)
  await db.write(async (tx) => {
    await updateWelcome(tx, content)
    await db.announceConfigurationChange(tx)
  })
  await application.reload()
  await noteEvent(scope, 'welcome_saved', {})
}

function contentOf(given: unknown): string {
  if (given === undefined || given === null) {
    throw new AppError('parameter_missing', { text: '"content" is missing.', detail: 'content' })
  }
  if (typeof given !== 'string' || given.includes('\0')) {
    throw new AppError('invalid_parameter', {
      text: '"content" must be a text without NUL characters.',
      detail: { name: 'content', reason: 'not a text' },
    })
  }
  if (given.length > maxCharacters && [...given].length > maxCharacters) {
    throw new AppError('too_large', {
      text: `The welcome text has at most ${maxCharacters} characters.`,
      detail: { name: 'content', most: maxCharacters },
    })
  }
  return given
}
