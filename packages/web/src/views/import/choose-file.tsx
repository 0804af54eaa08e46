import { Alert, Button, Select, Stack, Text } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { Table } from '../../core/application.js'
import { type ChosenFiles, chosenFiles } from './chosen-file.js'
import classes from './import.module.css'
import { maxBytes, maxFiles } from './zip-of-files.js'

/** First step: which table, and which file. */
export function ChooseFile({
  tables,
  table,
  onTable,
  onChoose,
}: {
  tables: readonly Table[]
  table: Table | undefined
  onTable: (name: string) => void
  onChoose: (files: ChosenFiles) => void
}) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (files: readonly File[]) => {
    setOver(false)
    const chosen = await chosenFiles(files)
    const size = files.reduce((sum, file) => sum + file.size, 0)
    if (!chosen) setProblem(t(files.length > 1 ? 'import.oneFile' : 'import.unknownFile'))
    else if (chosen.kind === 'photos' && (size > maxBytes || files.length > maxFiles))
      setProblem(t('import.tooManyPhotos'))
    else onChoose(chosen)
  }
  const hold = (event: DragEvent) => {
    event.preventDefault()
    setOver(table !== undefined)
  }
  return (
    <Stack maw={640} gap="lg">
      <Select
        label={t('import.table')}
        description={t('import.tableHint')}
        searchable
        allowDeselect={false}
        data={tables.map(({ name, label }) => ({ value: name, label }))}
        value={table?.name ?? null}
        onChange={(name) => name !== null && onTable(name)}
      />
      <section
        className={classes['drop']}
        aria-label={t('import.file')}
        data-over={over || undefined}
        data-waiting={table === undefined || undefined}
        onDragOver={hold}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          if (table) void take([...event.dataTransfer.files])
        }}
      >
        <Icon name="import" size={30} />
        <Text fw={600}>{t(table ? 'import.dropHere' : 'import.tableFirst')}</Text>
        <Button variant="default" disabled={table === undefined} onClick={() => input.current?.click()}>
          {t('import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={t('import.choose')}
          accept=".csv,.tsv,.tab,.txt,.xlsx,.json,.geojson,.zip,image/*"
          onChange={({ currentTarget }) => {
            void take([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </section>
      {problem && (
        <Alert color="red" role="alert" icon={<Icon name="warning" />}>
          {problem}
        </Alert>
      )}
      <dl className={classes['kinds']}>
        {(['rows', 'places', 'photos'] as const).map((kind) => (
          <div key={kind}>
            <dt>{t(`import.kinds.${kind}`)}</dt>
            <dd>{t(`import.kindTexts.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  )
}
