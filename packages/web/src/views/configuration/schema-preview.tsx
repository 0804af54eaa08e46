import { Badge, Group, List, Stack, Table, Text } from '@mantine/core'
import type { SchemaPreview as Preview, SchemaFinding } from '@trowel/contract/dbml.js'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../components/refusal.js'
import { Section } from '../../components/section.js'
import { useApplication } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { kindOf } from './field-kinds.js'

export const isNew = ({ errors }: Preview['tables'][number]): boolean =>
  !errors.some(({ code }) => code === 'table_already_exists')

/** What applying a text would make, table by table, and what stands in the way. */
export function SchemaPreview({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  const { table: tableOf } = useApplication()
  const labelOf = (name: string) =>
    tableOf(name)?.label ?? (preview.tables.find((table) => table.name === name)?.label || name)
  const existing = preview.tables.filter((table) => !isNew(table))
  return (
    <Stack gap="sm">
      {preview.tables.filter(isNew).map((table) => (
        <Section
          key={table.name}
          name={`configuration.schema.${table.name}`}
          title={table.label || table.name}
          actions={
            <Badge
              tt="none"
              {...(table.errors.length === 0 ? { variant: 'default' } : { variant: 'filled', color: 'red' })}
            >
              {t(table.errors.length === 0 ? 'configuration.schemaMakes' : 'configuration.schemaFails')}
            </Badge>
          }
        >
          <Findings findings={[...table.errors, ...table.warnings]} />
          <Table verticalSpacing={4} withRowBorders={false}>
            <Table.Tbody>
              {table.fields.map((field) => (
                <Table.Tr key={field.name}>
                  <Table.Th scope="row" fw={500} w="40%">
                    {field.label}
                  </Table.Th>
                  <Table.Td>
                    {field.id_from_tb
                      ? t('configuration.linkTo', { table: labelOf(field.id_from_tb) })
                      : [
                          t(`configuration.kinds.${kindOf(field).key}.name`),
                          field.vocabulary_set ?? field.get_values_from_tb,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      ))}
      {existing.length > 0 && (
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t('configuration.schemaExists')}
          </Text>
          <Text size="sm">{existing.map(({ name }) => labelOf(name)).join(', ')}</Text>
        </Group>
      )}
      {preview.vocabularies
        .filter(({ missing }) => missing.length > 0)
        .map((vocabulary) => (
          <Group key={vocabulary.name} gap="xs">
            <Text size="sm" fw={600}>
              {t('configuration.schemaVocabulary', { name: vocabulary.name })}
            </Text>
            <Text size="sm">{vocabulary.missing.join(', ')}</Text>
          </Group>
        ))}
      {preview.skipped.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('configuration.schemaSkipped')}{' '}
          {preview.skipped.map(({ element, line }) => `${element} (${line})`).join(', ')}
        </Text>
      )}
    </Stack>
  )
}

/** What stands in the way, and what one should know. */
export function Findings({ findings }: { findings: readonly SchemaFinding[] }) {
  const shown = findings.filter(({ code }) => code !== 'auto_add_id' && code !== 'auto_add_creator')
  if (shown.length === 0) return null
  return (
    <List size="sm">
      {shown.map((finding) => (
        <List.Item key={JSON.stringify(finding)}>{textOf(finding)}</List.Item>
      ))}
    </List>
  )
}

/** A sentence of the preview names its field; what a form would say does not, and gets it in front. */
const textOf = (finding: SchemaFinding): string => {
  const text =
    finding.sentence === undefined
      ? problemText(finding)
      : messageIn('problems', { ...finding, code: finding.sentence })
  const isNamed = finding.sentence !== undefined && finding.facts?.['field'] !== undefined
  return isNamed ? text : [finding.field, text].filter(Boolean).join(': ')
}
