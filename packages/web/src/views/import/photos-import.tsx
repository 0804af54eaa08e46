import { Button, FileInput, Group, Progress, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordNames } from '../../components/record-names.js'
import { Failed } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { pathOf } from '../../core/dropped-files.js'
import { client } from '../../core/session.js'
import { importQueries } from '../../queries/imports.js'
import { isArchive } from './chosen-file.js'
import classes from './import.module.css'
import { Trial } from './trial.js'
import { zipOfFiles } from './zip-of-files.js'

const ways = ['auto', 'own', 'list'] as const
type Way = (typeof ways)[number]

/** By what the record of each picture is found; nothing until it was said. */
type Where = { readonly pattern: string } | { readonly index: File } | undefined

const byLabel: Where = { pattern: 'auto' }

/** Second step, for pictures: how their names tell the record that each belongs to. */
export function PhotosImport({
  table,
  files,
  others,
  header,
  onRun,
}: {
  table: Table
  files: readonly File[]
  /** What lay between them, and is no picture. */
  others: readonly File[]
  header: ReactNode
  onRun: (job: number) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [where, setWhere] = useState<Where>(byLabel)
  const [share, setShare] = useState(0)
  const [archive] = files
  const look = useQuery({
    ...importQueries.photos(app, { files, tb: table.name, ...where }, async () =>
      client.imports.previewPhotos(
        {
          zip: isArchive(files) && archive ? archive : await zipOfFiles(files),
          tb: table.name,
          ...where,
        },
        { onProgress: (sent, total) => setShare((sent / total) * 100) },
      ),
    ),
    enabled: where !== undefined,
  })
  return (
    <Stack gap="lg" maw={860}>
      {header}
      {look.isLoading && (
        <section className={classes['panel']}>
          <Text size="sm" mb="xs">
            {t('import.lookingAtPhotos')}
          </Text>
          <Progress value={share} aria-label={t('import.lookingAtPhotos')} />
        </section>
      )}
      {look.isError && <Failed error={look.error} retry={() => void look.refetch()} />}
      {look.data && <PhotosFound found={look.data} table={table} others={others} />}
      <NamesTell table={table} onWhere={setWhere} />
      {look.data && (
        <Trial
          asked={look.data.temp_id}
          isReady={look.data.total > 0}
          direct={t('import.next.photos')}
          note={t('import.allOrNothing')}
          start={(manner) =>
            client.imports.photos({
              temp_id: look.data.temp_id,
              tb: table.name,
              ...manner,
              background: true,
            })
          }
          onRun={onRun}
        />
      )}
    </Stack>
  )
}

/** How the record of a picture is found: by the beginning of its name, in most cases. */
function NamesTell({ table, onWhere }: { table: Table; onWhere: (where: Where) => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [way, setWay] = useState<Way>('auto')
  const [own, setOwn] = useState(`{${table.id_field}}*.jpg`)
  const [index, setIndex] = useState<File | null>(null)
  const { data: fields } = useQuery(importQueries.fields(app, table.name))
  const label = fields?.fields.find(({ name }) => name === table.id_field)?.label ?? table.id_field
  const choose = (chosen: Way) => {
    setWay(chosen)
    onWhere(chosen === 'auto' ? byLabel : chosen === 'list' && index ? { index } : undefined)
  }
  return (
    <section className={classes['panel']}>
      <h2>{t('import.howNamed')}</h2>
      <Radio.Group
        aria-label={t('import.howNamed')}
        value={way}
        onChange={(chosen) => choose(ways.find((one) => one === chosen) ?? way)}
      >
        <Stack gap="xs">
          {ways.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`import.ways.${one}`, { field: label })}
              description={t(`import.wayTexts.${one}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {way === 'own' && (
        <Group mt="sm" align="end">
          <TextInput
            flex="1 1 15rem"
            maw={380}
            label={t('import.pattern')}
            description={t('import.patternHint', { field: `{${table.id_field}}` })}
            value={own}
            onChange={({ currentTarget }) => {
              onWhere(undefined)
              setOwn(currentTarget.value)
            }}
          />
          <Button
            variant="default"
            disabled={own.trim() === ''}
            onClick={() => onWhere({ pattern: own.trim() })}
          >
            {t('import.look')}
          </Button>
        </Group>
      )}
      {way === 'list' && (
        <FileInput
          mt="sm"
          maw={380}
          accept=".csv,.txt"
          label={t('import.list')}
          placeholder={t('import.choose')}
          value={index}
          onChange={(file) => {
            setIndex(file)
            onWhere(file ? { index: file } : undefined)
          }}
        />
      )}
    </section>
  )
}

type Found = Awaited<ReturnType<typeof client.imports.previewPhotos>>

/** Which pictures found their record, and which did not. */
function PhotosFound({ found, table, others }: { found: Found; table: Table; others: readonly File[] }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => value.toLocaleString(i18n.language)
  const ids = found.index_rows.flatMap(({ record_id }) => (typeof record_id === 'number' ? [record_id] : []))
  const names = useRecordNames(table.name, ids)
  const lists = [
    ['unmatched', found.unmatched, found.unmatched_files],
    ['missing', found.missing_files.length, found.missing_files],
    ['repeated', found.repeated_files.length, found.repeated_files],
    ['others', others.length, others.map(pathOf)],
  ] as const
  return (
    <section className={classes['panel']} aria-live="polite">
      <h2>{t('import.photosFound', { count: found.total, number: number(found.total) })}</h2>
      {found.index_rows.length > 0 && (
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
      )}
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
