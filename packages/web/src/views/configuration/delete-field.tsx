import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { recordQueries } from '../../queries/records.js'
import { DeleteQuestion } from './delete-question.js'
import type { ConfiguredTable } from './use-configuration.js'

/** Deletes a field, when the person has read how many records hold something in it. */
export function DeleteField({
  table,
  field,
  onClose,
}: {
  table: ConfiguredTable
  field: { readonly name: string; readonly label: string }
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const isMain = table.is_plugin !== '1'
  const { data } = useQuery({ ...recordQueries.filled(app, table.name, field.name), enabled: isMain })
  return (
    <DeleteQuestion
      title={t('configuration.deleteFieldTitle', { name: field.label, table: table.label })}
      goes={[
        data
          ? t('configuration.valuesGo', {
              count: data.total,
              number: data.total.toLocaleString(i18n.language),
            })
          : t('configuration.allValuesGo'),
        t('configuration.uses'),
      ]}
      remove={() => client.configuration.removeField(table.name, field.name)}
      done={t('configuration.fieldDeleted', { name: field.label })}
      onClose={onClose}
    />
  )
}
