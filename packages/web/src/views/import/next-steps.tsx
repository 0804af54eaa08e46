import { Button, Text } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { numberIn, type Outcome } from './counts.js'
import classes from './import.module.css'

const steps = [
  { key: 'photos', icon: 'camera', accept: 'image/*,.zip' },
  { key: 'places', icon: 'map', accept: '.geojson,.json' },
  { key: 'relations', icon: 'matrix', accept: '.csv,.tsv,.tab,.txt,.xlsx,.ods,.json,.lst' },
] as const

type Step = (typeof steps)[number]

/** What was brought along with the files that were just imported, and what is done already. */
export interface Waiting {
  /** The same file once more: its columns state relations, too. */
  readonly relations?: File | undefined
  readonly photos: readonly File[]
  /** Have the records places? */
  readonly isPlaced: boolean
}

/** What rows hold beside the values of records. */
export interface HeldInRows {
  /** How the records lie to each other. */
  readonly relations: boolean
  readonly places: boolean
}

/** What else can be brought in for the records of a table, after an import. */
export function NextSteps({
  outcome,
  mayRelate,
  waiting,
  onFiles,
}: {
  /** What was just imported. */
  outcome: Outcome
  /** Do they have stratigraphic relations, or can the person switch them on? */
  mayRelate: boolean
  waiting: Waiting
  onFiles: (files: readonly File[], kind: 'rows' | 'relations') => void
}) {
  const { t } = useTranslation()
  const code = outcome['code']
  const offered = {
    photos: code !== 'ok_import_photos',
    places: code !== 'ok_import_geojson' && !waiting.isPlaced && numberIn(outcome, 'placed') === 0,
    relations: code !== 'ok_import_relations' && mayRelate,
  }
  const held: Readonly<Record<Step['key'], readonly File[]>> = {
    photos: waiting.photos,
    places: [],
    relations: waiting.relations ? [waiting.relations] : [],
  }
  const shown = steps.filter(({ key }) => offered[key])
  return (
    <section className={classes['panel']}>
      <h2>{t('import.next.title')}</h2>
      <ul className={classes['next']}>
        {[
          ...shown.filter(({ key }) => held[key].length > 0),
          ...shown.filter(({ key }) => held[key].length === 0),
        ].map((step, place) => (
          <NextStep
            key={step.key}
            step={step}
            isFirst={place === 0}
            held={held[step.key]}
            onFiles={(files) => onFiles(files, step.key === 'relations' ? 'relations' : 'rows')}
          />
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm" visibleFrom="sm">
        {t('import.next.orDrop')}
      </Text>
    </section>
  )
}

function NextStep({
  step: { key, icon, accept },
  isFirst,
  held,
  onFiles,
}: {
  step: Step
  isFirst: boolean
  held: readonly File[]
  onFiles: (files: readonly File[]) => void
}) {
  const { t, i18n } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [first] = held
  const words = {
    count: held.length,
    number: held.length.toLocaleString(i18n.language),
    file: first?.name ?? '',
  }
  return (
    <li>
      <Button
        variant={first ? (isFirst ? 'filled' : 'light') : 'default'}
        leftSection={<Icon name={icon} size={16} />}
        onClick={() => (first ? onFiles(held) : input.current?.click())}
      >
        {t(`import.next.${key}`)}
      </Button>
      <Text size="sm" {...(!first && { c: 'dimmed' })}>
        {first && key === 'photos' && t('import.next.photosHeld', words)}
        {first && key === 'relations' && t('import.next.relationsHeld', words)}
        {!first && t(`import.next.${key}Text`)}
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
