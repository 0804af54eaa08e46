import { Accordion, Checkbox, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  describeProperty,
  type FieldProperty,
  fieldPropertyNames,
  type PropertyForm,
  type PropertyOf,
} from '@trowel/contract/model/field-properties.js'
import { currentYear, numberIn, readNumberPattern, seriesOf } from '@trowel/contract/model/number-pattern.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../components/fields/date-input.js'
import { useApplication } from '../../core/application.js'
import { widgetQueries } from '../../queries/configuration.js'
import { type FieldDraft, isFor, patternOfExample } from './field-kinds.js'

/** The form of a field asks for them outside of this part. */
const askedBefore: ReadonlySet<FieldProperty> = new Set(['help'])

/** What is seldom set of a field: limits, form, first value, who sees it. */
export function FieldMore({
  draft,
  onChange,
  problem,
}: {
  draft: FieldDraft
  onChange: (part: Partial<FieldDraft>) => void
  problem: (...keys: readonly string[]) => string | undefined
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { kind } = draft
  const isDate = kind.key === 'date'
  const { data: widgets } = useQuery(widgetQueries.all(app))
  const ofForm = <Form extends PropertyForm>(form: Form) =>
    fieldPropertyNames.filter(
      (name): name is PropertyOf<Form> => describeProperty(name).form === form && isFor(kind, name),
    )
  const inputOf = (name: PropertyOf<'bound' | 'length' | 'text' | 'value'>) => ({
    label: t(`configuration.properties.${name}`),
    value: draft[name],
    error: problem(name),
  })
  const line = (name: PropertyOf<'bound' | 'length' | 'text' | 'value'>) => (
    <TextInput
      key={name}
      {...inputOf(name)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  const day = (name: PropertyOf<'bound'>) => (
    <DateInput key={name} {...inputOf(name)} onChange={(typed) => onChange({ [name]: typed })} />
  )
  const flag = (label: string, checked: boolean, change: (checked: boolean) => Partial<FieldDraft>) => (
    <Checkbox
      key={label}
      label={label}
      checked={checked}
      onChange={(event) => onChange(change(event.currentTarget.checked))}
    />
  )
  const bounds = ofForm('bound')
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="more">
        <Accordion.Control>{t('configuration.more.title')}</Accordion.Control>
        <Accordion.Panel>
          <Stack>
            {bounds.length > 0 && <SimpleGrid cols={2}>{bounds.map(isDate ? day : line)}</SimpleGrid>}
            {ofForm('length').map((name) => line(name))}
            {ofForm('pattern').map((name) => (
              <Form key={name} draft={draft} onChange={onChange} error={problem(name)} />
            ))}
            {ofForm('numbering').map((name) => (
              <Numbers key={name} draft={draft} onChange={onChange} error={problem(name)} />
            ))}
            {isDate || kind.key === 'link' ? (
              <Select
                clearable
                label={t('configuration.properties.def_value')}
                data={[
                  isDate
                    ? { value: '%today%', label: t('configuration.more.today') }
                    : { value: '%current_user%', label: t('configuration.more.currentUser') },
                ]}
                value={draft.def_value === '' ? null : draft.def_value}
                onChange={(value) => onChange({ def_value: value ?? '' })}
              />
            ) : (
              ofForm('value').map((name) => line(name))
            )}
            {ofForm('text')
              .filter((name) => !askedBefore.has(name))
              .map((name) => line(name))}
            {(widgets?.widgets.length ?? 0) > 0 && (
              <Select
                clearable
                label={t('configuration.properties.widget')}
                description={t('configuration.more.widgetHint')}
                data={widgets?.widgets ?? []}
                value={draft.widget === '' ? null : draft.widget}
                onChange={(widget) => onChange({ widget: widget ?? '' })}
              />
            )}
            <Group gap="xl">
              {kind.options.includes('form') &&
                flag(t('configuration.more.email'), draft.email, (email) => ({ email }))}
              {ofForm('direction').map((name) =>
                flag(t(`configuration.properties.${name}`), draft[name] === 'rtl', (isRightToLeft) => ({
                  [name]: isRightToLeft ? 'rtl' : '',
                })),
              )}
              {ofForm('flag')
                .filter((name) => describeProperty(name).option !== 'number')
                .filter((name) => !(kind.key === 'formula' && name === 'readonly'))
                .map((name) =>
                  flag(t(`configuration.properties.${name}`), draft[name], (checked) => ({
                    [name]: checked,
                  })),
                )}
            </Group>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

const numberFlags = ['number_gaps', 'number_auto'] as const

/** In which form numbers are proposed: what the first one looks like is said at once. */
function Numbers({
  draft,
  onChange,
  error,
}: {
  draft: FieldDraft
  onChange: (part: Partial<FieldDraft>) => void
  error: string | undefined
}) {
  const { t } = useTranslation()
  const { number_pattern: text } = draft
  const pattern = text === '' ? undefined : readNumberPattern(text)
  const series =
    pattern &&
    seriesOf(
      pattern,
      new Date().getUTCFullYear(),
      (name) => name !== currentYear,
      (name) => `⟨${name}⟩`,
    )
  const first = series && 'prefix' in series ? numberIn(series, 1) : undefined
  return (
    <Stack gap="xs">
      <TextInput
        label={t('configuration.properties.number_pattern')}
        description={t('configuration.more.numberHint')}
        placeholder="PF{year:2}-{n:4}"
        ff="monospace"
        value={text}
        error={error ?? (text !== '' && !pattern && t('configuration.more.numberNone'))}
        // Numbers that may be there twice would be no numbers.
        onChange={({ currentTarget: { value } }) =>
          onChange({ number_pattern: value, ...(value !== '' && { unique: true }) })
        }
      />
      {first !== undefined && (
        <Text size="sm" c="dimmed">
          {t('configuration.more.numberFirst', { number: first })}
        </Text>
      )}
      {text !== '' && (
        <Group gap="xl">
          {numberFlags.map((name) => (
            <Checkbox
              key={name}
              label={t(`configuration.properties.${name}`)}
              checked={draft[name]}
              onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
            />
          ))}
        </Group>
      )}
    </Stack>
  )
}

/** The form that a text must have: made from an example, tried on another. */
function Form({
  draft,
  onChange,
  error,
}: {
  draft: FieldDraft
  onChange: (part: Partial<FieldDraft>) => void
  error: string | undefined
}) {
  const { t } = useTranslation()
  const [example, setExample] = useState('')
  return (
    <SimpleGrid cols={2}>
      <TextInput
        label={t('configuration.more.example')}
        description={t('configuration.more.exampleHint')}
        placeholder="PF19-0001"
        value={example}
        onChange={(event) => {
          setExample(event.currentTarget.value)
          onChange({
            pattern: event.currentTarget.value === '' ? '' : patternOfExample(event.currentTarget.value),
          })
        }}
      />
      <TextInput
        label={t('configuration.properties.pattern')}
        description={t('configuration.more.patternHint')}
        ff="monospace"
        value={draft.pattern}
        error={error}
        onChange={(event) => onChange({ pattern: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
