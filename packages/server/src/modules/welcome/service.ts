import type { SaveWelcomeBody } from '@trowel/contract/welcome.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { loadSettings, storeSettings } from '../../catalogue/app-settings.js'
import type { AppSettings } from '../../catalogue/application.js'
import { refuseLostChange } from '../../changed-meanwhile.js'
import { AppError } from '../../errors.js'
import { noteEvent } from '../../http/note-event.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'

const maxCharacters = 65_536

/**
 * Stores the text that people meet on the first page, exactly as it is, and the title and the place of the
 * cover, if they are given.
 * @throws `too_large`; `stale_record` where what is to be changed is something else by now than `before` says
 */
export async function saveWelcome(
  scope: RequestScope,
  { content, title, cover_point: coverPoint, before }: Decoded<typeof SaveWelcomeBody>,
): Promise<void> {
  refuseTooLong(content)
  const { application, db } = scope
  await db.write(async (tx) => {
    const settings = await loadSettings(tx)
    const after = {
      ...settings,
      welcome: content,
      ...(title !== undefined && { title }),
      ...(coverPoint !== undefined && { coverPoint }),
    }
    refuseLostChange({ before, now: shownOf(settings), after: shownOf(after) })
    await storeSettings(tx, after)
    await db.announceConfigurationChange(tx)
  })
  await application.reload()
  await noteEvent(scope, 'welcome_saved', {})
}

const shownOf = ({ welcome, title, coverPoint }: AppSettings) => ({
  content: welcome,
  title,
  cover_point: coverPoint,
})

function refuseTooLong(content: string): void {
  if (content.length <= maxCharacters || [...content].length <= maxCharacters) return
  throw new AppError('too_large', {
    ...message('welcome_too_long', { most: maxCharacters }),
    detail: { name: 'content', most: maxCharacters },
  })
}
