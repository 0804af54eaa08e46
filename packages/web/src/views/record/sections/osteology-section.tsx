import { Group, Text } from '@mantine/core'
import { bones, type SkeletonRegion } from '@trowel/contract/osteology.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../components/section.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './osteology-section.module.css'
import { countBones, type Individual, presenceOf, readInventory } from './osteology-section-inventory.js'
import { boneName, Skeleton } from './osteology-section-skeleton.js'

export const regions: readonly SkeletonRegion[] = [...new Set(bones.map(({ region }) => region))]
export const bonesOf = (region: SkeletonRegion) => bones.filter((bone) => bone.region === region)

/** Which bones of whom a burial holds, in short. */
export function OsteologySection({ record, showEmpty }: { record: WholeRecord; showEmpty: boolean }) {
  const { t } = useTranslation()
  const value = record.core['osteo_data']?.val ?? null
  const inventory = readInventory(value === null ? null : String(value))
  const people = inventory?.individuals ?? []
  if (!record.schema.has_osteology || (people.length === 0 && inventory && !showEmpty)) return null
  return (
    <Section name="osteology" title={t('osteology.title')} count={people.length}>
      {!inventory && <Text size="sm">{t('osteology.unreadable')}</Text>}
      {inventory && people.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('osteology.nobody')}
        </Text>
      )}
      {people.map((individual, place) => (
        <Summary key={individual.id} individual={individual} place={place} />
      ))}
    </Section>
  )
}

function Summary({ individual, place }: { individual: Individual; place: number }) {
  const { t } = useTranslation()
  const { all, present } = countBones(individual)
  return (
    <article className={classes['individual']} aria-label={nameOf(t, individual, place)}>
      <Skeleton individual={individual} />
      <div className={classes['facts']}>
        <Text fw={600}>{nameOf(t, individual, place)}</Text>
        <Text size="sm">{t('osteology.present_of', { present, all })}</Text>
        {individual.notes && <Text size="sm">{individual.notes}</Text>}
        <dl className={classes['regions']}>
          {regions.map((region) => {
            const list = bonesOf(region)
            const { present: here, absent } = countBones(individual, list)
            const missing = list.filter(({ id }) => presenceOf(individual, id) === 'absent')
            return (
              <div key={region}>
                <dt>{t(`osteology.regions.${region}`)}</dt>
                <dd>
                  <span className="numbers">{t('osteology.of', { present: here, all: list.length })}</span>
                  {absent > 0 && (
                    <Text size="xs" c="dimmed" component="span">
                      {t('osteology.missing', { bones: missing.map(({ id }) => boneName(t, id)).join(', ') })}
                    </Text>
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
        <Legend />
      </div>
    </article>
  )
}

/** What the colours of the skeleton mean. */
export function Legend() {
  const { t } = useTranslation()
  return (
    <Group gap="md" aria-hidden="true">
      {(['present', 'absent', 'unknown'] as const).map((presence) => (
        <span key={presence} className={classes['key']}>
          <svg width="22" height="10" viewBox="0 0 22 10">
            <title>{t(`osteology.${presence}`)}</title>
            <g data-presence={presence}>
              <path d="M5 5h12" strokeWidth="8" className={classes['edge']} />
              <path d="M5 5h12" strokeWidth="6" className={classes['bone']} />
            </g>
          </svg>
          {t(`osteology.${presence}`)}
        </span>
      ))}
    </Group>
  )
}

export function nameOf(t: TFunction, { label }: Individual, place: number): string {
  return label?.trim() ? label : t('osteology.individual', { number: place + 1 })
}
