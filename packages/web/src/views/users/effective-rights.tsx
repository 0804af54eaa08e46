import { Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { EffectiveTable } from '@trowel/contract/users.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { userQueries } from '../../queries/users.js'
import { useTableLevelName } from './table-level-name.js'

/** What the person sees and changes in every table, counted when a user asks: it reads whole tables. */
export function EffectiveRights({ id }: { id: number }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [isAsked, setAsked] = useState(false)
  const query = useQuery({ ...userQueries.effective(app, id), enabled: isAsked })
  if (!isAsked)
    return (
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('users.count')}
      </Button>
    )
  return (
    <Loaded query={query} lines={4}>
      {({ tables }) => (
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label={t('users.rightsOnTables')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('users.table')}</Table.Th>
                <Table.Th>{t('users.level')}</Table.Th>
                <Table.Th ta="right">{t('users.sees')}</Table.Th>
                <Table.Th ta="right">{t('users.changes')}</Table.Th>
                <Table.Th>{t('users.adds')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tables.map((table) => (
                <Row key={table.table_name} table={table} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Loaded>
  )
}

function Row({ table }: { table: EffectiveTable }) {
  const { t, i18n } = useTranslation()
  const levelName = useTableLevelName()
  const number = (value: number) => value.toLocaleString(i18n.language)
  const { inside, outside, total, visible, editable } = table
  return (
    <Table.Tr>
      <Table.Td>{table.label}</Table.Td>
      <Table.Td>
        {levelName(inside)}
        {table.source === 'override' && (
          <Text size="xs" c="dimmed">
            {inside === outside ? t('users.byOverride') : t('users.otherRows', { level: levelName(outside) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {t('users.of', { part: number(visible), total: number(total) })}
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {number(editable)}
      </Table.Td>
      <Table.Td>{table.can_add ? t('fields.yes') : t('fields.no')}</Table.Td>
    </Table.Tr>
  )
}
