import { Alert, Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportProposal } from '@trowel/contract/import-proposal.js'
import type { FileType } from '@trowel/contract/imports.js'
import { privileges } from '@trowel/contract/privileges.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { type Table, useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { importQueries } from '../../queries/imports.js'
import { searchQueries } from '../../queries/search.js'
import { FileFormPanel } from './file-form-panel.js'
import type { TablePreview } from './file-preview.js'
import classes from './import.module.css'
import { KeyChoice, type Keys, keysAtFirst } from './key-choice.js'
import { LookedAt } from './looked-at.js'
import { MappingTable } from './mapping-table.js'
import { NewFields } from './new-fields.js'
import type { HeldInRows } from './next-steps.js'
import { PlaceChoice } from './place-choice.js'
import { relationsBeside } from './relation-roles.js'
import { type FieldDraft, fieldDrafts, isHalf, noPlace, placeBody } from './table-draft.js'
import { Trial } from './trial.js'
import { type Asked, useWritten } from './use-written.js'

interface Props {
  readonly table: Table
  readonly file: File
  readonly type: FileType
  /** The line that names the file, and into what it goes. */
  readonly header: ReactNode
  readonly onRun: (job: number, held: HeldInRows) => void
}

/** Second step, for rows: how the file is written, which column goes where, which record a row is about. */
export function RowsImport(props: Props) {
  const { app, mayAct } = useApplication()
  const { table, file, type, header } = props
  const [asked, ask] = useState<Asked>({})
  const [share, setShare] = useState(0)
  const propose = mayAct(privileges.super_admin) ? '1' : undefined
  const preview = useQuery({
    ...importQueries.preview(app, { file, type, tb: table.name, propose, ...asked }, (sent, total) =>
      setShare((sent / total) * 100),
    ),
    placeholderData: keepPreviousData,
  })
  return (
    <LookedAt file={file} preview={preview} share={share} header={header} asked={asked} onAsk={ask}>
      {(found, proposal) => (
        <Mapping
          key={found.temp_id}
          {...props}
          preview={found}
          proposal={proposal}
          asked={asked}
          onAsk={ask}
        />
      )}
    </LookedAt>
  )
}

function Mapping({
  table,
  preview,
  proposal,
  asked,
  onAsk,
  onRun,
}: Props & {
  preview: TablePreview
  proposal: ImportProposal | undefined
  asked: Asked
  onAsk: (asked: Asked) => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const queries = useQueryClient()
  const fields = useQuery(importQueries.fields(app, table.name))
  const config = useQuery(searchQueries.config(app, table.name))
  const [targets, setTargets] = useState<readonly (string | null)[]>(() =>
    preview.columns.map((_, place) => preview.mapping?.[place]?.field ?? null),
  )
  const written = useWritten(preview, proposal)
  const [place, setPlace] = useState(() => noPlace(proposal?.place))
  const [chosenKeys, setKeys] = useState<Keys>()
  const keys = chosenKeys ?? keysAtFirst(targets, table.id_field)
  const [making, setMaking] = useState<readonly FieldDraft[]>()
  const known = fields.data?.fields ?? []
  const mapped = known.filter(({ name }) => targets.includes(name))
  const lookups = (config.data?.fields ?? []).filter(
    ({ value, ref_tb }) =>
      ref_tb !== undefined && mapped.some(({ name }) => value === `${table.name}:${name}`),
  )
  const spare = proposal ? fieldDrafts(proposal).filter((one) => !targets[one.place]) : []
  const lacking = known.filter(({ name, required }) => required && !targets.includes(name))
  const calledBy = preview.columns[targets.indexOf(table.id_field)]
  const holdsRelations = table.rs && relationsBeside(preview.columns, calledBy).length > 0
  const key = mapped.some(({ name }) => name === keys.field) ? keys.field : null
  const request = {
    temp_id: preview.temp_id,
    tb: table.name,
    mapping: preview.columns.map((column, at) => ({ column, field: targets[at] ?? null })),
    key_field: key,
    mode: key === null ? ('insert' as const) : keys.mode,
    ...(lookups.length > 0 && keys.lookups && { lookups: keys.lookups }),
    ...placeBody(place),
    ...written.request,
  }
  return (
    <>
      <section className={classes['panel']}>
        <div className={classes['title']}>
          <h2>
            {t('import.mapping', {
              count: preview.count,
              number: preview.count.toLocaleString(i18n.language),
            })}
          </h2>
          {spare.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => setMaking(spare)}
            >
              {t('import.newFields')}
            </Button>
          )}
        </div>
        <MappingTable
          preview={preview}
          fields={known}
          targets={targets}
          onChange={setTargets}
          onNewField={proposal && ((at) => setMaking(spare.filter((one) => one.place === at)))}
        />
        {making && (
          <NewFields
            table={table}
            preview={preview}
            columns={making}
            empty={written.request.empty}
            onMade={(made) => setTargets((now) => now.map((one, at) => made.get(at) ?? one))}
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
      {table.geodata && (
        <section className={classes['panel']}>
          <h2>{t('import.places')}</h2>
          <PlaceChoice place={place} columns={preview.columns} onChange={setPlace} />
        </section>
      )}
      <FileFormPanel preview={preview} asked={asked} written={written} onAsk={onAsk} />
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
        isReady={mapped.length > 0 && !isHalf(place)}
        start={(manner) => client.imports.rows({ ...request, ...manner, background: true })}
        onRun={(job) => onRun(job, { relations: holdsRelations, places: place.isOn })}
      />
    </>
  )
}
