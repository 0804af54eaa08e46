import { Alert, Button, Group, Progress, Spoiler, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { problemText } from '../../components/refusal.js'
import { Failed, Waiting } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { importQueries } from '../../queries/imports.js'
import { searchQueries } from '../../queries/search.js'
import { dayFormOf, FileForm, type Written } from './file-form.js'
import type { TablePreview } from './file-preview.js'
import classes from './import.module.css'
import { KeyChoice, type Keys, keysAtFirst } from './key-choice.js'
import { MappingTable } from './mapping-table.js'
import { NewFields, type SpareColumn } from './new-fields.js'
import { Trial } from './trial.js'

interface Props {
  readonly table: Table
  readonly file: File
  readonly type: 'csv' | 'tsv' | 'xlsx' | 'json'
  readonly onBack: () => void
  readonly onRun: (job: number) => void
}

/** Second step, for rows: how the file is written, which column goes where, which record a row is about. */
export function RowsImport(props: Props) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { table, file, type, onBack } = props
  const [asked, ask] = useState<Pick<Written, 'encoding' | 'delimiter' | 'sheet'>>({})
  const [share, setShare] = useState(0)
  const preview = useQuery({
    ...importQueries.preview(app, { file, type, tb: table.name, ...asked }, (sent, total) =>
      setShare((sent / total) * 100),
    ),
    placeholderData: keepPreviousData,
  })
  const back = (
    <Button variant="subtle" size="compact-sm" onClick={onBack}>
      {t('import.otherFile')}
    </Button>
  )
  if (preview.isError)
    return (
      <>
        <Failed error={preview.error} retry={() => void preview.refetch()} />
        <Group mx="md">
          {Object.keys(asked).length > 0 && (
            <Button variant="default" onClick={() => ask({})}>
              {t('import.asDetected')}
            </Button>
          )}
          {back}
        </Group>
      </>
    )
  if (!preview.data || !('columns' in preview.data))
    return (
      <Stack maw={640}>
        <Text size="sm">{t('import.uploading', { name: file.name })}</Text>
        <Progress value={share} aria-label={t('import.uploading', { name: file.name })} />
        <Waiting lines={5} />
      </Stack>
    )
  return (
    <Stack gap="lg">
      <div className={classes['file']}>
        <Icon name="table" />
        <Text fw={600}>{file.name}</Text>
        <Text size="sm" c="dimmed">
          {t('import.into', { table: table.label })}
        </Text>
        {back}
      </div>
      <Mapping key={preview.data.temp_id} {...props} preview={preview.data} asked={asked} onAsk={ask} />
    </Stack>
  )
}

function Mapping({
  table,
  preview,
  asked,
  onAsk,
  onRun,
}: Props & {
  preview: TablePreview
  asked: Pick<Written, 'encoding' | 'delimiter' | 'sheet'>
  onAsk: (asked: Pick<Written, 'encoding' | 'delimiter' | 'sheet'>) => void
}) {
  const { t, i18n } = useTranslation()
  const { app, mayAct } = useApplication()
  const queries = useQueryClient()
  const { detected } = preview
  const fields = useQuery(importQueries.fields(app, table.name))
  const config = useQuery(searchQueries.config(app, table.name))
  const [targets, setTargets] = useState<readonly (string | null)[]>(() =>
    preview.columns.map((_, place) => preview.mapping?.[place]?.field ?? null),
  )
  const [written, setWritten] = useState<Pick<Written, 'decimal' | 'dates'>>({
    decimal:
      detected.decimal.value === ',' || detected.decimal.value === '.' ? detected.decimal.value : undefined,
    dates: dayFormOf(detected.dates.value),
  })
  const [chosenKeys, setKeys] = useState<Keys>()
  const keys = chosenKeys ?? keysAtFirst(targets, table.id_field)
  const [making, setMaking] = useState<readonly SpareColumn[]>()
  const known = fields.data?.fields ?? []
  const mapped = known.filter(({ name }) => targets.includes(name))
  const lookups = (config.data?.fields ?? []).filter(
    ({ value, ref_tb }) =>
      ref_tb !== undefined && mapped.some(({ name }) => value === `${table.name}:${name}`),
  )
  const spare = preview.columns.flatMap((column, place) =>
    targets[place] ? [] : [{ column, place, values: preview.rows.map((row) => row[place]) }],
  )
  const mayMake = mayAct(privileges.super_admin)
  const lacking = known.filter(({ name, required }) => required && !targets.includes(name))
  const key = mapped.some(({ name }) => name === keys.field) ? keys.field : null
  const request = {
    temp_id: preview.temp_id,
    tb: table.name,
    mapping: preview.columns.map((column, place) => ({ column, field: targets[place] ?? null })),
    key_field: key,
    mode: key === null ? ('insert' as const) : keys.mode,
    ...(lookups.length > 0 && keys.lookups && { lookups: keys.lookups }),
    ...written,
  }
  return (
    <>
      <section className={classes['panel']}>
        <h2>{t('import.written')}</h2>
        <FileForm preview={preview} written={{ ...asked, ...written }} onAsk={onAsk} onWritten={setWritten} />
        <FileWarnings preview={preview} />
      </section>
      <section className={classes['panel']}>
        <h2>
          {t('import.mapping', { count: preview.count, number: preview.count.toLocaleString(i18n.language) })}
        </h2>
        <MappingTable
          preview={preview}
          fields={known}
          targets={targets}
          onChange={setTargets}
          onNewField={mayMake ? (place) => setMaking(spare.filter((one) => one.place === place)) : undefined}
        />
        {mayMake && spare.length > 0 && (
          <Button
            mt="sm"
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setMaking(spare)}
          >
            {t('import.newFields')}
          </Button>
        )}
        {making && (
          <NewFields
            table={table}
            columns={making}
            onMade={(place, field) => setTargets((now) => now.map((one, at) => (at === place ? field : one)))}
            onClose={() => {
              setMaking(undefined)
              void queries.invalidateQueries(allOf(app))
            }}
          />
        )}
      </section>
      <section className={classes['panel']}>
        <h2>{t('import.which')}</h2>
        <KeyChoice
          fields={mapped}
          keys={{ ...keys, field: key }}
          lookups={lookups.map(({ label }) => label)}
          onChange={setKeys}
        />
      </section>
      {lacking.length > 0 && (key === null || keys.mode !== 'update') && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {t('import.lacking', {
            count: lacking.length,
            fields: new Intl.ListFormat(i18n.language).format(lacking.map(({ label }) => label)),
          })}
        </Alert>
      )}
      <Trial
        asked={JSON.stringify(request)}
        isReady={mapped.length > 0}
        start={(manner) => client.imports.rows({ ...request, ...manner, background: true })}
        onRun={onRun}
      />
    </>
  )
}

/** What is odd in a file and does not keep it from being read. */
function FileWarnings({ preview: { warnings, warning_count } }: { preview: TablePreview }) {
  const { t, i18n } = useTranslation()
  if (warning_count === 0) return null
  return (
    <Alert
      mt="md"
      color="yellow"
      icon={<Icon name="warning" />}
      title={t('import.odd', { count: warning_count, number: warning_count.toLocaleString(i18n.language) })}
    >
      <Spoiler maxHeight={72} showLabel={t('import.showAll')} hideLabel={t('import.showLess')}>
        <ul className="problems">
          {warnings.map(({ line, ...warning }, place) => (
            <li key={place}>
              {line !== null && `${t('import.line', { line })}: `}
              {problemText(warning)}
            </li>
          ))}
        </ul>
      </Spoiler>
    </Alert>
  )
}
