import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { Cell, FieldSchema } from '@trowel/contract/record.js'
import { readWebAddress } from '@trowel/contract/web-address.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { addressText } from './address-text.js'
import { localMoment } from './moment-text.js'
import { numberText } from './number-text.js'

/** What a person reads where a field stands: names instead of ids, words instead of 1 and 0. */
export function FieldText({ field, cell }: { field: FieldSchema; cell: Cell }) {
  const { t, i18n } = useTranslation()
  const { app, table } = useApplication()
  const { val, val_label: label } = cell
  if (val === null || val === '')
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  const source = field.options_source
  if (source?.type === 'id_from_tb' && label !== null && table(source.ref)) {
    return (
      <Link
        to="/app/$app/record/$table/$id"
        params={{ app, table: source.ref, id: String(val) }}
        className="reference"
      >
        {label}
      </Link>
    )
  }
  const text = String(val)
  switch (describeFieldType(field.type).holds) {
    case 'answer':
      return <>{Number(val) ? t('fields.yes') : t('fields.no')}</>
    case 'list':
      return <>{text.split(';').join(', ')}</>
    case 'day':
      return <time dateTime={text}>{dateText(text, i18n.language)}</time>
    case 'paragraphs':
      return (
        <span className="running-text" dir="auto">
          {text}
        </span>
      )
    case 'address':
      return <WebAddress text={text} />
    case 'line':
      return (
        <span dir="auto">
          {label ??
            (field.db_type === 'FLOAT'
              ? numberText(text, i18n.language)
              : (localMoment(text, i18n.language, 'long') ?? text))}
        </span>
      )
  }
}

/** A link to the page; a DOI and an ORCID iD say what they are. What is no address leads nowhere. */
function WebAddress({ text }: { text: string }) {
  const address = readWebAddress(text)
  if (!address) return <span dir="auto">{text}</span>
  return (
    <a href={address.url} target="_blank" rel="noopener noreferrer" className="reference" dir="ltr">
      {addressText(address)}
    </a>
  )
}

/** "20 June 2022", with the time where it has one; what is no whole date stays as it is. */
export function dateText(text: string, language: string, dateStyle: 'long' | 'medium' = 'long'): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return localMoment(text, language, dateStyle) ?? text
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime())
    ? text
    : date.toLocaleDateString(language, { dateStyle, timeZone: 'UTC' })
}

/** Has a field anything to read? */
export const isEmpty = (cell: Cell | undefined): boolean =>
  cell === undefined || cell.val === null || cell.val === ''
