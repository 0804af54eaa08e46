import { notifications } from '@mantine/notifications'
import { ApiError } from '@trowel/client'
import i18next from 'i18next'
import { sentenceOf } from './states.js'

/** Says that something was done. */
export const showDone = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: 4000 })
}

/** Says why something was not done, in the service's own words; stays until the person has read it. */
export const showProblem = (error: unknown): void => {
  const more =
    error instanceof ApiError
      ? error.errors.map(({ text }) => text).filter((text) => text !== error.text)
      : []
  const request =
    error instanceof ApiError && error.requestId
      ? i18next.t('states.request', { id: error.requestId })
      : undefined
  notifications.show({
    title: i18next.t('states.failed'),
    message: [sentenceOf(error), ...more.slice(0, 5), request].filter(Boolean).join('\n'),
    color: 'red',
    autoClose: false,
    role: 'alert',
    style: { whiteSpace: 'pre-line' },
  })
}
