import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxFieldNameLength, shortNameOf, takenFieldNames } from '../../components/fields/short-name.js'
import { showInLists } from '../../components/fields/show-in-lists.js'
import { FormDialog } from '../../components/form-dialog.js'
import type { Table } from '../../core/application.js'
import { client } from '../../core/session.js'
import { columnKinds, guessKind, settingsOfKind } from './guess-kind.js'
import classes from './import.module.css'

/** A column of the file that goes into no field. */
export interface SpareColumn {
  /** Among the columns of the file. */
  readonly place: number
  readonly column: string
  readonly values: readonly unknown[]
}

/** Makes fields of columns, one after the other: what was made before a refusal stays. */
export function NewFields({
  table,
  columns,
  onMade,
  onClose,
}: {
  table: Table
  columns: readonly SpareColumn[]
  /** @param field that was made of the column at a place */
  onMade: (place: number, field: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() =>
    columns.map(({ place, column, values }) => ({
      place,
      column,
      label: labelOf(column),
      kind: guessKind(values),
      wanted: columns.length === 1,
    })),
  )
  const change = (place: number, part: Partial<(typeof rows)[number]>) =>
    setRows((now) => now.map((row) => (row.place === place ? { ...row, ...part } : row)))
  const wanted = rows.filter((row) => row.wanted)
  const make = useMutation({
    mutationFn: async () => {
      const { table: known } = await client.configuration.table(table.name)
      const taken = [...Object.keys(known.fields), ...takenFieldNames]
      for (const { place, label, kind } of wanted) {
        const name = shortNameOf(label, taken, maxFieldNameLength)
        const settings = { name, label: label.trim(), ...settingsOfKind(kind) }
        await client.configuration.createField(table.name, settings)
        taken.push(name)
        onMade(place, name)
        setRows((now) => now.filter((row) => row.place !== place))
        await showInLists(table.name, settings)
      }
    },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      size="xl"
      title={t('import.newFieldsIn', { table: table.label })}
      saving={make}
      act={t('import.makeFields', { count: Math.max(wanted.length, 1) })}
      ready={wanted.length > 0 && wanted.every(({ label }) => label.trim() !== '')}
      onSave={() => make.mutate()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('import.newFieldsText')}
      </Text>
      <div className={classes['scroll']}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('import.column')}</th>
              <th scope="col">{t('import.fieldName')}</th>
              <th scope="col">{t('import.fieldKind')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ place, column, label, kind, wanted: isWanted }) => (
              <tr key={place}>
                <td className={classes['column']}>
                  <Checkbox
                    label={column}
                    checked={isWanted}
                    onChange={(event) => change(place, { wanted: event.currentTarget.checked })}
                  />
                </td>
                <td>
                  <TextInput
                    size="xs"
                    aria-label={t('import.nameFor', { column })}
                    value={label}
                    onChange={(event) => change(place, { label: event.currentTarget.value, wanted: true })}
                  />
                </td>
                <td className={classes['target']}>
                  <Select
                    size="xs"
                    aria-label={t('import.kindFor', { column })}
                    allowDeselect={false}
                    data={columnKinds.map((one) => ({
                      value: one,
                      label: t(`configuration.kinds.${one}.name`),
                    }))}
                    value={kind}
                    onChange={(chosen) => {
                      const known = columnKinds.find((one) => one === chosen)
                      if (known) change(place, { kind: known, wanted: true })
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FormDialog>
  )
}

/** What people would write: "sample_nr" becomes "Sample nr". */
const labelOf = (column: string): string => {
  const text = column.replaceAll('_', ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
