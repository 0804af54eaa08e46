import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../components/refusal.js'
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
                  {row['rule'] === 'pattern'
                    ? t('form.pattern')
                    : problemText({ ...row, code: textIn(row, 'code', 'rule'), text: textIn(row, 'text') })}
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

function Where({ problem: { filename, line, row } }: { problem: Outcome }) {
  const { t } = useTranslation()
  if (typeof filename === 'string') return filename
  if (typeof line === 'number') return t('import.line', { line })
  return typeof row === 'number' && t('import.row', { row })
}
