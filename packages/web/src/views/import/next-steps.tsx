import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { numberIn, type Outcome } from './counts.js'
import classes from './import.module.css'

const steps = [
  { key: 'photos', icon: 'camera', accept: 'image/*,.zip' },
  { key: 'places', icon: 'map', accept: '.geojson,.json' },
  { key: 'relations', icon: 'matrix', accept: '.csv,.tsv,.tab,.txt,.xlsx,.json,.lst' },
] as const

type Step = (typeof steps)[number]

/** What else can be brought in for the records of a table, after an import. */
export function NextSteps({
  outcome,
  mayRelate,
  onFiles,
}: {
  /** What was just imported. */
  outcome: Outcome
  /** Do they have stratigraphic relations, or can the person switch them on? */
  mayRelate: boolean
  onFiles: (files: readonly File[], kind: 'rows' | 'relations') => void
}) {
  const { t } = useTranslation()
  const code = outcome['code']
  const offered = {
    photos: code !== 'ok_import_photos',
    places: code !== 'ok_import_geojson' && numberIn(outcome, 'placed') === 0,
    relations: code !== 'ok_import_relations' && mayRelate,
  }
  return (
    <section className={classes['panel']}>
      <h2>{t('import.next.title')}</h2>
      <ul className={classes['next']}>
        {steps
          .filter(({ key }) => offered[key])
          .map((step) => (
            <NextStep
              key={step.key}
              step={step}
              onFiles={(files) => onFiles(files, step.key === 'relations' ? 'relations' : 'rows')}
            />
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
