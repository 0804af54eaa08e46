import { Button, Group, NativeSelect, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { type Bone, boneFindings, type SkeletonRegion } from '@trowel/contract/osteology.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { bonesOf } from './osteology-section.js'
import classes from './osteology-section.module.css'
import {
  countBones,
  findingOf,
  findings,
  type Individual,
  type Presence,
  presenceOf,
  withFinding,
  withPresence,
} from './osteology-section-inventory.js'
import { boneName } from './osteology-section-skeleton.js'

const presences = ['present', 'absent', 'unknown'] as const

/** The bones of a part of the body, unfolded when a user documents them. */
export function BonesOfRegion({
  region,
  individual,
  onChange,
}: {
  region: SkeletonRegion
  individual: Individual
  onChange: (now: Individual) => void
}) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const list = bonesOf(region)
  const { present, all } = countBones(individual, list)
  const setAll = (presence: Presence) =>
    onChange(list.reduce((now, { id }) => withPresence(now, id, presence), individual))
  return (
    <div className={classes['region']}>
      <Group justify="space-between" wrap="nowrap">
        <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} size={13} />
          {t(`osteology.regions.${region}`)}
          <Text component="span" size="sm" c="dimmed" className="numbers">
            {t('osteology.of', { present, all })}
          </Text>
        </UnstyledButton>
        {open && (
          <Group gap={4} wrap="nowrap">
            {presences.map((presence) => (
              <Button
                key={presence}
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => setAll(presence)}
              >
                {t(`osteology.all.${presence}`)}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {open &&
        list.map((bone) => <BoneRow key={bone.id} bone={bone} individual={individual} onChange={onChange} />)}
    </div>
  )
}

function BoneRow({
  bone,
  individual,
  onChange,
}: {
  bone: Bone
  individual: Individual
  onChange: (now: Individual) => void
}) {
  const { t } = useTranslation()
  const name = boneName(t, bone.id)
  const presence = presenceOf(individual, bone.id)
  return (
    <div className={classes['row']} role="group" aria-label={name}>
      <span>{name}</span>
      <SegmentedControl
        size="xs"
        data={presences.map((one) => ({ value: one, label: t(`osteology.short.${one}`) }))}
        value={presence}
        onChange={(one) => onChange(withPresence(individual, bone.id, one))}
      />
      <div className={classes['findings']}>
        {presence === 'present' &&
          findings
            .filter((finding) => finding !== 'laterality_certainty' || bone.side !== undefined)
            .map((finding) => (
              <NativeSelect
                key={finding}
                size="xs"
                aria-label={`${name}: ${t(`osteology.findings.${finding}`)}`}
                data={[
                  { value: '', label: t(`osteology.findings.${finding}`) },
                  ...boneFindings[finding].map((word) => ({
                    value: word,
                    label:
                      finding === 'laterality_certainty'
                        ? t(`osteology.sides.${word as 'certain'}`)
                        : t(`osteology.words.${word}`),
                  })),
                ]}
                value={findingOf(individual, bone.id, finding)}
                onChange={(event) =>
                  onChange(withFinding(individual, bone.id, finding, event.currentTarget.value))
                }
              />
            ))}
      </div>
    </div>
  )
}
