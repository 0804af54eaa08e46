import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { saveBlob } from '../../components/save-file.js'
import { client } from '../../core/session.js'
import { numberIn, type Outcome } from './counts.js'

/**
 * Saves the rows that were refused, each with the line and the reason, so that they can be mended and brought
 * in again.
 */
export function SaveRefused({ outcome }: { outcome: Outcome }) {
  const { t, i18n } = useTranslation()
  const address = outcome['refused_file']
  const save = useMutation({
    mutationFn: async (name: string) => {
      const file = await client.imports.refused(name).fetch()
      saveBlob(await file.blob(), file.name)
    },
    onError: showProblem,
  })
  const name = typeof address === 'string' ? address.split('/').at(-1) : undefined
  if (name === undefined) return null
  const count = numberIn(outcome, 'refused')
  return (
    <Button
      variant="default"
      leftSection={<Icon name="export" size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate(name)}
    >
      {t('import.saveRefused', { count, number: count.toLocaleString(i18n.language) })}
    </Button>
  )
}
