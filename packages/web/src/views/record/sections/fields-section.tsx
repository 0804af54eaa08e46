import { Text } from '@mantine/core'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useTranslation } from 'react-i18next'
import { FieldText, isEmpty } from '../../../parts/fields/field-text.js'
import { Section } from '../../../parts/section.js'
import type { WholeRecord } from '../record.js'
import classes from '../record-sheet.module.css'

/** Kept by the service, or shown in a section of their own. */
const elsewhere = new Set(['id', 'creator', 'osteo_data'])
export const isOrdinary = (field: FieldSchema): boolean => !elsewhere.has(field.name) && !field.hide

const isLong = ({ type }: FieldSchema): boolean => type === 'long_text' || type === 'md'

/** The fields of a record; empty ones take no room unless the person wants to see them. */
export function FieldsSection({ record, showEmpty }: { record: WholeRecord; showEmpty: boolean }) {
  const { t } = useTranslation()
  const fields = record.schema.fields
    .filter(isOrdinary)
    .filter((field) => showEmpty || !isEmpty(record.core[field.name]))
  return (
    <Section name="fields" title={t('record.fields')}>
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('record.nothingWritten')}
        </Text>
      )}
      <dl className={classes['fields']}>
        {fields.map((field) => {
          const cell = record.core[field.name]
          return (
            cell && (
              <div key={field.name} className={classes['field']} data-long={isLong(field) || undefined}>
                <dt>{field.label}</dt>
                <dd>
                  <FieldText field={field} cell={cell} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </Section>
  )
}
