import { Alert, List } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../parts/icon.js'
import type { WholeRecord } from './record.js'

/** Says that a layout no longer fits its table: the record is shown all the same, in the usual order. */
export function LayoutWarning({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const problems = record.schema.template_errors ?? []
  if (problems.length === 0) return null
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t('layouts.doesNotFit')}>
      <List size="sm">
        {problems.slice(0, 10).map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
