import { Select, SimpleGrid } from '@mantine/core'
import type { DayForm } from '@trowel/contract/imports.js'
import { useTranslation } from 'react-i18next'
import type { TablePreview } from './file-preview.js'

/** How a file is written. What is absent is as it was found out, or does not matter. */
export interface Written {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  readonly sheet?: string | undefined
  readonly decimal?: '.' | ',' | undefined
  readonly dates?: DayForm | undefined
}

const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']
export const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
const delimiterSigns = [',', ';', '\t', '|'] as const
const dayForms: readonly DayForm[] = [
  'yyyy-mm-dd',
  'dd/mm/yyyy',
  'dd.mm.yyyy',
  'dd-mm-yyyy',
  'mm/dd/yyyy',
  'mm-dd-yyyy',
  'yyyy/mm/dd',
  'yyyy.mm.dd',
]

/** The way to write days that a text names; `undefined` for another text. */
export const dayFormOf = (text: string | null): DayForm | undefined => dayForms.find((form) => form === text)

/** From so much on something that was found out counts as certain. */
export const certain = 0.95

/** What was found out about the way a file is written, how sure it is, and the choice to know better. */
export function FileForm({
  preview,
  written,
  onAsk,
  onWritten,
}: {
  preview: TablePreview
  written: Written
  onAsk: (asked: Pick<Written, 'encoding' | 'delimiter' | 'sheet'>) => void
  /** Nothing where neither numbers nor days are read. */
  onWritten: ((written: Pick<Written, 'decimal' | 'dates'>) => void) | undefined
}) {
  const { t } = useTranslation()
  const { detected, sheets, sheet } = preview
  const { encoding, delimiter, decimal, dates } = written
  const asked = { encoding, delimiter, sheet: written.sheet }
  const sureness = (found: TablePreview['detected']['decimal'], isAsked: boolean): string => {
    if (isAsked) return t('import.sure.chosen')
    if (found.value === null) return t(found.sure === 1 ? 'import.sure.nothing' : 'import.sure.either')
    return t(found.sure >= certain ? 'import.sure.certain' : 'import.sure.likely')
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      {sheets.length > 1 && (
        <Select
          label={t('import.sheet')}
          allowDeselect={false}
          data={sheets}
          value={sheet}
          onChange={(chosen) => onAsk({ ...asked, sheet: chosen ?? undefined })}
        />
      )}
      {detected.encoding && (
        <Select
          label={t('import.encoding')}
          description={sureness(detected.encoding, encoding !== undefined)}
          allowDeselect={false}
          data={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          value={preview.encoding}
          onChange={(chosen) => onAsk({ ...asked, encoding: chosen ?? undefined })}
        />
      )}
      {detected.delimiter && (
        <Select
          label={t('import.delimiter')}
          description={sureness(detected.delimiter, delimiter !== undefined)}
          allowDeselect={false}
          data={delimiterSigns.map((value) => ({
            value,
            label: t(`import.delimiters.${delimiters[value]}`),
          }))}
          value={preview.delimiter}
          onChange={(chosen) => onAsk({ ...asked, delimiter: chosen ?? undefined })}
        />
      )}
      {onWritten && (
        <Select
          label={t('import.decimal')}
          description={sureness(detected.decimal, false)}
          placeholder={t('import.asIs')}
          clearable
          data={[
            { value: '.', label: t('import.decimals.point') },
            { value: ',', label: t('import.decimals.comma') },
          ]}
          value={decimal ?? null}
          onChange={(chosen) =>
            onWritten({ dates, decimal: chosen === '.' || chosen === ',' ? chosen : undefined })
          }
        />
      )}
      {onWritten && (
        <Select
          label={t('import.dates')}
          description={sureness(detected.dates, false)}
          placeholder={t('import.asIs')}
          clearable
          data={dayForms.map((value) => ({ value, label: lastDay(value) }))}
          value={dates ?? null}
          onChange={(chosen) => onWritten({ decimal, dates: dayFormOf(chosen) })}
        />
      )}
    </SimpleGrid>
  )
}

/** The last day of a year as a form writes it, `31/12/2024`. */
export const lastDay = (form: string): string =>
  form.replace('yyyy', '2024').replace('mm', '12').replace('dd', '31')
