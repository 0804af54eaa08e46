import { Button, Group } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { ApiError, NetworkError } from '@trowel/client'
import i18next from 'i18next'
import { onOvercome } from '../core/retry-when-resolved.js'
import { problemText, sentenceOf, titleOf } from './refusal.js'

/** What the cross of a notice is called. */
const closing = () => ({ closeButtonProps: { 'aria-label': i18next.t('states.close') } })

/** What can be done about what was done. */
interface NoticeAction {
  readonly label: string
  readonly act: () => void
}

/**
 * Says that something was done; `undo` takes it back, for as long as the notice stands. There may be another
 * action in its place.
 *
 * @param id under which it can be taken away elsewhere
 * @returns takes the notice away
 */
export const showDone = (
  message: string,
  undo?: (() => void) | NoticeAction,
  id = randomId(),
): (() => void) => {
  const hide = () => void notifications.hide(id)
  if (!undo) {
    notifications.show({ id, message, color: 'green', autoClose: 4000, ...closing() })
    return hide
  }
  const { label, act } = typeof undo === 'function' ? { label: i18next.t('states.undo'), act: undo } : undo
  notifications.show({
    id,
    color: 'green',
    autoClose: 10_000,
    ...closing(),
    message: (
      <Group justify="space-between" gap="sm">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            hide()
            act()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
  return hide
}

/**
 * Says why something was not done, in words; stays until the person has read it, or what caused it is over.
 */
export const showProblem = (error: unknown): void => {
  const more =
    error instanceof ApiError
      ? error.errors.filter(({ text }) => text !== error.text).map((problem) => problemText(problem))
      : []
  const request =
    error instanceof ApiError && error.requestId
      ? i18next.t('states.request', { id: error.requestId })
      : undefined
  const sentence = error instanceof NetworkError ? i18next.t('states.offlineText') : sentenceOf(error)
  const id = notifications.show({
    title: titleOf(error),
    message: [sentence, ...more.slice(0, 5), request].filter(Boolean).join('\n'),
    color: 'red',
    autoClose: false,
    ...closing(),
    role: 'alert',
    style: { whiteSpace: 'pre-line' },
    onClose: () => forget(),
  })
  const forget = onOvercome(error, () => notifications.hide(id))
}

/** Asks what to do; stays until the person has read it. @param id under which there is one alone */
export const showChoice = (
  id: string,
  title: string,
  message: string,
  { label, act }: NoticeAction,
): void => {
  notifications.hide(id)
  notifications.show({
    id,
    title,
    color: 'yellow',
    autoClose: false,
    ...closing(),
    role: 'alert',
    message: (
      <Group justify="space-between" gap="sm">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            act()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
}
