import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isOutcome, numberIn, type Outcome } from './counts.js'
import classes from './import.module.css'

/**
 * The rows of a file that have the same key, and what is done with them. The service tells the first hundred
 * keys.
 */
export function RepeatedRows({ outcome }: { outcome: Outcome }) {
  const { t, i18n } = useTranslation()
  const list = Array.isArray(outcome['repeated_keys']) ? outcome['repeated_keys'] : []
  const keys = list.filter(isOutcome)
  const count = numberIn(outcome, 'repeated')
  if (keys.length === 0) return null
  const places = (rows: unknown) => {
    const found = (Array.isArray(rows) ? rows : []).filter(isOutcome)
    const numbers = found.map(({ line, row }) => String(line ?? row))
    return new Intl.ListFormat(i18n.language).format(numbers)
  }
  const isOnlyNew = outcome['mode'] === 'insert'
  return (
    <>
      <Text fw={600} mt="lg">
        {t('import.repeated', { count, number: count.toLocaleString(i18n.language) })}
      </Text>
      <Text size="sm" mb="xs">
        {t(isOnlyNew ? 'import.repeatedLeftOut' : 'import.repeatedApplied')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes['problems']} aria-label={t('import.repeatedTable')} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('import.repeatedKey')}</th>
              <th scope="col">{t('import.repeatedLines')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ key, rows }) => (
              <tr key={String(key)}>
                <td>{String(key)}</td>
                <td className="numbers">{places(rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
