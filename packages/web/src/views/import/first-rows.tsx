import { useTranslation } from 'react-i18next'
import type { TablePreview } from './file-preview.js'
import classes from './import.module.css'
import type { FieldDraft } from './table-draft.js'

/** The first rows of a file as the table would show them. */
export function FirstRows({ preview, fields }: { preview: TablePreview; fields: readonly FieldDraft[] }) {
  const { t } = useTranslation()
  const wanted = fields.filter((field) => field.wanted)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={classes['rows']} aria-label={t('import.firstRows')} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {wanted.map(({ place, label, column, kind }) => (
              <th key={place} scope="col">
                <span className={classes['head']}>{label.trim() === '' ? column : label}</span>
                {t(`configuration.kinds.${kind}.name`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, at) => (
            <tr key={at}>
              {wanted.map(({ place, kind }) => (
                <td key={place} data-number={kind === 'number' || kind === 'wholeNumber' || undefined}>
                  {textOf(row[place])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const maxLength = 60

function textOf(cell: unknown): string {
  const text =
    cell === null || cell === undefined ? '' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
