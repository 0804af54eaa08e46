import { Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

const choices = [7, 30, 90, 365] as const
const dayMs = 86_400_000

/** Forgets what is older than so many days; says before which day that is. */
export function PurgeLog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const changed = useChanged()
  const [days, setDays] = useState(90)
  const purge = useMutation({
    mutationFn: () => confirmed(() => client.logs.purge(days)),
    onSuccess: ({ deleted }) => {
      void changed({ of: 'log' })
      showDone(t('log.purged', { count: deleted }))
      onClose()
    },
  })
  const day = new Date(Date.now() - days * dayMs).toLocaleDateString(i18n.language, { dateStyle: 'long' })
  return (
    <FormDialog
      title={t('log.purgeTitle')}
      saving={purge}
      act={t('log.purgeNow')}
      danger
      onSave={() => purge.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('log.keep')}
        allowDeselect={false}
        data={choices.map((value) => ({ value: String(value), label: t('log.days', { count: value }) }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
      <Text size="sm">{t('log.purgeText', { day })}</Text>
    </FormDialog>
  )
}
