import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRecordNames } from '../../components/record-names.js'
import type { Table } from '../../core/application.js'
import type { client } from '../../core/session.js'
import classes from './import.module.css'

type Found = Awaited<ReturnType<typeof client.imports.previewPhotos>>

/** Which pictures found their record, and which did not. */
export function PhotosFound({ found, table }: { found: Found; table: Table }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(i18n.language)
  const ids = found.index_rows.flatMap(({ record_id }) => (typeof record_id === 'number' ? [record_id] : []))
  const names = useRecordNames(table.name, ids)
  const lists = [
    ['unmatched', found.unmatched, found.unmatched_files],
    ['missing', found.missing_files.length, found.missing_files],
    ['repeated', found.repeated_files.length, found.repeated_files],
  ] as const
  return (
    <section className={classes['panel']} aria-live="polite">
      <h2>{t('import.photosFound', { count: found.total, number: number(found.total) })}</h2>
      <div className={classes['scroll']}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('import.picture')}</th>
              <th scope="col">{table.label}</th>
            </tr>
          </thead>
          <tbody>
            {found.index_rows.map(({ filename, record_id }, place) => (
              <tr key={place}>
                <td>{filename}</td>
                <td>{(typeof record_id === 'number' && names?.get(record_id)) || record_id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lists.map(
        ([kind, count, files]) =>
          count > 0 && (
            <div key={kind}>
              <Text size="sm" fw={600} mt="md">
                {t(`import.photos.${kind}`, { count, number: number(count) })}
              </Text>
              <Text size="sm" c="dimmed">
                {files.slice(0, 20).join(', ')}
                {count > 20 && ' …'}
              </Text>
            </div>
          ),
      )}
    </section>
  )
}
