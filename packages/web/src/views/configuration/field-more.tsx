import { Accordion, Checkbox, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { type FieldDraft, patternOfExample } from './field-kinds.js'

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
  const { data: widgets } = useQuery({
    queryKey: [app, 'widgets'],
    queryFn: ({ signal }) => client.widgets.list({ signal }),
  })
  const line = (
    key: 'min' | 'max' | 'maxLength' | 'defaultValue',
    error: string | undefined,
    type = 'text',
  ) => (
    <TextInput
      type={type}
      label={t(`configuration.more.${key}`)}
      value={draft[key]}
      error={error}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  )
  const flag = (key: 'email' | 'readonly' | 'hide' | 'rightToLeft') => (
    <Checkbox
      label={t(`configuration.more.${key}`)}
      checked={draft[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
    />
  )
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="more">
        <Accordion.Control>{t('configuration.more.title')}</Accordion.Control>
        <Accordion.Panel>
          <Stack>
            {kind.options.includes('limits') && (
              <SimpleGrid cols={2}>
                {line('min', problem('min'), isDate ? 'date' : 'text')}
                {line('max', problem('max'), isDate ? 'date' : 'text')}
              </SimpleGrid>
            )}
            {kind.options.includes('length') && line('maxLength', problem('max_length'))}
            {kind.options.includes('form') && (
              <Form draft={draft} onChange={onChange} error={problem('pattern')} />
            )}
            {kind.key === 'date' || kind.key === 'link' ? (
              <Select
                clearable
                label={t('configuration.more.defaultValue')}
                data={[
                  isDate
                    ? { value: '%today%', label: t('configuration.more.today') }
                    : { value: '%current_user%', label: t('configuration.more.currentUser') },
                ]}
                value={draft.defaultValue === '' ? null : draft.defaultValue}
                onChange={(value) => onChange({ defaultValue: value ?? '' })}
              />
            ) : (
              line('defaultValue', problem('def_value'))
            )}
            {(widgets?.widgets.length ?? 0) > 0 && (
              <Select
                clearable
                label={t('configuration.more.widget')}
                description={t('configuration.more.widgetHint')}
                data={widgets?.widgets ?? []}
                value={draft.widget === '' ? null : draft.widget}
                onChange={(widget) => onChange({ widget: widget ?? '' })}
              />
            )}
            <Group gap="xl">
              {kind.options.includes('form') && flag('email')}
              {kind.options.includes('direction') && flag('rightToLeft')}
              {flag('readonly')}
              {flag('hide')}
            </Group>
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
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
        label={t('configuration.more.pattern')}
        description={t('configuration.more.patternHint')}
        ff="monospace"
        value={draft.pattern}
        error={error}
        onChange={(event) => onChange({ pattern: event.currentTarget.value })}
      />
    </SimpleGrid>
  )
}
