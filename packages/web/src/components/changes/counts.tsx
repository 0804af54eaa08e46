import { useTranslation } from 'react-i18next'
import type { countsByOperation } from './change-set-words.js'
import classes from './counts.module.css'

/** How much was made, changed and deleted, or, with `will`, is going to be. */
export function Counts({
  counts,
  words,
}: {
  counts: ReturnType<typeof countsByOperation>
  words: 'operations' | 'will'
}) {
  const { t } = useTranslation()
  return (
    <dl className={classes['counts']}>
      {counts.map(([operation, text]) => (
        <div key={operation}>
          <dt>{t(`history.${words}.${operation}`)}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
