import { Alert, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { momentText } from '../../components/versions/version-words.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { inJournal } from '../../queries/history.js'
import { startOf } from './history-address.js'

/** Two years ago, as a day. */
const usualDay = (): string => {
  const day = new Date()
  day.setFullYear(day.getFullYear() - 2)
  return day.toISOString().slice(0, 10)
}

/** Forgets what was changed before a day, for good, after saying how much that is. */
export function PurgeChanges({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [day, setDay] = useState(usualDay)
  const purge = (preview: boolean) => () =>
    confirmed(() => client.history.purge({ before: startOf(day), preview }))
  const preview = useMutation({ mutationFn: purge(true) })
  const forget = useMutation({
    mutationFn: purge(false),
    onSuccess: () => {
      void changed(...inJournal)
      showDone(t('purge.done'))
      onClose()
    },
  })
  const seen = preview.data
  const isSeen = seen !== undefined && seen.sets > 0
  return (
    <FormDialog
      title={t('purge.title')}
      saving={isSeen ? forget : preview}
      act={t(isSeen ? 'purge.now' : 'purge.count')}
      danger={isSeen}
      ready={day !== '' && (seen === undefined || isSeen)}
      onSave={() => (isSeen ? forget.mutate() : preview.mutate())}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={t('purge.before')}
        data-autofocus
        value={day}
        onChange={({ currentTarget }) => {
          preview.reset()
          setDay(currentTarget.value)
        }}
      />
      <Text size="sm">{t('purge.text')}</Text>
      {seen && <Seen {...seen} />}
    </FormDialog>
  )
}

type Reply = Awaited<ReturnType<typeof client.history.purge>>

function Seen({ sets, changes, since }: Reply) {
  const { t, i18n } = useTranslation()
  const number = (count: number) => count.toLocaleString(i18n.language)
  if (sets === 0)
    return (
      <Alert color="gray" variant="light" icon={<Icon name="info" />} role="status">
        {t('purge.nothing')}
      </Alert>
    )
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="warning" />} role="status">
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {t('purge.would', { count: sets, number: number(sets), changes: number(changes) })}
        </Text>
        {since !== null && (
          <Text size="sm">{t('purge.since', { time: momentText(since, i18n.language) })}</Text>
        )}
      </Stack>
    </Alert>
  )
}
