import type { Webhook } from '@trowel/contract/webhooks.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'

/** A webhook in the words of the page. */
export function useWebhookWords() {
  const { t, i18n } = useTranslation()
  const { table } = useApplication()
  return {
    when: (time: string) =>
      new Date(time).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }),
    number: (count: number) => count.toLocaleString(i18n.language),
    /** What is sent, and for whom. */
    facts: ({ tables, operations, as_user_name }: Webhook): string => {
      const names = tables?.map((name) => table(name)?.label ?? name)
      const what = names ? names.join(', ') || t('webhooks.nothing') : t('webhooks.everything')
      const kinds = operations.map((one) => t(`webhooks.operations.${one}`)).join(', ')
      const whole = operations.length === 3 ? what : `${what} (${kinds})`
      return `${whole} · ${t('webhooks.for', { name: as_user_name ?? t('webhooks.nobody') })}`
    },
  }
}

/** How a webhook is, in one word. */
export const stateOf = ({ active, paused, failing }: Webhook) =>
  paused ? 'paused' : !active ? 'inactive' : failing ? 'failing' : 'active'
