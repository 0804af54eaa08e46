import { Button, FileInput, Group, Progress, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordNames } from '../../components/record-names.js'
import { Failed } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { importQueries } from '../../queries/imports.js'
import { isArchive } from './chosen-file.js'
import classes from './import.module.css'
import { Trial } from './trial.js'
import { zipOfFiles } from './zip-of-files.js'

const ways = ['exact', 'begins', 'folder', 'own', 'list'] as const
type Way = (typeof ways)[number]

/** How names tell the record, in the words of the service. */
const patternOf = (way: Way, field: string, own: string): string | undefined =>
  ({ exact: `{${field}}.*`, begins: `{${field}}_*.*`, folder: `{${field}}/*`, own, list: undefined })[way]

/** Second step, for pictures: how their names tell the record that each belongs to. */
export function PhotosImport({
  table,
  files,
  header,
  onRun,
}: {
  table: Table
  files: readonly File[]
  header: ReactNode
  onRun: (job: number) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [way, setWay] = useState<Way>('begins')
  const [own, setOwn] = useState(`{${table.id_field}}*.jpg`)
  const [index, setIndex] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const { data: fields } = useQuery(importQueries.fields(app, table.name))
  const label = fields?.fields.find(({ name }) => name === table.id_field)?.label ?? table.id_field
  const [archive] = files
  const look = useMutation({
    mutationFn: async () => {
      setShare(0)
      const zip = isArchive(files) && archive ? archive : await zipOfFiles(files)
      const where = way === 'list' && index ? { index } : { pattern: patternOf(way, table.id_field, own) }
      return client.imports.previewPhotos(
        { zip, tb: table.name, ...where },
        { onProgress: (sent, total) => setShare((sent / total) * 100) },
      )
    },
  })
  const isReady = way === 'list' ? index !== null : way !== 'own' || own.trim() !== ''
  return (
    <Stack gap="lg" maw={860}>
      {header}
      <section className={classes['panel']}>
        <h2>{t('import.howNamed')}</h2>
        <Radio.Group
          aria-label={t('import.howNamed')}
          value={way}
          onChange={(chosen) => {
            look.reset()
            setWay(ways.find((one) => one === chosen) ?? way)
          }}
        >
          <Stack gap="xs">
            {ways
              .filter((one) => one !== 'folder' || isArchive(files))
              .map((one) => (
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
          <TextInput
            mt="sm"
            maw={380}
            label={t('import.pattern')}
            description={t('import.patternHint', { field: `{${table.id_field}}` })}
            value={own}
            onChange={(event) => {
              look.reset()
              setOwn(event.currentTarget.value)
            }}
          />
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
              look.reset()
              setIndex(file)
            }}
          />
        )}
        <Group mt="md">
          <Button
            variant={look.data ? 'default' : 'filled'}
            disabled={!isReady}
            loading={look.isPending}
            onClick={() => look.mutate()}
          >
            {t('import.look')}
          </Button>
        </Group>
        {look.isPending && <Progress mt="sm" value={share} aria-label={t('import.look')} />}
        {look.isError && <Failed error={look.error} />}
      </section>
      {look.data && (
        <>
          <PhotosFound found={look.data} table={table} />
          <Trial
            asked={look.data.temp_id}
            isReady={look.data.total > 0}
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
        </>
      )}
    </Stack>
  )
}

type Found = Awaited<ReturnType<typeof client.imports.previewPhotos>>

/** Which pictures found their record, and which did not. */
function PhotosFound({ found, table }: { found: Found; table: Table }) {
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
