import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, newCreationKey } from '@trowel/client'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/dialog.js'
import { FormDialog } from '../../../components/form-dialog.js'
import { showDone } from '../../../components/notices.js'
import { Loaded } from '../../../components/states.js'
import { useNarrow } from '../../../components/use-narrow.js'
import { useApplication, useRecordsWritten } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import { recordQueries, type WholeRecord } from '../../../queries/records.js'
import { beginningOf, type Draft, emptyDraft, inputOf, standingProblems } from '../draft.js'
import { FieldsForm } from '../fields-form.js'
import { useLiveProblems } from './use-live-problems.js'
import { numberedIn, useProposals } from './use-proposals.js'

interface Props {
  readonly table: string
  /** What was typed of its name. */
  readonly name: string
  readonly onMade: (id: string, label: string) => void
  readonly onClose: () => void
}

/** Makes a record that a field of another one refers to, without leaving that. */
export default function NewInside(props: Props) {
  const { app } = useApplication()
  const query = useQuery(recordQueries.initial(app, props.table))
  if (query.data) return <Inside {...props} record={{ ...query.data, etag: null }} />
  return (
    <Dialog onClose={props.onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </Dialog>
  )
}

function Inside({ table, name, onMade, onClose, record: opened }: Props & { record: WholeRecord }) {
  const { t } = useTranslation()
  const { table: tableOf } = useApplication()
  const written = useRecordsWritten()
  const isNarrow = useNarrow()
  const [record] = useState(opened)
  const { id_field: named, tb_label: label } = record.metadata
  const [draft, setDraft] = useState<Draft>(
    name === '' || named === 'id' ? emptyDraft : { ...emptyDraft, core: { [named]: name } },
  )
  const [key] = useState(newCreationKey)
  const [isWhole, setWhole] = useState(false)
  const proposals = useProposals(record, draft)
  const sentOf = useCallback(
    (changes: Draft) => ({
      ...inputOf(changes, beginningOf(record, proposals.numbers)),
      proposed: numberedIn(record).flatMap((field) => (field.name in changes.core ? [] : [field.name])),
    }),
    [record, proposals.numbers],
  )
  const save = useMutation({
    mutationFn: (changes: Draft) => client.records.create(table, sentOf(changes), { key }),
    onSuccess: async ({ id, numbers = {} }, { core }) => {
      await written()
      const called = String(numbers[named] ?? core[named] ?? proposals.numbers[named] ?? id)
      showDone(t('form.createdAs', { name: called }))
      onMade(String(id), called)
    },
  })
  const refused =
    save.error instanceof ApiError && save.error.code === 'validation_failed' ? save.error : undefined
  const told = refused && save.variables ? standingProblems(refused.errors, table, save.variables, draft) : []
  const live = useLiveProblems(table, null, draft, sentOf)
  const preview = tableOf(table)?.preview ?? []
  const isAsked = (field: FieldSchema) =>
    isWhole || field.required || field.name === named || preview.includes(field.name)
  return (
    <FormDialog
      title={t('form.new', { table: label })}
      size="lg"
      fullScreen={isNarrow}
      saving={{ isPending: save.isPending, error: refused ? null : save.error }}
      act={t('form.create')}
      onSave={() => save.mutate(draft)}
      onClose={onClose}
    >
      <FieldsForm
        record={record}
        draft={draft}
        problems={told.length > 0 ? told : live}
        proposals={proposals}
        only={isAsked}
        onChange={setDraft}
      />
      {!isWhole && record.schema.fields.some((field) => !isAsked(field) && !field.hide) && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => setWhole(true)}
        >
          {t('form.allFields')}
        </Button>
      )}
    </FormDialog>
  )
}
