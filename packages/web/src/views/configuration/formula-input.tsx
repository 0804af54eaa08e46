import { Code, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { listIn, textIn } from '../../components/settings.js'
import { useApplication } from '../../core/application.js'
import { configurationQueries } from '../../queries/configuration.js'
import type { ConfiguredTable } from './use-configuration.js'

/** Each with what is written of it; the service knows what they mean. */
const functions = [
  'round(… , 1)',
  "join(', ', … , …)",
  'if(… > 0, … , …)',
  'coalesce(… , …)',
  'min(… , …)',
  'max(… , …)',
  'year(…)',
  'abs(…)',
  'length(…)',
  'lower(…)',
  'upper(…)',
  'trim(…)',
  'substr(… , 1, 3)',
] as const

const examples = ['round(weight_g / pieces, 1)', "join(' ', site, year(found_on))"] as const

const aggregates = ['sum', 'avg', 'min', 'max'] as const

/** A formula, with the fields and functions that it can be made of. */
export function FormulaInput({
  table,
  value,
  error,
  onChange,
}: {
  table: ConfiguredTable
  value: string
  error: string | undefined
  onChange: (formula: string) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const input = useRef<HTMLTextAreaElement>(null)
  const plugins = useQueries({
    queries: listIn(table, 'plugin').map((name) => configurationQueries.table(app, name)),
  })
  const insert = (text: string | null) => {
    const { current } = input
    if (text === null || !current) return
    const { selectionStart: from, selectionEnd: to } = current
    onChange(value.slice(0, from) + text + value.slice(to))
    current.focus()
    // The new value is drawn first.
    requestAnimationFrame(() => {
      const gap = text.indexOf('…')
      if (gap === -1) current.setSelectionRange(from + text.length, from + text.length)
      else current.setSelectionRange(from + gap, from + gap + 1)
    })
  }
  const choicesOf = ({ fields }: ConfiguredTable) =>
    Object.values(fields)
      .filter((field) => textIn(field, 'id_from_tb') === '')
      .sort((a, b) => a.sort - b.sort)
  const fields = [
    {
      group: table.label,
      items: choicesOf(table).map(({ name, label }) => ({
        value: quoted(name),
        label: `${label} (${name})`,
      })),
    },
    ...plugins.flatMap(({ data }) => {
      if (!data) return []
      const plugin = data.table
      return {
        group: plugin.label,
        items: [
          { value: `count(${quoted(plugin.name)})`, label: t('configuration.formula.count') },
          ...choicesOf(plugin)
            .filter(({ name, db_type, type }) => name !== 'id' && (db_type !== 'TEXT' || type === 'formula'))
            .flatMap(({ name, label }) =>
              aggregates.map((aggregate) => ({
                value: `${aggregate}(${quoted(plugin.name)}.${quoted(name)})`,
                label: t(`configuration.formula.${aggregate}`, { field: label }),
              })),
            ),
        ],
      }
    }),
  ]
  return (
    <Stack gap="xs">
      <Textarea
        ref={input}
        required
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        label={t('configuration.properties.formula')}
        description={t('configuration.formula.hint')}
        placeholder={examples[0]}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group grow align="flex-start">
        <Select
          searchable
          label={t('configuration.formula.insertField')}
          data={fields}
          value={null}
          onChange={insert}
        />
        <Select
          searchable
          label={t('configuration.formula.insertFunction')}
          data={functions.map((text) => ({
            value: text,
            label: `${text}: ${t(`configuration.formula.functions.${nameIn(text)}`)}`,
          }))}
          value={null}
          onChange={insert}
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('configuration.formula.empty')} {t('configuration.formula.examples')}{' '}
        {examples.map((example) => (
          <Code key={example} mr={6}>
            {example}
          </Code>
        ))}
      </Text>
    </Stack>
  )
}

/** Names that are no plain words stand between double quotes. */
const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/i.test(name) ? name : `"${name}"`)

type FunctionName = (typeof functions)[number] extends `${infer Name}(${string}` ? Name : never
const nameIn = (text: (typeof functions)[number]) => text.slice(0, text.indexOf('(')) as FunctionName
