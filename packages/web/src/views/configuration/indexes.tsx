import { ActionIcon, Badge, Button, Checkbox, Group, MultiSelect, Stack, Table, Text } from '@mantine/core'
import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFieldNameLength, shortNameOf } from '../../components/fields/short-name.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { Section } from '../../components/section.js'
import { textIn } from '../../components/settings.js'
import { Failed, Loaded, Waiting } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import classes from './configuration.module.css'
import type { ConfiguredTable } from './use-configuration.js'

interface IndexRequest {
  readonly name: string
  readonly columns: readonly string[]
  readonly is_unique?: boolean
}

/**
 * What makes searches fast, and values the only one of their kind; the service proposes what would have
 * helped.
 */
export function Indexes({ table }: { table: ConfiguredTable }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const changed = useChanged()
  const list = useQuery(configurationQueries.indexes(app, table.name))
  const suggestions = useQuery(configurationQueries.suggestedIndexes(app))
  const again = () => changed({ of: 'configuration' })
  const labelOf = (field: string) => table.fields[field]?.label ?? field
  const labels = (fields: readonly string[]) => fields.map(labelOf).join(', ')
  const make = useMutation({
    mutationFn: (request: IndexRequest) => client.indexes.create(table.name, request),
    onSuccess: async () => {
      await again()
      showDone(t('configuration.indexMade'))
    },
  })
  const remove = useMutation({
    mutationFn: ({ id }: { id: number; request: IndexRequest }) => client.indexes.remove(table.name, id),
    onSuccess: async (_reply, { request }) => {
      await again()
      showDone(t('configuration.indexRemoved'), () => make.mutate(request))
    },
    onError: showProblem,
  })
  const proposed = (suggestions.data?.data ?? []).filter(({ tb }) => tb === table.name)
  // All of it comes at once, so that nothing moves what is there.
  if (list.isLoading || suggestions.isLoading) return <Waiting lines={8} />
  return (
    <Stack>
      <Text size="sm" c="dimmed" maw={680}>
        {t('configuration.indexesHint')}
      </Text>
      {proposed.length > 0 && (
        <Section name="configuration.suggestions" title={t('configuration.suggestions')}>
          <Stack gap="xs">
            {proposed.map(({ columns, times, ms, call }) => (
              <Group key={call.body.name} justify="space-between">
                <Text size="sm">
                  {t('configuration.suggestion', {
                    fields: labels(columns),
                    count: times,
                    ms: Math.round(ms).toLocaleString(i18n.language),
                  })}
                </Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('configuration.makeIndexOf', { fields: labels(columns) })}
                  onClick={() => make.mutate(call.body)}
                >
                  {t('configuration.makeIndex')}
                </Button>
              </Group>
            ))}
          </Stack>
        </Section>
      )}
      <Loaded query={list}>
        {({ data }) => (
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('configuration.tableParts.fields')}</Table.Th>
                <Table.Th>{t('configuration.indexKind')}</Table.Th>
                <Table.Th aria-label={t('record.more')} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((index) => (
                <Table.Tr key={index.id}>
                  <Table.Td>{labels(index.columns)}</Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      {index.is_unique && (
                        <Badge variant="light" tt="none">
                          {t('configuration.rules.unique')}
                        </Badge>
                      )}
                      {index.auto && (
                        <Badge variant="light" color="gray" tt="none" className={classes['origin'] ?? ''}>
                          {t('configuration.madeByService')}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td ta="right">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('configuration.removeIndex', { fields: labels(index.columns) })}
                      onClick={() => remove.mutate({ id: index.id, request: index })}
                    >
                      <Icon name="bin" size={16} />
                    </ActionIcon>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
      <NewIndex table={table} make={make} taken={(list.data?.data ?? []).map(({ name }) => name)} />
      {make.isError && <Failed error={make.error} />}
    </Stack>
  )
}

function NewIndex({
  table,
  make,
  taken,
}: {
  table: ConfiguredTable
  make: UseMutationResult<unknown, Error, IndexRequest>
  taken: readonly string[]
}) {
  const { t } = useTranslation()
  const [columns, setColumns] = useState<string[]>([])
  const [unique, setUnique] = useState(false)
  const request = {
    name: shortNameOf(`by ${columns.join(' ')}`, taken, maxFieldNameLength),
    columns,
    is_unique: unique,
  }
  return (
    <SavingForm saving={make} onSave={() => make.mutate(request, { onSuccess: () => setColumns([]) })}>
      <Group align="flex-end">
        <MultiSelect
          searchable
          label={t('configuration.newIndex')}
          data={Object.values(table.fields)
            .filter(({ type }) => type !== 'formula')
            .sort((a, b) => a.sort - b.sort)
            .map((field) => ({ value: field.name, label: textIn(field, 'label') }))}
          value={columns}
          onChange={setColumns}
          miw={280}
        />
        <Checkbox
          mb={8}
          label={t('configuration.unique')}
          checked={unique}
          onChange={(event) => setUnique(event.currentTarget.checked)}
        />
        <Button type="submit" variant="default" disabled={columns.length === 0} loading={make.isPending}>
          {t('configuration.makeIndex')}
        </Button>
      </Group>
    </SavingForm>
  )
}
