import { Alert, Checkbox, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportProposal } from '@trowel/contract/import-proposal.js'
import type { FileType } from '@trowel/contract/imports.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { changeSetOf } from '../../core/running-jobs.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { importQueries } from '../../queries/imports.js'
import { isOutcome, storedIn } from './counts.js'
import { FileFormPanel } from './file-form-panel.js'
import type { TablePreview } from './file-preview.js'
import { FirstRows } from './first-rows.js'
import classes from './import.module.css'
import { LookedAt } from './looked-at.js'
import type { HeldInRows } from './next-steps.js'
import { PlaceChoice } from './place-choice.js'
import { ProposedFields } from './proposed-fields.js'
import { isOfPairs } from './relation-roles.js'
import { draftOf, gapIn, relationsAmong, requestOf, type TableDraft } from './table-draft.js'
import { Trial } from './trial.js'
import { type Asked, useWritten } from './use-written.js'

interface Props {
  readonly file: File
  readonly type: FileType
  /** The line that names the file, and into what it goes. */
  readonly header: ReactNode
  readonly onRun: (job: number, held: HeldInRows) => void
}

/** Second step, for a new table: its name, its fields as they are proposed, and where its records are. */
export function NewTable(props: Props) {
  const { app } = useApplication()
  const { file, type, header } = props
  const [asked, ask] = useState<Asked>({})
  const [share, setShare] = useState(0)
  const preview = useQuery({
    ...importQueries.preview(app, { file, type, propose: '1', ...asked }, (sent, total) =>
      setShare((sent / total) * 100),
    ),
    placeholderData: keepPreviousData,
  })
  return (
    <LookedAt file={file} preview={preview} share={share} header={header} asked={asked} onAsk={ask}>
      {(found, proposal) =>
        proposal && (
          <Draft
            key={found.temp_id}
            {...props}
            preview={found}
            proposal={proposal}
            asked={asked}
            onAsk={ask}
          />
        )
      }
    </LookedAt>
  )
}

function Draft({
  file,
  type,
  preview,
  proposal,
  asked,
  onAsk,
  onRun,
}: Props & {
  preview: TablePreview
  proposal: ImportProposal
  asked: Asked
  onAsk: (asked: Asked) => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const queries = useQueryClient()
  const { data: known } = useQuery(configurationQueries.tables(app))
  const [draft, setDraft] = useState<TableDraft>(() => draftOf(file, type, proposal))
  const [shown, show] = useState<'fields' | 'rows'>('fields')
  const written = useWritten(preview, proposal)
  const change = (part: Partial<TableDraft>) => setDraft((now) => ({ ...now, ...part }))
  const { label, fields, calledBy, place, rs } = draft
  const wanted = fields.filter((field) => field.wanted)
  const taken = (known?.tables ?? []).map(({ name }) => name)
  const request = { ...requestOf(preview.temp_id, draft, taken), ...written.request }
  const gap = gapIn(draft)
  const relations = rs ? relationsAmong(proposal.fields, calledBy) : []
  return (
    <>
      {proposal.id_field === null && isOfPairs(preview.columns) && (
        <Alert icon={<Icon name="matrix" />}>{t('import.pairs')}</Alert>
      )}
      <section className={classes['panel']}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            required
            label={t('import.tableName')}
            description={t('import.tableNameHint')}
            error={gap === 'label' && t('import.gaps.label')}
            value={label}
            onChange={({ currentTarget }) => change({ label: currentTarget.value })}
          />
          <Select
            label={t('import.calledBy')}
            description={t('import.calledByHint')}
            placeholder={t('import.calledByNumber')}
            clearable
            searchable
            data={wanted
              .filter(({ kind }) => kind !== 'longText' && kind !== 'yesNo')
              .map((field) => ({ value: field.column, label: field.label }))}
            value={wanted.some(({ column }) => column === calledBy) ? calledBy : null}
            onChange={(column) => change({ calledBy: column })}
          />
        </SimpleGrid>
      </section>
      <section className={classes['panel']}>
        <div className={classes['title']}>
          <h2>
            {t('import.fieldsOf', {
              count: preview.count,
              number: preview.count.toLocaleString(i18n.language),
              fields: t('import.fieldCount', { count: wanted.length }),
            })}
          </h2>
          <SegmentedControl
            size="xs"
            aria-label={t('import.shown')}
            data={(['fields', 'rows'] as const).map((value) => ({
              value,
              label: t(`import.shows.${value}`),
            }))}
            value={shown}
            onChange={(chosen) => show(chosen === 'rows' ? 'rows' : 'fields')}
          />
        </div>
        {shown === 'fields' ? (
          <ProposedFields
            preview={preview}
            fields={fields}
            onChange={(changed) => change({ fields: changed })}
          />
        ) : (
          <FirstRows preview={preview} fields={fields} />
        )}
      </section>
      <section className={classes['panel']}>
        <h2>{t('import.canHave')}</h2>
        <Stack gap="sm">
          <div>
            <PlaceChoice
              place={place}
              columns={preview.columns}
              numeric={fields
                .filter(({ kind }) => kind === 'number' || kind === 'wholeNumber')
                .map(({ column }) => column)}
              onChange={(changed) => change({ place: changed })}
            />
          </div>
          <Checkbox
            label={t('configuration.has.rs')}
            description={
              relations.length > 0
                ? t('import.relationsNext', {
                    count: relations.length,
                    columns: new Intl.ListFormat(i18n.language).format(relations),
                  })
                : t('configuration.hasHints.rs')
            }
            checked={rs}
            onChange={({ currentTarget }) => change({ rs: currentTarget.checked })}
          />
        </Stack>
      </section>
      <FileFormPanel preview={preview} asked={asked} written={written} onAsk={onAsk} />
      {gap !== undefined && gap !== 'label' && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {t(`import.gaps.${gap}`)}
        </Alert>
      )}
      <Trial
        asked={JSON.stringify(request)}
        isReady={gap === undefined && known !== undefined}
        direct={t('import.createTable')}
        start={(manner) => client.imports.newTable({ ...request, ...manner, background: true })}
        note={t('import.createTableText')}
        onRun={(job, ended) => {
          void queries.invalidateQueries(allOf(app))
          if (ended) {
            const count = isOutcome(ended.result) ? storedIn(ended.result) : 0
            const number = count.toLocaleString(i18n.language)
            showChanged(t('import.filled', { table: label.trim(), count, number }), changeSetOf(ended))
          }
          onRun(job, { relations: relations.length > 0, places: place.isOn })
        }}
      />
    </>
  )
}
