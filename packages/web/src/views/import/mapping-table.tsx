import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TablePreview } from './file-preview.js'
import classes from './import.module.css'

interface Target {
  readonly name: string
  readonly label: string
}

const samples = 3
/** No field is called so. */
const newField = '\u0000new'

/** Each column of the file with its first values, and the field that it goes into. */
export function MappingTable({
  preview,
  fields,
  targets,
  onChange,
  onNewField,
}: {
  preview: TablePreview
  fields: readonly Target[]
  /** For each column the name of a field; null leaves it out. */
  targets: readonly (string | null)[]
  onChange: (targets: readonly (string | null)[]) => void
  /** Nothing for those who may not make fields. */
  onNewField: ((place: number) => void) | undefined
}) {
  const { t } = useTranslation()
  return (
    <div className={classes['scroll']}>
      <table className={`${classes['table']} ${classes['fields']}`}>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.firstValues')}</th>
            <th scope="col">{t('import.goesInto')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.columns.map((column, place) => {
            const target = targets[place] ?? null
            return (
              <tr key={column} className={target === null ? classes['left'] : undefined}>
                <td className={classes['column']}>{column}</td>
                <td className={classes['sample']}>{sampleOf(preview, place)}</td>
                <td className={classes['target']}>
                  <Select
                    size="xs"
                    searchable
                    clearable
                    aria-label={t('import.fieldFor', { column })}
                    placeholder={t('import.leaveOut')}
                    data={[
                      ...fields.map(({ name, label }) => ({
                        value: name,
                        label,
                        disabled: name !== target && targets.includes(name),
                      })),
                      ...(onNewField ? [{ value: newField, label: t('import.newField') }] : []),
                    ]}
                    value={target}
                    onChange={(chosen) => {
                      if (chosen === newField) onNewField?.(place)
                      else onChange(targets.map((one, at) => (at === place ? chosen : one)))
                    }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const maxLength = 80

/** The first values of a column that are not empty. */
export function sampleOf({ rows }: TablePreview, place: number): string {
  const values = rows.map((row) => row[place]).filter((cell) => cell !== null && cell !== '')
  const text = [
    ...new Set(values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))),
  ]
    .slice(0, samples)
    .join(' · ')
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
