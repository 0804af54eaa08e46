import type { RecordReply } from '@trowel/contract/record.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldText } from '../../components/fields/field-text.js'
import { Thumbnail } from '../../components/files/thumbnail.js'
import { Icon } from '../../components/icon.js'
import type { LayoutSection } from '../../components/layout/layout.js'
import { ProjectMark } from '../../components/project-mark.js'
import { partIcons } from './part-icons.js'
import classes from './sheet.module.css'

interface Shown {
  readonly section: LayoutSection
  readonly record: RecordReply
}

/** A part of a record as it takes its place on paper. */
export function PartOnPaper({ section, record }: Shown) {
  const { t } = useTranslation()
  const { part, label, text } = section
  switch (part) {
    case undefined:
      return null
    case 'logo':
      return (
        <div className={classes['mark']}>
          <ProjectMark size={56} />
        </div>
      )
    case 'qr':
      return (
        <div className={classes['mark']}>
          <Icon name="qr" size={56} style={{ strokeWidth: 1.2 }} />
        </div>
      )
    case 'line':
      return <hr className={classes['rule']} />
    case 'text':
      return (
        <Headed label={label}>
          <p className={classes['said']} dir="auto">
            {text || t('layouts.noText')}
          </p>
        </Headed>
      )
    case 'images':
      return (
        <Headed label={label || t('layouts.parts.images')}>
          <Pictures section={section} record={record} />
        </Headed>
      )
    default:
      return (
        <Headed label={label || t(`layouts.parts.${part}`)}>
          <div className={classes['box']} data-part={part}>
            <Icon name={partIcons[part]} size={22} />
          </div>
        </Headed>
      )
  }
}

const Headed = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    {label !== '' && <h2 className={classes['heading']}>{label}</h2>}
    {children}
  </>
)

const perRow: Readonly<Record<string, number>> = { '1/1': 1, '1/2': 2, '1/3': 3, '1/4': 4 }

/** The first two rows of the photographs; empty frames where the record has none. */
function Pictures({ section: { width }, record: { files } }: Shown) {
  const across = perRow[width ?? '1/2'] ?? 2
  const images = files.filter(({ is_image, printable }) => is_image && printable !== false)
  const shown = images.slice(0, across * 2)
  return (
    <ul className={classes['pictures']} style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
      {shown.length > 0
        ? shown.map((file) => (
            <li key={file.id}>
              <Thumbnail file={file} w={480} />
            </li>
          ))
        : Array.from({ length: across }, (_, place) => (
            <li key={place}>
              <Icon name="camera" size={22} />
            </li>
          ))}
    </ul>
  )
}

/** More columns are not printed side by side, and more rows not shown here. */
const most = { columns: 7, rows: 4 }

/** Rows of a plugin table. */
export function RowsOnPaper({ section, record: { schema, plugins } }: Shown) {
  const { t } = useTranslation()
  const plugin = schema.plugins[section.plugin]
  const known = (plugin?.fields ?? []).filter(({ name }) => !['id', 'id_link', 'sort'].includes(name))
  const named = section.items.flatMap(({ field }) => known.find(({ name }) => name === field) ?? [])
  const columns = (named.length > 0 ? named : known).slice(0, most.columns)
  const rows = plugins[section.plugin]?.data ?? []
  return (
    <Headed label={section.label || (plugin?.label ?? section.plugin)}>
      <table className={classes['rows']} inert>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most.rows).map((row, place) => (
            <tr key={place}>
              {columns.map((field) => {
                const cell = row[field.name]
                return <td key={field.name}>{cell && <FieldText field={field} cell={cell} />}</td>
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes['hint']}>{t('layouts.noRows')}</p>}
      {rows.length > most.rows && (
        <p className={classes['hint']}>{t('layouts.moreRows', { count: rows.length - most.rows })}</p>
      )}
    </Headed>
  )
}
