import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ApiError } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Failed } from '../../../components/states.js'
import { useApplication } from '../../../core/application.js'

/** Why a save was refused. What an earlier try made before more was typed is opened beside the form. */
export function SaveRefused({ refusal, table }: { refusal: ApiError; table: string }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const id = madeBefore(refusal)
  if (id === undefined) return <Failed error={refusal} />
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t('form.madeBefore')}
      icon={<Icon name="warning" />}
    >
      <Stack gap="xs">
        <Text size="sm">{t('form.madeBeforeText')}</Text>
        <Anchor component={Link} size="sm" to={`/app/${app}/record/${table}/${id}`} target="_blank">
          {t('form.openMade')}
        </Anchor>
      </Stack>
    </Alert>
  )
}

function madeBefore({ code, detail }: ApiError): number | undefined {
  const isMade = code === 'idempotency_key_reused' && typeof detail === 'object' && detail !== null
  return isMade && 'id' in detail && typeof detail.id === 'number' ? detail.id : undefined
}
