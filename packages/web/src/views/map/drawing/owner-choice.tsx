import { useTranslation } from 'react-i18next'
import { RecordChoice } from '../../../components/record-choice.js'
import { useRecordNames } from '../../../components/record-names.js'

/** The record that a feature belongs to. */
export function OwnerChoice({
  table,
  label,
  record,
  onChoose,
}: {
  table: string
  label: string
  record: number | undefined
  onChoose: (record: number | undefined) => void
}) {
  const { t } = useTranslation()
  const names = useRecordNames(table, record === undefined ? [] : [record])
  return (
    <RecordChoice
      table={table}
      label={label}
      placeholder={t('map.recordHint')}
      required
      value={
        record === undefined
          ? null
          : { id: record, label: names?.get(record) ?? t('grid.nameless', { id: record }) }
      }
      onChoose={(chosen) => onChoose(chosen?.id)}
    />
  )
}
