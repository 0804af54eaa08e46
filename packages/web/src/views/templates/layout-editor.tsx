import { ActionIcon, Anchor, Button, SegmentedControl, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useParams } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { type Layout, readLayout, writeLayout } from '../../components/layout/layout.js'
import { showDone } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { type NamedRecord, RecordChoice } from '../../components/record-choice.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Empty, Failed, Loaded, Waiting } from '../../components/states.js'
import { ToolLine } from '../../components/tool-line.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import { usePrint } from '../../components/use-print.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import { recordQueries } from '../../queries/records.js'
import { LayoutDesk } from './layout-desk.js'
import { LayoutPreview } from './layout-preview.js'
import { useSteps } from './use-steps.js'

const looks = ['paper', 'read', 'fill'] as const

/** One layout: blocks are put on a sheet of paper; the same on the screen, to read and to fill in. */
export function LayoutEditor() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { table, layout: name } = useParams({ from: '/app/$app/templates/$table/$layout' })
  const query = useQuery(layoutQueries.one(app, table, name))
  if (!mayAct(privileges.super_admin)) return <Empty icon="lock" isPage title={t('states.refused')} />
  return (
    <Loaded query={query} lines={10}>
      {({ template }) => (
        <Editor
          key={`${table}/${name}`}
          table={table}
          name={name}
          stored={readLayout(template) ?? { sections: [], rest: {} }}
        />
      )}
    </Loaded>
  )
}

function Editor({ table, name, stored }: { table: string; name: string; stored: Layout }) {
  const { t } = useTranslation()
  const { app, table: known } = useApplication()
  const changed = useChanged()
  const { now: layout, change, undo, redo } = useSteps(stored)
  const [saved, setSaved] = useState(stored)
  const [look, setLook] = useState<string>('paper')
  const touched = layout !== saved
  const draft = useSavedDraft<Layout>(`layout ${table}/${name}`)
  const forget = useKeeping(`layout ${table}/${name}`, touched ? layout : undefined)
  const { record, title, choice } = useExample(table)
  const save = useMutation({
    mutationFn: (now: Layout) => client.templates.save(table, name, writeLayout(now)),
    onSuccess: async (_reply, now) => {
      setSaved(now)
      forget()
      showDone(t('form.saved'))
      await changed({ of: 'template', table })
    },
  })
  const id = record.data?.metadata.rec_id ?? undefined
  const page = usePrint(() => client.records.print(table, id ?? 0, { template: name }).url())
  const blocker = useBlocker({
    shouldBlockFn: () => touched,
    enableBeforeUnload: touched,
    withResolver: true,
  })
  useHotkeys([
    ['mod + Z', () => undo?.()],
    ['mod + shift + Z', () => redo?.()],
    ['mod + Y', () => redo?.()],
  ])
  if (!record.data)
    return record.isError ? (
      <Failed error={record.error} retry={() => void record.refetch()} />
    ) : (
      <Waiting lines={10} />
    )
  return (
    <Page
      title={`${name} · ${t('navigation.templates')}`}
      heading={name}
      note={
        <Anchor
          component={Link}
          to={`/app/${app}/templates`}
          search={{ table } as never}
          size="sm"
          c="dimmed"
        >
          {t('layouts.of', { table: known(table)?.label ?? table })}
        </Anchor>
      }
      actions={
        <>
          <ActionIcon.Group>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('viewer.undo')}
              disabled={!undo}
              onClick={undo}
            >
              <Icon name="undo" size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('viewer.redo')}
              disabled={!redo}
              onClick={redo}
            >
              <Icon name="undo" size={16} style={{ transform: 'scaleX(-1)' }} />
            </ActionIcon>
          </ActionIcon.Group>
          {touched && (
            <Button variant="default" onClick={() => change(saved)}>
              {t('layouts.discard')}
            </Button>
          )}
          <Button disabled={!touched} loading={save.isPending} onClick={() => save.mutate(layout)}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <Stack>
        {save.isError && <Failed error={save.error} />}
        <DraftNotice draft={draft} onTake={(taken) => change(taken)} />
        <ToolLine>
          <SegmentedControl
            size="xs"
            aria-label={t('layouts.preview')}
            data={looks.map((value) => ({ value, label: t(`layouts.as.${value}`) }))}
            value={look}
            onChange={setLook}
          />
          {choice}
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="print" size={15} />}
            disabled={touched || id === undefined}
            title={touched ? t('layouts.saveFirst') : undefined}
            onClick={page.print}
          >
            {t('layouts.print')}
          </Button>
        </ToolLine>
        {look === 'paper' ? (
          <LayoutDesk layout={layout} record={record.data} title={title} onChange={change} />
        ) : (
          <LayoutPreview table={table} layout={layout} record={record.data} isForm={look === 'fill'} />
        )}
      </Stack>
      {blocker.status === 'blocked' && (
        <UnsavedGuard
          onStay={blocker.reset}
          onLeave={() => {
            forget()
            blocker.proceed()
          }}
        />
      )}
    </Page>
  )
}

/** The record that stands in the layout: the first of its table until another is chosen, or an empty one. */
function useExample(table: string) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [chosen, setChosen] = useState<NamedRecord | null>(null)
  const first = useQuery(recordQueries.count(app, table))
  const id = chosen?.id ?? first.data?.data[0]?.id
  const stored = useQuery({
    ...recordQueries.one(app, table, id ?? 0, undefined),
    enabled: id !== undefined,
  })
  const empty = useQuery({ ...recordQueries.form(app, table), enabled: first.data?.total === 0 })
  const record = first.data?.total === 0 ? empty : stored
  const { core, metadata } = record.data ?? {}
  const named = metadata && core?.[metadata.id_field]
  return {
    record,
    title: String(named?.val_label ?? named?.val ?? metadata?.rec_id ?? metadata?.tb_label ?? ''),
    choice: (
      <RecordChoice
        size="xs"
        table={table}
        value={chosen}
        aria-label={t('layouts.example')}
        placeholder={t('layouts.example')}
        onChoose={setChosen}
      />
    ),
  }
}
