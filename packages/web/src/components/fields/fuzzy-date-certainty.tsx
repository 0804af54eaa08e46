import { useTranslation } from 'react-i18next'
import classes from './fuzzy-date-certainty.module.css'
import type { Certainty } from './fuzzy-date-words.js'

/** How sure a date is: in depth of colour, in a pattern, and in a word. */
export function CertaintyMark({ certainty }: { certainty: Certainty }) {
  const { t } = useTranslation()
  return (
    <span className={classes['mark']}>
      <span className={`${classes['swatch']} certainty`} data-certainty={certainty} aria-hidden="true" />
      {t(`dates.certainty.${certainty}`)}
    </span>
  )
}
