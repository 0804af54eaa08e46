import { Button, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { Section } from '../../../components/section.js'
import type { WholeRecord } from '../../../queries/records.js'
import { type Draft, withField } from '../draft.js'
import { Legend, nameOf, regions } from './osteology-section.js'
import classes from './osteology-section.module.css'
import { BonesOfRegion } from './osteology-section-bones.js'
import {
  changed,
  type Individual,
  type Inventory,
  inventoryText,
  presenceOf,
  readInventory,
  withIndividual,
  withoutIndividual,
  withPresence,
} from './osteology-section-inventory.js'
import { Skeleton } from './osteology-section-skeleton.js'

const next = { unknown: 'present', present: 'absent', absent: 'unknown' } as const

/** The bones of everybody in a grave, to be documented one by one. */
export const OsteologyForm = memo(
  WrittenInventory,
  (before, now) =>
    before.record === now.record &&
    before.problem === now.problem &&
    before.onChange === now.onChange &&
    before.draft.core['osteo_data'] === now.draft.core['osteo_data'],
)

function WrittenInventory({
  record,
  draft,
  problem,
  onChange,
}: {
  record: WholeRecord
  draft: Draft
  problem: string | undefined
  onChange: (change: (now: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  if (!record.schema.has_osteology) return null
  const value = 'osteo_data' in draft.core ? draft.core['osteo_data'] : record.core['osteo_data']?.val
  const inventory = readInventory(value === null || value === undefined ? null : String(value))
  if (!inventory)
    return (
      <Section name="osteology" title={t('osteology.title')}>
        <Text size="sm">{t('osteology.unreadable')}</Text>
      </Section>
    )
  const put = (now: Inventory) =>
    onChange((before) => withField(before, record, 'osteo_data', inventoryText(now)))
  const people = inventory.individuals
  const shown = people.some(({ id }) => String(id) === chosen) ? chosen : String(people[0]?.id ?? '')
  const add = () => {
    const now = withIndividual(inventory)
    put(now)
    setChosen(String(now.individuals.at(-1)?.id ?? ''))
  }
  return (
    <Section
      name="osteology"
      title={t('osteology.title')}
      count={people.length}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={add}
        >
          {t('osteology.add')}
        </Button>
      }
    >
      {problem && (
        <Text size="sm" c="var(--danger)" role="alert">
          {problem}
        </Text>
      )}
      {people.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('osteology.nobodyYet')}
        </Text>
      ) : (
        <Tabs value={shown} onChange={setChosen} keepMounted={false}>
          <Tabs.List>
            {people.map((individual, place) => (
              <Tabs.Tab key={individual.id} value={String(individual.id)}>
                {nameOf(t, individual, place)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {people.map((individual, place) => (
            <Tabs.Panel key={individual.id} value={String(individual.id)} pt="md">
              <IndividualForm
                individual={individual}
                name={nameOf(t, individual, place)}
                onChange={(now) => put(changed(inventory, now))}
                onRemove={() => put(withoutIndividual(inventory, individual.id))}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Section>
  )
}

function IndividualForm({
  individual,
  name,
  onChange,
  onRemove,
}: {
  individual: Individual
  name: string
  onChange: (now: Individual) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes['form']}>
      <Stack gap="xs" align="center" className={classes['drawing']}>
        <Skeleton
          individual={individual}
          onBone={(bone) => onChange(withPresence(individual, bone, next[presenceOf(individual, bone)]))}
        />
        <Legend />
        <Text size="xs" c="dimmed" ta="center">
          {t('osteology.clickHint')}
        </Text>
      </Stack>
      <Stack gap="sm">
        <Group align="end" gap="sm">
          <TextInput
            label={t('osteology.name')}
            flex={1}
            value={individual.label ?? ''}
            onChange={(event) => onChange({ ...individual, label: event.currentTarget.value })}
          />
          <Button
            variant="default"
            leftSection={<Icon name="bin" size={15} />}
            aria-label={t('osteology.removeThis', { name })}
            onClick={onRemove}
          >
            {t('osteology.remove')}
          </Button>
        </Group>
        <Textarea
          label={t('osteology.notes')}
          autosize
          minRows={1}
          value={individual.notes ?? ''}
          onChange={(event) => onChange({ ...individual, notes: event.currentTarget.value })}
        />
        <div>
          {regions.map((region) => (
            <BonesOfRegion key={region} region={region} individual={individual} onChange={onChange} />
          ))}
        </div>
      </Stack>
    </div>
  )
}
