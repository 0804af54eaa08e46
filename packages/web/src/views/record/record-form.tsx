import { Alert, Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import type { Problem } from '@trowel/client'
import { ApiError, newCreationKey, withChangeSet } from '@trowel/client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import type { Value } from '../../components/fields/value.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { problemText } from '../../components/refusal.js'
import { useKeeping } from '../../components/saved-draft.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed } from '../../components/states.js'
import { ThumbBar } from '../../components/thumb-bar.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import { useNarrow } from '../../components/use-narrow.js'
import { useApplication, useRecordsWritten } from '../../core/application.js'
import { client } from '../../core/session.js'
import type { WholeRecord } from '../../queries/records.js'
import { Conflict } from './conflict.js'
import {
  beginningOf,
  type Draft,
  emptyDraft,
  inputOf,
  isSameProblems,
  isTouched,
  standingProblems,
} from './draft.js'
import { FieldsForm, PluginsForm } from './fields-form.js'
import { CreatingInside } from './form/creating-inside.js'
import { PhotographsForm } from './form/photographs-form.js'
import { SaveRefused } from './form/save-refused.js'
import { useKeptFields } from './form/use-kept-fields.js'
import { useLiveProblems } from './form/use-live-problems.js'
import { numberedIn, useProposals } from './form/use-proposals.js'
import { isUploadGone, useStagedFiles } from './form/use-staged-files.js'
import classes from './record-form.module.css'
import { TableCrumb, titleOf } from './record-title.js'
import { DatingForm } from './sections/dating-section-form.js'
import { OsteologyForm } from './sections/osteology-section-form.js'

/** What was typed in the form, and the state of the record that the person had seen then. */
export interface BegunRecord {
  readonly draft: Draft
  readonly record: WholeRecord
  /** Under which a new one is made: saved again after its answer was lost, it is not made twice. */
  readonly key: string
}

/** Under which what is typed of a record is kept on this machine. */
export const draftName = (table: string, id: number | null): string => `record ${table} ${id ?? 'new'}`
/** The same for the files that were chosen for a new one. */
export const filesName = (table: string): string => `${draftName(table, null)} files`

const formId = 'record-form'
const none: readonly Problem[] = []

/** Writes a record: a new one, or changes of one that is there. Nothing that was typed is lost on the way. */
export function RecordForm({
  record: opened,
  begun,
  begunFiles,
  carried,
  onEnd,
  onAnother,
}: {
  record: WholeRecord
  /** What an earlier visit typed, to go on with. */
  begun?: BegunRecord | undefined
  /** The files that it chose. */
  begunFiles?: readonly File[] | undefined
  /**
   * What the record before left, where a user writes one after the other: then this one is begun at its first
   * field.
   */
  carried?: Draft | undefined
  onEnd?: () => void
  /** The record was made, and the person wants to write the next one. @param carried its beginning */
  onAnother?: (carried: Draft) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const written = useRecordsWritten()
  const isNarrow = useNarrow()
  // What the person has seen. A newer state that comes in meanwhile would be overwritten unasked.
  const [record, setRecord] = useState(begun?.record ?? opened)
  const [draft, setDraft] = useState<Draft>(begun?.draft ?? carried ?? emptyDraft)
  const [key] = useState(begun?.key ?? newCreationKey)
  const [isAskedToLeave, setAskedToLeave] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const { metadata } = record
  const table = metadata.tb_id
  const id = metadata.rec_id
  const isNew = id === null
  const staged = useStagedFiles(table, begunFiles)
  const keeping = useKeptFields(app, table)
  const proposals = useProposals(record, draft)
  const touched = (isTouched(draft) && draft !== carried) || staged.chosen.length > 0
  const discardText = useKeeping(
    draftName(table, id),
    useMemo(() => (touched ? { draft, record, key } : undefined), [touched, draft, record, key]),
  )
  const discardFiles = useKeeping(filesName(table), staged.chosen.length > 0 ? staged.chosen : undefined)
  const discardDraft = () => {
    discardText()
    if (isNew) discardFiles()
  }

  const sentOf = useCallback(
    (changes: Draft) => {
      if (!isNew) return inputOf(changes)
      const numbered = numberedIn(record).map(({ name }) => name)
      const proposed = numbered.filter((name) => !(name in changes.core))
      return { ...inputOf(changes, beginningOf(record, proposals.numbers)), proposed }
    },
    [isNew, record, proposals.numbers],
  )
  const save = useMutation({
    /**
     * @param etag of the state that the person has seen
     * @param another begin the next record afterwards
     */
    mutationFn: async ({ changes, etag }: { changes: Draft; etag: string | null; another?: boolean }) => {
      const input = sentOf(changes)
      if (!isNew)
        return withChangeSet((options) =>
          client.records.update(table, id, input, { ...options, ifMatch: etag }),
        )
      const create = async () => {
        const uploads = await staged.uploads()
        return withChangeSet((options) =>
          client.records.create(table, { ...input, uploads }, { ...options, key }),
        )
      }
      try {
        return await create()
      } catch (error) {
        if (!isUploadGone(error)) throw error
        staged.sendAgain()
        return create()
      }
    },
    onSuccess: async ({ reply: saved, changeSet }, { changes, another }) => {
      discardDraft()
      // Without a record that was just made its page would say that it is gone.
      if (!isNew) showChanged(t('form.saved'), changeSet)
      else showDone(createdText(changes, saved.numbers ?? {}))
      await written()
      if (another) onAnother?.({ ...emptyDraft, core: keptOf(changes) })
      else if (isNew)
        await navigate({
          to: '/app/$app/record/$table/$id',
          params: { app, table, id: String(saved.id) },
          replace: true,
          ignoreBlocker: true,
        })
      else onEnd?.()
    },
  })
  /** What a record that was made is called, and that it is not what was proposed, where it is not. */
  const createdText = (changes: Draft, given: Readonly<Record<string, string | number>>): string => {
    const name = metadata.id_field
    const before = proposals.numbers[name]
    const now = given[name] ?? changes.core[name] ?? before
    if (now === undefined || now === null) return t('form.created')
    return before !== undefined && given[name] !== undefined && given[name] !== before
      ? t('form.createdOther', { name: now, before })
      : t('form.createdAs', { name: now })
  }
  /** What the next record begins with. */
  const keptOf = (changes: Draft): Readonly<Record<string, Value>> => {
    const values = { ...beginningOf(record, {}), ...changes.core }
    return Object.fromEntries(Object.entries(values).filter(([name]) => keeping.kept.has(name)))
  }
  useEffect(() => {
    if (!carried) return
    window.scrollTo({ top: 0 })
    // Where fingers point, a keyboard would come with it, over what is to be photographed.
    if (window.matchMedia('(pointer: coarse)').matches) return
    document.forms.namedItem(formId)?.querySelector<HTMLElement>('input:not([type=file])')?.focus()
  }, [carried])
  const refused = save.error instanceof ApiError ? save.error : undefined
  const sent = save.variables?.changes
  const isInvalid = refused?.code === 'validation_failed'
  const told = useMemo(
    () => (isInvalid && refused && sent ? standingProblems(refused.errors, table, sent, draft) : none),
    [isInvalid, refused, sent, table, draft],
  )
  const live = useLiveProblems(table, id, draft, sentOf)
  const problems = useUnchanged(told.length > 0 ? told : live)
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
  const maySave = !isStale && (isNew || touched)
  const saveByKey = () => {
    // Below a dialog nothing is saved: what is typed there would be lost with it.
    if (maySave && !document.querySelector('[aria-modal=true]'))
      document.forms.namedItem(formId)?.requestSubmit()
  }
  useHotkeys([['mod + S', saveByKey]], [])

  const title = isNew ? t('form.new', { table: metadata.tb_label }) : titleOf(record)
  const actions = (
    <>
      <Button variant="default" onClick={cancel}>
        {t('form.cancel')}
      </Button>
      {onAnother && (
        <Button
          variant="default"
          className={classes['another'] ?? ''}
          disabled={save.isPending}
          onClick={() => save.mutate({ changes: draft, etag: null, another: true })}
        >
          {t(isNarrow ? 'form.another' : 'form.createAnother')}
        </Button>
      )}
      <Button
        form={formId}
        type="submit"
        className={classes['save'] ?? ''}
        loading={save.isPending && !save.variables.another}
        disabled={save.isPending || !maySave}
      >
        {t(isNew ? 'form.create' : 'form.save')}
      </Button>
    </>
  )
  return (
    <Page
      held={!isNarrow}
      title={title}
      note={<TableCrumb table={table} label={metadata.tb_label} />}
      actions={
        !isNarrow && (
          <Group gap="xs">
            <Text size="xs" c="dimmed">
              <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">S</Kbd>
            </Text>
            {actions}
          </Group>
        )
      }
    >
      <CreatingInside>
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
            {told.length > 0 && (
              <Text c="var(--danger)" size="sm" role="alert">
                {t('form.problems', { count: told.length })}
              </Text>
            )}
            {refused && !(isInvalid && refused.errors.length > 0) && !isStale && (
              <SaveRefused refusal={refused} table={table} />
            )}
            {save.isError && !refused && <Failed error={save.error} />}
            {isNew && <PhotographsForm staged={staged} />}
            <FieldsForm
              record={record}
              draft={draft}
              problems={problems}
              proposals={proposals}
              keeping={onAnother && keeping}
              onChange={setDraft}
            />
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
      </CreatingInside>
      {isNarrow && <ThumbBar label={t('form.actions')}>{actions}</ThumbBar>}
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

/**
 * The list of before while it says the same: a key that is typed draws no part of the form again that only
 * shows problems.
 */
function useUnchanged(problems: readonly Problem[]): readonly Problem[] {
  const shown = useRef(problems)
  if (!isSameProblems(shown.current, problems)) shown.current = problems
  return shown.current
}

/** The part of its tag that is another one after each change of the record itself. */
const versionOf = ({ etag }: WholeRecord): string | undefined => etag?.split('.')[0]
