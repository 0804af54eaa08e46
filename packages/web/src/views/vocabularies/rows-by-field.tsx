import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RowsByField as Rows } from '@trowel/contract/vocabularies.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { vocabularyQueries } from '../../queries/vocabularies.js'

/** In how many rows a word stands, field by field, under the names that people gave to tables and fields. */
export function RowsByField({ rows }: { rows: Rows }) {
  const { i18n } = useTranslation()
  const { app } = useApplication()
  const { data: known } = useQuery(vocabularyQueries.fields(app))
  const usages = Object.values(known?.usages ?? {}).flat()
  return (
    <List size="sm">
      {rows.fields.map(({ tb, field, count }) => {
        const usage = usages.find((one) => one.tb === tb && one.field === field)
        return (
          <List.Item key={`${tb}.${field}`}>
            {usage ? `${usage.tb_label} › ${usage.field_label}` : tb}
            <Text span c="dimmed" className="numbers">
              {' '}
              {count.toLocaleString(i18n.language)}
            </Text>
          </List.Item>
        )
      })}
    </List>
  )
}
