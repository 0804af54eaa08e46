import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { ApiError, withChangeSet } from '@trowel/client'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { problemText } from '../../components/refusal.js'
import { useKeeping } from '../../components/saved-draft.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed } from '../../components/states.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import { useApplication, useRecordsWritten } from '../../core/application.js'
import { client } from '../../core/session.js'
import type { WholeRecord } from '../../queries/records.js'
import { Conflict } from './conflict.js'
import { type Draft, emptyDraft, inputOf, isTouched, standingProblems } from './draft.js'
import { FieldsForm, PluginsForm } from './fields-form.js'
import { TableCrumb, titleOf } from './record-title.js'
import { DatingForm } from './sections/dating-section-form.js'
import { OsteologyForm } from './sections/osteology-section-form.js'

/** What was typed in the form, and the state of the record that the person had seen then. */
export interface BegunRecord {
  readonly draft: Draft
  readonly record: WholeRecord
}

/** Under which what is typed of a record is kept on this machine. */
export const draftName = (table: string, id: number | null): string => `record ${table} ${id ?? 'new'}`

const formId = 'record-form'

/** Writes a record: a new one, or changes of one that is there. Nothing that was typed is lost on the way. */
export function RecordForm({
  record: opened,
  begun,
  isNext = false,
  onEnd,
  onAnother,
}: {
  record: WholeRecord
  /** What an earlier visit typed, to go on with. */
  begun?: BegunRecord | undefined
  /** Does a user write one record after the other? Then this one is begun at its first field. */
  isNext?: boolean
  onEnd?: () => void
  /** The record was made; the person wants to write the next one. */
  onAnother?: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const written = useRecordsWritten()
  // What the person has seen. A newer state that comes in meanwhile would be overwritten unasked.
  const [record, setRecord] = useState(begun?.record ?? opened)
  const [draft, setDraft] = useState<Draft>(begun?.draft ?? emptyDraft)
  const [isAskedToLeave, setAskedToLeave] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const { metadata } = record
  const table = metadata.tb_id
  const id = metadata.rec_id
  const touched = isTouched(draft)
  const discardDraft = useKeeping(
    draftName(table, id),
    useMemo(() => (touched ? { draft, record } : undefined), [touched, draft, record]),
  )

  const save = useMutation({
    /**
     * @param etag of the state that the person has seen
     * @param another begin the next record afterwards
     */
    mutationFn: ({ changes, etag }: { changes: Draft; etag: string | null; another?: boolean }) =>
      withChangeSet((options) =>
        id === null
          ? client.records.create(table, inputOf(changes), options)
          : client.records.update(table, id, inputOf(changes), { ...options, ifMatch: etag }),
      ),
    onSuccess: async ({ reply: saved, changeSet }, { another }) => {
      discardDraft()
      // Without a record that was just made its page would say that it is gone.
      if (id === null) showDone(t('form.created'))
      else showChanged(t('form.saved'), changeSet)
      await written()
      if (another) onAnother?.()
      else if (id === null)
        await navigate({
          to: '/app/$app/record/$table/$id',
          params: { app, table, id: String(saved.id) },
          replace: true,
          ignoreBlocker: true,
        })
      else onEnd?.()
    },
  })
  useEffect(() => {
    if (!isNext) return
    window.scrollTo({ top: 0 })
    document.forms.namedItem(formId)?.querySelector('input')?.focus()
  }, [isNext])
  const refused = save.error instanceof ApiError ? save.error : undefined
  const sent = save.variables?.changes
  const isInvalid = refused?.code === 'validation_failed'
  const problems = isInvalid && sent ? standingProblems(refused.errors, table, sent, draft) : []
  const isStale = refused?.code === 'stale_record'
  // A save of one's own is on its way back, or asks already what shall stand.
  const isOutdated = !save.isPending && !isStale && versionOf(opened) !== versionOf(record)

  const blocker = useBlocker({
    shouldBlockFn: () => touched && !save.isPending,
    enableBeforeUnload: touched,
    withResolver: true,
  })
  const leave = (go: () => void) => {
    discardDraft()
    go()
  }
  const cancel = () => {
    if (!onEnd) void navigate({ to: '/app/$app/records/$table', params: { app, table } })
    else if (touched) setAskedToLeave(true)
    else leave(onEnd)
  }
  const maySave = !isStale && (id === null || touched)
  useHotkeys([['mod + S', () => maySave && document.forms.namedItem(formId)?.requestSubmit()]], [])

  const title = id === null ? t('form.new', { table: metadata.tb_label }) : titleOf(record)
  return (
    <Page
      held
      title={title}
      note={<TableCrumb table={table} label={metadata.tb_label} />}
      actions={
        <Group gap="xs">
          <Text size="xs" c="dimmed" visibleFrom="md">
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">S</Kbd>
          </Text>
          <Button variant="default" onClick={cancel}>
            {t('form.cancel')}
          </Button>
          {onAnother && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => save.mutate({ changes: draft, etag: null, another: true })}
            >
              {t('form.createAnother')}
            </Button>
          )}
          <Button
            form={formId}
            type="submit"
            loading={save.isPending && !save.variables.another}
            disabled={save.isPending || !maySave}
          >
            {t(id === null ? 'form.create' : 'form.save')}
          </Button>
        </Group>
      }
    >
      <SavingForm
        id={formId}
        saving={save}
        onSave={() => save.mutate({ changes: draft, etag: record.etag })}
        noValidate
      >
        <Stack>
          {isOutdated && (
            <Alert color="yellow" variant="light" py={8} icon={<Icon name="warning" />} role="status">
              <Group gap="sm">
                <Text size="sm">{t(touched ? 'form.outdatedTyped' : 'form.outdated')}</Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => (touched ? setComparing(true) : setRecord(opened))}
                >
                  {t(touched ? 'form.compare' : 'form.showSaved')}
                </Button>
              </Group>
            </Alert>
          )}
          {problems.length > 0 && (
            <Text c="var(--danger)" size="sm" role="alert">
              {t('form.problems', { count: problems.length })}
            </Text>
          )}
          {refused && !(isInvalid && refused.errors.length > 0) && !isStale && <Failed error={refused} />}
          {save.isError && !refused && <Failed error={save.error} />}
          {id === null && (
            <Text size="sm" c="dimmed">
              {t('form.comesLater')}
            </Text>
          )}
          <FieldsForm record={record} draft={draft} problems={problems} onChange={setDraft} />
          <DatingForm record={record} draft={draft} problems={problems} onChange={setDraft} />
          <PluginsForm record={record} draft={draft} problems={problems} onChange={setDraft} />
          <OsteologyForm
            record={record}
            draft={draft}
            problem={problemText(problems.find(({ field }) => field === 'osteo_data'))}
            onChange={setDraft}
          />
        </Stack>
      </SavingForm>
      {(isStale || isComparing) && id !== null && (
        <Conflict
          record={record}
          id={id}
          draft={draft}
          refusal={isStale ? refused : undefined}
          onClose={() => {
            setComparing(false)
            save.reset()
          }}
          onSave={(changes, now) => {
            setComparing(false)
            setRecord(now)
            setDraft(changes)
            save.mutate({ changes, etag: now.etag })
          }}
        />
      )}
      {isAskedToLeave && onEnd && (
        <UnsavedGuard onStay={() => setAskedToLeave(false)} onLeave={() => leave(onEnd)} />
      )}
      {blocker.status === 'blocked' && (
        <UnsavedGuard onStay={blocker.reset} onLeave={() => leave(blocker.proceed)} />
      )}
    </Page>
  )
}

/** The part of its tag that is another one after each change of the record itself. */
const versionOf = ({ etag }: WholeRecord): string | undefined => etag?.split('.')[0]
