import { Text } from '@mantine/core'
import type { LoopDetail } from '@trowel/contract/stratigraphy.js'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../components/refusal.js'
import { loopSentence } from '../../components/stratigraphy/loop-sentence.js'
import { isOutcome, type Outcome } from './counts.js'
import classes from './import.module.css'

const textIn = (problem: Outcome, ...keys: readonly string[]): string => {
  const value = keys
    .map((key) => problem[key])
    .find((one) => typeof one === 'string' || typeof one === 'number')
  return value === undefined ? '' : String(value)
}

/**
 * What is wrong with the rows of a file: where, in which field, and why. The service tells the first hundred.
 */
export function ProblemTable({ problems, refused }: { problems: readonly unknown[]; refused: number }) {
  const { t, i18n } = useTranslation()
  const rows = problems.filter(isOutcome)
  if (rows.length === 0) return null
  const hasFields = rows.some((row) => textIn(row, 'label', 'field') !== '')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes['problems']} aria-label={t('import.problems')} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('import.where')}</th>
              {hasFields && <th scope="col">{t('import.inField')}</th>}
              <th scope="col">{t('import.why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>
                <td>
                  <Where problem={row} />
                </td>
                {hasFields && <td>{textIn(row, 'label', 'field')}</td>}
                <td>
                  <Why problem={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {refused > rows.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('import.firstProblems', { number: refused.toLocaleString(i18n.language) })}
        </Text>
      )}
    </>
  )
}

function Why({ problem }: { problem: Outcome }) {
  const { t } = useTranslation()
  const code = textIn(problem, 'code', 'rule')
  if (code === 'pattern') return t('form.pattern')
  // The service tells a loop in English; its steps stand in the detail.
  const loop = code === 'stratigraphic_loop' ? (problem['detail'] as LoopDetail | undefined) : undefined
  const facts = loop && { facts: { loop: loopSentence(loop) } }
  return problemText({ ...problem, code, text: textIn(problem, 'text'), ...facts })
}

function Where({ problem: { filename, line, row } }: { problem: Outcome }) {
  const { t } = useTranslation()
  if (typeof filename === 'string') return filename
  if (typeof line === 'number') return t('import.line', { line })
  return typeof row === 'number' && t('import.row', { row })
}
