import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './import.module.css'

const steps = [
  { key: 'photos', icon: 'camera', accept: 'image/*,.zip' },
  { key: 'places', icon: 'map', accept: '.geojson,.json' },
] as const

type Step = (typeof steps)[number]

/** What can be brought in for records that were just imported. */
export function NextSteps({
  hasPlaces,
  onFiles,
}: {
  /** Do the records stand on the map already? */
  hasPlaces: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const { t } = useTranslation()
  return (
    <section className={classes['panel']}>
      <h2>{t('import.next.title')}</h2>
      <ul className={classes['next']}>
        {steps
          .filter(({ key }) => key !== 'places' || !hasPlaces)
          .map((step) => (
            <NextStep key={step.key} step={step} onFiles={onFiles} />
          ))}
      </ul>
    </section>
  )
}

function NextStep({
  step: { key, icon, accept },
  onFiles,
}: {
  step: Step
  onFiles: (files: readonly File[]) => void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <li>
      <Button
        variant="default"
        leftSection={<Icon name={icon} size={16} />}
        onClick={() => input.current?.click()}
      >
        {t(`import.next.${key}`)}
      </Button>
      <Text size="sm" c="dimmed">
        {t(`import.next.${key}Text`)}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        multiple={key === 'photos'}
        aria-label={t(`import.next.${key}`)}
        accept={accept}
        onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
      />
    </li>
  )
}
