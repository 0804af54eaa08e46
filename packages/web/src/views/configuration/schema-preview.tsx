import { Badge, Group, List, Stack, Table, Text } from '@mantine/core'
import type { SchemaPreview as Preview, SchemaFinding } from '@trowel/contract/dbml.js'
import { useTranslation } from 'react-i18next'
import { Section } from '../../parts/section.js'

/** What applying a text would make, table by table, and what stands in the way. */
export function SchemaPreview({ preview }: { preview: Preview }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm">
      {preview.tables.map((table) => {
        const exists = table.errors.some(({ code }) => code === 'table_already_exists')
        return (
          <Section
            key={table.name}
            name={`configuration.schema.${table.name}`}
            title={table.label}
            actions={
              <Badge
                variant="light"
                tt="none"
                color={table.errors.length === 0 ? 'green' : exists ? 'gray' : 'red'}
              >
                {t(
                  table.errors.length === 0
                    ? 'configuration.schemaMakes'
                    : exists
                      ? 'configuration.schemaExists'
                      : 'configuration.schemaFails',
                )}
              </Badge>
            }
          >
            {!exists && (
              <>
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
                            ? t('configuration.linkTo', { table: field.id_from_tb })
                            : [field.vocabulary_set, field.get_values_from_tb, field.type].find(Boolean)}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </>
            )}
          </Section>
        )
      })}
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

/** The service's own sentence, where it has one. */
function Findings({ findings }: { findings: readonly SchemaFinding[] }) {
  const told = findings.filter(({ code }) => code !== 'auto_add_id' && code !== 'auto_add_creator')
  if (told.length === 0) return null
  return (
    <List size="sm">
      {told.map((finding) => (
        <List.Item key={JSON.stringify(finding)}>
          {finding.text ??
            [finding.code.replaceAll('_', ' '), finding.table, finding.field ?? finding.name]
              .filter(Boolean)
              .join(': ')}
        </List.Item>
      ))}
    </List>
  )
}
