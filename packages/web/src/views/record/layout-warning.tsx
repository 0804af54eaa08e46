import { Alert, List } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { WholeRecord } from '../../queries/records.js'
import { useLayoutChoice } from './layout-choice.js'

/** Says that a layout no longer fits its table: the record is shown all the same, in the usual order. */
export function LayoutWarning({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { layout, forget } = useLayoutChoice(record.metadata.tb_id)
  const problems = record.schema.template_errors ?? []
  const isGone = problems.includes('template_not_found')
  useEffect(() => {
    if (isGone) forget()
  }, [isGone, forget])
  if (problems.length === 0) return null
  if (isGone)
    return layout === undefined ? null : (
      <Alert color="gray" icon={<Icon name="info" />}>
        {t('layouts.gone', { layout })}
      </Alert>
    )
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
