import { Badge, Group, Menu, Table, Text } from '@mantine/core'
import { useMutation, useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { showDone, showProblem } from '../../components/notices.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { policyIn, policyKeys } from './policies.js'
import { type Relation, useReconfigured } from './use-configuration.js'

/** Each relation as a sentence. */
export function RelationList({
  relations,
  onEdit,
}: {
  relations: readonly Relation[]
  onEdit: (relation: Relation) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const reconfigured = useReconfigured()
  const tables = [...new Set(relations.flatMap(({ from_tb, to_tb }) => [from_tb, to_tb]))]
  const details = useQueries({ queries: tables.map((table) => configurationQueries.table(app, table)) })
  const fieldName = (table: string, column: string): string =>
    details[tables.indexOf(table)]?.data?.field_labels[column] ?? column
  const restore = ({ from_tb, from_col, to_tb, to_col, on_delete }: Relation) =>
    client.relations
      .create({ from_tb, from_col, to_tb, to_col, on_delete: policyIn(on_delete) })
      .then(reconfigured, showProblem)
  const remove = useMutation({
    mutationFn: ({ id }: Relation) => client.relations.remove(id),
    onSuccess: async (_reply, relation) => {
      await reconfigured()
      showDone(t('configuration.relationRemoved'), () => void restore(relation))
    },
    onError: showProblem,
  })
  return (
    <Table verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('configuration.refers')}</Table.Th>
          <Table.Th scope="col">{t('configuration.refersTo')}</Table.Th>
          <Table.Th scope="col">{t('configuration.onDelete')}</Table.Th>
          <Table.Th aria-label={t('record.more')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {relations.map((relation) => (
          <Table.Tr key={relation.id}>
            <Table.Td>
              {relation.from_label}{' '}
              <Text component="span" c="dimmed" size="sm">
                {relation.from_col === 'id_link'
                  ? t('configuration.itsRows')
                  : fieldName(relation.from_tb, relation.from_col)}
              </Text>
            </Table.Td>
            <Table.Td>
              {relation.to_label}{' '}
              {relation.to_col !== 'id' && (
                <Text component="span" c="dimmed" size="sm">
                  {fieldName(relation.to_tb, relation.to_col)}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Group gap="xs">
                {relation.from_col === 'id_link'
                  ? t('configuration.rowsGo')
                  : t(`configuration.policies.${policyKeys[policyIn(relation.on_delete)]}`)}
                {!relation.enforced && (
                  <Badge color="yellow" variant="light" tt="none">
                    {t('configuration.loose')}
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td ta="right">
              <MoreMenu
                label={t('configuration.moreOf', {
                  name: `${relation.from_label} → ${relation.to_label}`,
                })}
              >
                <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => onEdit(relation)}>
                  {t('record.edit')}
                </Menu.Item>
                {relation.from_col !== 'id_link' && (
                  <Menu.Item
                    color="var(--danger)"
                    leftSection={<Icon name="bin" size={16} />}
                    onClick={() => remove.mutate(relation)}
                  >
                    {t('configuration.removeRelation')}
                  </Menu.Item>
                )}
              </MoreMenu>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
