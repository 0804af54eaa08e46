import { Badge, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SchemaPreview, Start } from '@trowel/contract/dbml.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog.js'
import { DialogButtons } from '../../components/dialog-buttons.js'
import { Icon, type IconName } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { Section } from '../../components/section.js'
import { Failed, Loaded, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import classes from './configuration.module.css'
import { Findings, isNew } from './schema-preview.js'
import { useReconfigured } from './use-configuration.js'

const icons: Readonly<Record<string, IconName>> = {
  excavation: 'layers',
  survey: 'map',
  collection: 'assemblage',
  cemetery: 'bone',
}

/** Tables of common projects, to begin with instead of an empty page; a click shows what they are. */
export function Starts() {
  const { i18n } = useTranslation()
  const { app } = useApplication()
  const starts = useQuery(configurationQueries.starts(app, i18n.language))
  const [chosen, choose] = useState<Start>()
  return (
    <Loaded query={starts}>
      {(reply) => (
        <>
          <StartCards starts={reply.starts} onChoose={choose} />
          {chosen && <StartDialog start={chosen} onClose={() => choose(undefined)} />}
        </>
      )}
    </Loaded>
  )
}

/** The same out of the configuration of an application that has tables already. */
export function StartsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('configuration.starts')} size="xl" onClose={onClose}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('configuration.startsHint')}
      </Text>
      <Starts />
    </Dialog>
  )
}

function StartCards({ starts, onChoose }: { starts: readonly Start[]; onChoose: (start: Start) => void }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {starts.map((start) => (
        <UnstyledButton key={start.name} className={classes['start']} onClick={() => onChoose(start)}>
          <Icon name={icons[start.name] ?? 'table'} size={22} />
          <span>
            <Text component="span" fw={600} display="block">
              {start.label}
            </Text>
            <Text component="span" size="sm" c="dimmed">
              {start.description}
            </Text>
          </span>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  )
}

/** What the tables are before they are there: each with its fields, and the vocabularies. */
function StartDialog({ start, onClose }: { start: Start; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const reconfigured = useReconfigured()
  const seen = useQuery(configurationQueries.schemaPreview(app, start.dbml))
  const apply = useMutation({
    mutationFn: () => client.dbml.apply(start.dbml),
    onSuccess: async ({ result }) => {
      await reconfigured()
      showDone(t('configuration.schemaApplied', { count: result.created.length }))
      onClose()
    },
  })
  const makes = seen.data?.preview.tables.filter(({ errors }) => errors.length === 0).length ?? 0
  return (
    <Dialog title={start.label} size="xl" held={apply.isPending} onClose={onClose}>
      <Stack>
        <Text size="sm">{start.description}</Text>
        {seen.isError && <Failed error={seen.error} retry={() => void seen.refetch()} />}
        {seen.isPending && <Waiting lines={12} />}
        {seen.data && <StartPreview preview={seen.data.preview} />}
        {apply.isError && <Failed error={apply.error} />}
        <div className={classes['startEnd']}>
          <DialogButtons
            pending={apply.isPending}
            disabled={makes === 0}
            onCancel={onClose}
            onAct={() => apply.mutate()}
          >
            {t('configuration.makeTables', { count: makes })}
          </DialogButtons>
        </div>
      </Stack>
    </Dialog>
  )
}

function StartPreview({ preview: { tables, vocabularies } }: { preview: SchemaPreview }) {
  const { t } = useTranslation()
  const { table: existing } = useApplication()
  const labelOf = (name: string) =>
    existing(name)?.label ?? tables.find((table) => table.name === name)?.label ?? name
  return (
    <>
      <ul className={classes['startTables'] ?? ''}>
        {tables.map((table) => (
          <li key={table.name} data-plugin={table.is_plugin || undefined}>
            <Group gap="xs">
              <Text component="h3" fw={600} m={0}>
                {labelOf(table.name)}
              </Text>
              {table.is_plugin && (
                <Text size="xs" c="dimmed">
                  {t('configuration.rowsOf', { table: labelOf(table.plugin_of) })}
                </Text>
              )}
              {(['rs', 'geodata', 'fuzzy_date'] as const)
                .filter((feature) => table[feature])
                .map((feature) => (
                  <Badge key={feature} variant="light" color="gray" tt="none" fw={500}>
                    {t(`configuration.features.${feature}`)}
                  </Badge>
                ))}
              {!isNew(table) && <Badge tt="none">{t('configuration.schemaExists')}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {table.fields
                .filter(({ name }) => name !== 'id_link')
                .map(({ label }) => label)
                .join(' · ')}
            </Text>
            {isNew(table) && <Findings findings={table.errors} />}
          </li>
        ))}
      </ul>
      <Section
        name="configuration.startVocabularies"
        title={t('navigation.vocabularies')}
        count={vocabularies.length}
        startsFolded
      >
        {vocabularies.map(({ name, values }) => (
          <Text key={name} size="sm" mb={4}>
            <b>{name}</b> {values.join(', ')}
          </Text>
        ))}
      </Section>
    </>
  )
}
