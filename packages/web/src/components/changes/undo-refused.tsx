import { Alert } from '@mantine/core'
import { ApiError, type Problem } from '@trowel/client'
import type { LoopDetail } from '@trowel/contract/stratigraphy.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import { problemText, sentenceOf } from '../refusal.js'
import { Failed } from '../states.js'
import { loopSentence } from '../stratigraphy/loop-sentence.js'
import { type ChangedRow, useRowNames } from './use-row-names.js'

/** So many rows are named. */
const maxShown = 20

/** Why a set cannot be undone, row by row. */
export function UndoRefused({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation()
  const problems = error instanceof ApiError ? error.errors.slice(0, maxShown) : []
  const rows = problems.map(rowOf)
  const nameOf = useRowNames(rows)
  if (!(error instanceof ApiError) || problems.length === 0) return <Failed error={error} />
  const left = Number(error.body['total'] ?? error.errors.length) - problems.length
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<Icon name="warning" />}
      title={t('history.refused')}
    >
      {sentenceOf(error)}
      <ul className="problems">
        {problems.map((problem, k) => (
          <li key={`${k} ${problem.text}`}>
            {rows[k] && <strong>{nameOf(rows[k])}: </strong>}
            {problemText(inOwnWords(problem))}
          </li>
        ))}
      </ul>
      {left > 0 && t('history.andMore', { count: left, number: left.toLocaleString(i18n.language) })}
    </Alert>
  )
}

/** The service tells a loop in English; its steps stand in the detail. */
function inOwnWords(problem: Problem): Problem {
  if (problem.code !== 'stratigraphic_loop' || !problem['detail']) return problem
  return { ...problem, facts: { ...problem.facts, loop: loopSentence(problem['detail'] as LoopDetail) } }
}

const rowOf = ({ entity, table, id }: Problem): ChangedRow => ({
  entity: typeof entity === 'string' ? entity : 'record',
  table: typeof table === 'string' ? table : null,
  id: Number(id),
})
