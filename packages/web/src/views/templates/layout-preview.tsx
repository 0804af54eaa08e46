import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../components/fields/field-input.js'
import { Icon } from '../../components/icon.js'
import type { Layout } from '../../components/layout/layout.js'
import { LayoutValue } from '../../components/layout/layout-value.js'
import { LayoutView } from '../../components/layout/layout-view.js'
import { type NamedRecord, RecordChoice } from '../../components/record-choice.js'
import { Section } from '../../components/section.js'
import { Empty, Loaded } from '../../components/states.js'
import { usePrint } from '../../components/use-print.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { recordQueries } from '../../queries/records.js'
import { partIcons } from './part-icons.js'
import classes from './templates.module.css'

/** A record in the layout as it is now: to read, to fill in, and on paper. */
export function LayoutPreview({
  table,
  name,
  layout,
  isSaved,
}: {
  table: string
  name: string
  layout: Layout
  isSaved: boolean
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [as, setAs] = useState('read')
  const [chosen, setChosen] = useState<NamedRecord | null>(null)
  const first = useQuery(recordQueries.count(app, table))
  const id = chosen?.id ?? first.data?.data[0]?.id
  const record = useQuery({
    ...recordQueries.one(app, table, id ?? 0, undefined),
    enabled: id !== undefined,
  })
  const page = usePrint(() => client.records.print(table, id ?? 0, { template: name }).url())
  return (
    <Stack className={classes['preview'] ?? ''}>
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('layouts.preview')}
          data={(['read', 'fill'] as const).map((value) => ({ value, label: t(`layouts.as.${value}`) }))}
          value={as}
          onChange={setAs}
        />
        <RecordChoice
          size="xs"
          table={table}
          value={chosen}
          aria-label={t('layouts.example')}
          placeholder={t('layouts.example')}
          onChoose={setChosen}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="print" size={15} />}
          disabled={!isSaved || id === undefined}
          title={isSaved ? undefined : t('layouts.saveFirst')}
          onClick={page.print}
        >
          {t('layouts.print')}
        </Button>
      </Group>
      {first.data && id === undefined ? (
        <Empty icon="record" title={t('listing.empty')} />
      ) : (
        <Loaded query={record}>
          {({ schema, core, plugins }) => (
            <LayoutView
              name={`preview.${table}`}
              layout={layout}
              field={({ field: name_ }) => {
                const field = schema.fields.find((one) => one.name === name_)
                const cell = core[name_]
                if (!field || !cell) return null
                return as === 'read' ? (
                  <LayoutValue field={field} cell={cell} />
                ) : (
                  <FieldInput
                    field={field}
                    table={table}
                    value={cell.val}
                    valueLabel={cell.val_label}
                    onChange={() => {}}
                  />
                )
              }}
              part={({ part, label }) =>
                part && (
                  <div className={classes['part']}>
                    <Icon name={partIcons[part]} size={18} />
                    {label || t(`layouts.parts.${part}`)}
                    <Text span size="xs" c="dimmed">
                      {t('layouts.onPaper')}
                    </Text>
                  </div>
                )
              }
              plugin={({ plugin, label, items }) => {
                const columns = (schema.plugins[plugin]?.fields ?? []).filter(
                  (field) =>
                    !['id', 'id_link'].includes(field.name) &&
                    (items.length === 0 || items.some((item) => item.field === field.name)),
                )
                return (
                  <Section
                    name={`layout.preview.${plugin}`}
                    title={label}
                    count={plugins[plugin]?.data.length ?? 0}
                  >
                    <Text size="sm">{columns.map((column) => column.label).join(' · ')}</Text>
                  </Section>
                )
              }}
            />
          )}
        </Loaded>
      )}
    </Stack>
  )
}
