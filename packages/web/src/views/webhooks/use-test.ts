import { useMutation } from '@tanstack/react-query'
import type { Delivery } from '@trowel/contract/webhooks.js'
import { useTranslation } from 'react-i18next'
import { showDone, showProblem } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { client } from '../../core/session.js'

/** Why a delivery failed, in the language of the page. */
export const whyFailed = ({ error }: Pick<Delivery, 'error'>): string =>
  error
    ? messageIn('problems', { code: error.sentence ?? null, facts: error.facts ?? {}, text: error.text })
    : ''

/** Says what came of a delivery that was asked for. */
export function useOutcome() {
  const { t } = useTranslation()
  const changed = useChanged()
  return async ({ delivery }: { readonly delivery: Delivery }): Promise<void> => {
    await changed({ of: 'webhook' })
    if (delivery.delivered) showDone(t('webhooks.arrived', { status: delivery.status }))
    else showProblem(new Error(whyFailed(delivery)))
  }
}

/** Sends a test, and says what came of it. */
export const useTest = (id: number) =>
  useMutation({
    mutationFn: () => client.webhooks.test(id),
    onSuccess: useOutcome(),
    onError: showProblem,
  })
