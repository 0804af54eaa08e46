import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { ApiError } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { sentenceOf } from '../../components/refusal.js'
import { Failed } from '../../components/states.js'
import { placeOf } from './sql-words.js'

/** Why a statement did not run, in the database's own words, and where in it. */
export function SqlProblem({
  error,
  sql,
  onChoose,
}: {
  error: unknown
  /** The statement that failed. */
  sql: string
  onChoose: (from: number, to: number) => void
}) {
  const { t } = useTranslation()
  const reason = error instanceof ApiError && typeof error.detail === 'string' ? error.detail : ''
  if (!(error instanceof ApiError) || error.status !== 422 || reason === '' || reason === 'timeout')
    return <Failed error={error} />
  const place = placeOf(reason, sql)
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={error.code === 'error_free_sql_run' ? t('sql.refused') : sentenceOf(error)}
      icon={<Icon name="warning" />}
    >
      <Stack gap="xs">
        <Code block>{reason}</Code>
        {place && (
          <Group gap="sm">
            <Text size="sm">
              {t('sql.place', { line: place.line, word: sql.slice(place.from, place.to) })}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => onChoose(place.from, place.to)}>
              {t('sql.showPlace')}
            </Button>
          </Group>
        )}
        <Text size="sm">{t('sql.nothingHappened')}</Text>
      </Stack>
    </Alert>
  )
}
