import { useTranslation } from 'react-i18next'
import { useConnection } from '../core/connection.js'
import { useOfflineSince } from '../core/offline-answers.js'
import { Notice } from './notice.js'

/** Says that the service cannot be reached, from when what is shown is, and what becomes of what is typed. */
export function Offline() {
  const { t, i18n } = useTranslation()
  const connected = useConnection()
  const since = useOfflineSince()
  if (connected) return null
  const time =
    since !== undefined &&
    new Date(since).toLocaleString(i18n.language, {
      ...(since < new Date().setHours(0, 0, 0, 0) && { day: 'numeric', month: 'long' }),
      hour: '2-digit',
      minute: '2-digit',
    })
  return <Notice icon="offline">{time ? t('shell.offlineSince', { time }) : t('shell.offline')}</Notice>
}
