import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import type { Table } from '../../core/application.js'
import { client } from '../../core/session.js'
import type { TablePreview } from './file-preview.js'
import { ProposedFields } from './proposed-fields.js'
import { type FieldDraft, fieldBody } from './table-draft.js'

/** Makes fields of the columns that go into none: all of them or none. */
export function NewFields({
  table,
  preview,
  columns,
  empty,
  onMade,
  onClose,
}: {
  table: Table
  preview: TablePreview
  columns: readonly FieldDraft[]
  /** Texts of the file that say that there is no value. */
  empty: readonly string[] | undefined
  /** @param made the field of each column, by its place */
  onMade: (made: ReadonlyMap<number, string>) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [fields, setFields] = useState(columns)
  const wanted = fields.filter((field) => field.wanted)
  const make = useMutation({
    mutationFn: () =>
      client.imports.newFields({
        temp_id: preview.temp_id,
        tb: table.name,
        fields: wanted.map(fieldBody),
        ...(empty && { empty }),
      }),
    onSuccess: ({ flds }) => {
      onMade(new Map(wanted.map(({ place }, at) => [place, flds[at] ?? ''])))
      onClose()
    },
  })
  return (
    <FormDialog
      size="xl"
      title={t('import.newFieldsIn', { table: table.label })}
      saving={make}
      act={t('import.makeFields', { count: Math.max(wanted.length, 1) })}
      ready={wanted.length > 0 && wanted.every(isComplete)}
      onSave={() => make.mutate()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('import.newFieldsText')}
      </Text>
      <ProposedFields preview={preview} fields={fields} onChange={setFields} />
    </FormDialog>
  )
}

const isComplete = ({ label, kind, tb }: FieldDraft): boolean =>
  label.trim() !== '' && (kind !== 'link' || tb !== null)
