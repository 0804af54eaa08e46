import { Button, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { atBottom } from '../../../components/notices-above.js'
import bar from '../selection-bar.module.css'
import type { Draft } from './cell-drafts.js'

const maxProblems = 3

/** Cells that were refused: they stay as they were typed until they are mended or given up. */
export function UnsavedCells({
  refused,
  reason,
  labelOf,
  onRetry,
  onDiscard,
}: {
  refused: readonly Draft[]
  reason: string | undefined
  /** What a field is called. */
  labelOf: (field: string) => string
  onRetry: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation()
  if (refused.length === 0) return null
  const problems = new Set(
    refused.flatMap(({ field, text, problem }) =>
      problem ? [t('cells.problem', { field: labelOf(field), text, problem })] : [],
    ),
  )
  const said = [...problems].slice(0, maxProblems)
  return (
    <section ref={atBottom} className={bar['bar']} aria-label={t('cells.notSaved')}>
      <div role="alert">
        <Text fw={600} size="sm">
          {t('cells.notSavedCount', { count: refused.length })}
        </Text>
        {reason && said.length === 0 && <Text size="sm">{reason}</Text>}
        {said.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        {problems.size > said.length && (
          <Text size="sm" c="dimmed">
            {t('cells.moreProblems', { count: problems.size - said.length })}
          </Text>
        )}
      </div>
      <div className={bar['actions']}>
        <Button variant="default" onClick={onRetry}>
          {t('cells.retry')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          {t('cells.discard')}
        </Button>
      </div>
    </section>
  )
}
