import { SegmentedControl, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { configurationQueries } from '../../queries/configuration.js'
import { vocabularyQueries } from '../../queries/vocabularies.js'
import type { FieldDraft } from './field-kinds.js'
import type { ConfiguredTable } from './use-configuration.js'

interface Props {
  readonly draft: FieldDraft
  readonly problem: (...keys: readonly string[]) => string | undefined
  readonly onChange: (part: Partial<FieldDraft>) => void
}

/** Where the choices of a field come from, or which table it refers to. */
export function FieldSource({
  table,
  newItems,
  onNewItems,
  ...props
}: Props & {
  table: ConfiguredTable
  newItems: readonly string[]
  onNewItems: (items: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { draft, problem, onChange } = props
  const { data } = useQuery(configurationQueries.tables(app))
  const mains = (data?.tables ?? []).filter(({ is_plugin }) => is_plugin !== '1')
  if (draft.kind.options.includes('target'))
    return (
      <Select
        required
        searchable
        label={t('configuration.target')}
        description={t('configuration.targetHint')}
        data={mains.map(({ name, label }) => ({ value: name, label }))}
        value={draft.id_from_tb === '' ? null : draft.id_from_tb}
        error={problem('id_from_tb')}
        onChange={(target) => {
          const label = mains.find(({ name }) => name === target)?.label
          onChange({ id_from_tb: target ?? '', ...(draft.label === '' && label && { label }) })
        }}
      />
    )
  if (!draft.kind.options.includes('source')) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id="source-label">
        {t('configuration.source')}
      </Text>
      <SegmentedControl
        aria-labelledby="source-label"
        data={(['vocabulary', 'list', 'values'] as const).map((value) => ({
          value,
          label: t(`configuration.sources.${value}`),
        }))}
        value={draft.source}
        onChange={(source) => onChange({ source: source as FieldDraft['source'] })}
      />
      <Text size="xs" c="dimmed">
        {t(`configuration.sourceHints.${draft.source}`)}
      </Text>
      {draft.source === 'vocabulary' && (
        <VocabularySource {...props} newItems={newItems} onNewItems={onNewItems} />
      )}
      {draft.source === 'list' && (
        <TagsInput
          required
          label={t('configuration.choices')}
          description={t('configuration.choicesHint')}
          value={[...draft.dic]}
          error={problem('dic')}
          onChange={(values) => onChange({ dic: values })}
        />
      )}
      {draft.source === 'values' && <ValuesSource {...props} tables={data?.tables ?? []} own={table.name} />}
    </Stack>
  )
}

const fresh = '\u0000new'

/** A vocabulary by its name, or a new one with its first entries. */
function VocabularySource({
  draft,
  problem,
  onChange,
  newItems,
  onNewItems,
}: Props & { newItems: readonly string[]; onNewItems: (items: readonly string[]) => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery(vocabularyQueries.all(app))
  const vocabularies = data?.vocs ?? []
  const known = vocabularies.find(({ name }) => name === draft.vocabulary_set)
  const [isNew, setNew] = useState(false)
  const making = isNew || (data !== undefined && vocabularies.length === 0)
  return (
    <>
      {vocabularies.length > 0 && (
        <Select
          required
          searchable
          label={t('configuration.vocabulary')}
          placeholder={t('configuration.vocabularyOrNew')}
          data={[
            { value: fresh, label: t('configuration.newVocabulary') },
            ...vocabularies.map(({ name }) => name),
          ]}
          value={making ? fresh : draft.vocabulary_set === '' ? null : draft.vocabulary_set}
          error={problem('vocabulary_set')}
          description={
            known?.items
              .slice(0, 6)
              .map(({ def }) => def)
              .join(', ') || undefined
          }
          onChange={(name) => {
            setNew(name === fresh)
            onNewItems([])
            onChange({ vocabulary_set: name === null || name === fresh ? '' : name })
          }}
        />
      )}
      {making && (
        <>
          <TextInput
            required
            label={t('configuration.vocabularyName')}
            placeholder={t('configuration.vocabularyExample')}
            value={draft.vocabulary_set}
            onChange={(event) => onChange({ vocabulary_set: event.currentTarget.value })}
          />
          <TagsInput
            label={t('configuration.choices')}
            description={t('configuration.choicesHint')}
            value={[...newItems]}
            onChange={onNewItems}
          />
        </>
      )}
    </>
  )
}

/** The values that stand in a field already, of this table or another. */
function ValuesSource({
  draft,
  problem,
  onChange,
  tables,
  own,
}: Props & { tables: readonly { name: string; label: string }[]; own: string }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [from = '', field = ''] = draft.get_values_from_tb.split(':')
  const [chosen, setChosen] = useState(from === '' ? own : from)
  const { data } = useQuery(configurationQueries.table(app, chosen))
  return (
    <>
      <Select
        searchable
        allowDeselect={false}
        label={t('configuration.ofTable')}
        data={tables.map(({ name, label }) => ({ value: name, label }))}
        value={chosen}
        onChange={(table) => {
          if (table === null) return
          setChosen(table)
          onChange({ get_values_from_tb: '' })
        }}
      />
      <Select
        required
        searchable
        label={t('configuration.ofField')}
        data={Object.entries(data?.field_labels ?? {}).map(([value, label]) => ({ value, label }))}
        value={field === '' ? null : field}
        error={problem('get_values_from_tb')}
        onChange={(name) => onChange({ get_values_from_tb: name === null ? '' : `${chosen}:${name}` })}
      />
    </>
  )
}
