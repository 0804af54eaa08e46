import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

const steps = ['file', 'mapping', 'result'] as const

/** Where in the import one is. @param now counted from 1 */
export function Steps({ now }: { now: number }) {
  const { t } = useTranslation()
  return (
    <ol className={classes['steps']} aria-label={t('import.steps.title')}>
      {steps.map((name, place) => (
        <li
          key={name}
          aria-current={place + 1 === now ? 'step' : undefined}
          data-done={place + 1 < now || undefined}
        >
          <span className={classes['number']}>{place + 1}</span>
          {t(`import.steps.${name}`)}
        </li>
      ))}
    </ol>
  )
}
