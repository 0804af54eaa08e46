import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { updateWelcome } from './store.js'

const maxCharacters = 65_536

/**
 * Stores the text that people meet on the first page, exactly as it is.
 * @throws `too_large`
 */
export async function saveWelcome(scope: RequestScope, content: string): Promise<void> {
  refuseTooLong(content)
  const { application, db } = scope
  await db.write(async (tx) => {
    await updateWelcome(tx, content)
    await db.announceConfigurationChange(tx)
  })
  await application.reload()
  await noteEvent(scope, 'welcome_saved', {})
}

function refuseTooLong(content: string): void {
  if (content.length <= maxCharacters || [...content].length <= maxCharacters) return
  throw new AppError('too_large', {
    ...message('welcome_too_long', { most: maxCharacters }),
    detail: { name: 'content', most: maxCharacters },
  })
}
