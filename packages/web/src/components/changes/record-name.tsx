import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ChangeSet } from '@trowel/contract/changes.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'

/** The record that a set is about leads to its page, as long as it is there. */
export function RecordName({ record }: { record: NonNullable<ChangeSet['record']> }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  if (record.label === null)
    return (
      <Text component="span" c="dimmed" inherit>
        {t('grid.nameless', { id: record.id })}
      </Text>
    )
  return (
    <Link
      to="/app/$app/record/$table/$id"
      params={{ app, table: record.table, id: String(record.id) }}
      className="reference"
    >
      {record.label}
    </Link>
  )
}
