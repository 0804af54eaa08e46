import { Button, Checkbox, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { certain, delimiters, FileForm, lastDay } from './file-form.js'
import type { TablePreview } from './file-preview.js'
import { FileWarnings } from './file-warnings.js'
import classes from './import.module.css'
import type { Asked, useWritten } from './use-written.js'

/** How the file is written: in a line where that is certain, with all choices where it is not. */
export function FileFormPanel({
  preview,
  asked,
  written,
  onAsk,
}: {
  preview: TablePreview
  asked: Asked
  /** How cells are written; nothing where only texts are read. */
  written?: ReturnType<typeof useWritten>
  onAsk: (asked: Asked) => void
}) {
  const { t, i18n } = useTranslation()
  const [isOpen, { open }] = useDisclosure(!isCertain(preview) || Object.keys(asked).length > 0)
  const cells = written?.cells
  const empty = written?.empty ?? []
  const saysNothing = !(cells?.decimal || cells?.dates || empty.length > 0) && preview.encoding === null
  if (saysNothing && isCertain(preview) && preview.warning_count === 0) return null
  return (
    <section className={classes['panel']}>
      <div className={classes['title']}>
        <h2>{t('import.written')}</h2>
        {!isOpen && (
          <Button variant="subtle" size="compact-sm" onClick={open}>
            {t('import.changeFormat')}
          </Button>
        )}
      </div>
      {isOpen ? (
        <FileForm
          preview={preview}
          written={{ ...asked, ...cells }}
          onAsk={onAsk}
          onWritten={written && (({ decimal, dates }) => written.change({ decimal, dates }))}
        />
      ) : (
        <Text size="sm">
          <InWords preview={preview} cells={cells} />
        </Text>
      )}
      {written && empty.length > 0 && (
        <Checkbox
          mt="sm"
          label={t('import.readEmpty', { texts: new Intl.ListFormat(i18n.language).format(empty) })}
          checked={written.cells.readsEmpty}
          onChange={({ currentTarget }) => written.change({ readsEmpty: currentTarget.checked })}
        />
      )}
      <FileWarnings preview={preview} />
    </section>
  )
}

function InWords({
  preview: { encoding, delimiter, sheet },
  cells,
}: {
  preview: TablePreview
  cells: ReturnType<typeof useWritten>['cells'] | undefined
}) {
  const { t } = useTranslation()
  const mark = Object.entries(delimiters).find(([sign]) => sign === delimiter)?.[1]
  const words = [
    sheet !== null && `${t('import.sheet')}: ${sheet}`,
    encoding?.toUpperCase(),
    mark && t(`import.delimiters.${mark}`),
    cells?.decimal && t(`import.decimals.${cells.decimal === ',' ? 'comma' : 'point'}`),
    cells?.dates && lastDay(cells.dates),
  ]
  return words.filter(Boolean).join(' · ') || t('import.asIs')
}

const isCertain = ({ detected: { encoding, delimiter, decimal, dates }, sheets }: TablePreview): boolean =>
  sheets.length < 2 &&
  [encoding, delimiter, decimal, dates].every((found) => found === null || found.sure >= certain)
