import { Button, SegmentedControl, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Analysis } from '@trowel/contract/assemblages.js'
import { privileges } from '@trowel/contract/privileges.js'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Empty, Loaded, Waiting } from '../../components/states.js'
import { TypedGuard } from '../../components/typed-guard.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import { useApplication, useChanged } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import { client } from '../../core/session.js'
import { assemblageQueries } from '../../queries/charts.js'
import {
  type AnalysisDraft,
  analysisOf,
  draftOf,
  filterFieldsOf,
  isReady,
  keptAnalysis,
  newAnalysis,
} from './analysis-draft.js'
import { AnalysisMenu } from './analysis-menu.js'
import { AnalysisSteps } from './analysis-steps.js'
import { PivotTable } from './pivot-table.js'

const Seriation = lazyPart(() => import('./seriation/seriation.js'))

/** An analysis that is being made, as it is kept on this machine until it is saved. */
export interface BegunAnalysis {
  readonly draft: AnalysisDraft
  readonly name: string
}

/** Under which it is kept. */
export const analysisDraftName = (analysis: Analysis | undefined): string =>
  analysis ? `analysis ${analysis.id}` : 'new analysis'

/** An analysis: shown, changed, or made from nothing. It is kept only after a user saw what it counts. */
export function AnalysisMaker({
  analysis,
  begun,
  onEnd,
}: {
  analysis: Analysis | undefined
  /** What an earlier visit left, to go on with. */
  begun: BegunAnalysis | undefined
  onEnd: (id: number | undefined) => void
}) {
  const { app } = useApplication()
  const maySave = useMaySave()
  const left = useSavedDraft<BegunAnalysis>(analysisDraftName(analysis))
  const stored = analysis?.definition ?? {}
  const source = 'source_tb' in stored ? String(stored.source_tb) : ''
  const meta = useQuery({ ...assemblageQueries.tableMeta(app, source), enabled: source !== '' })
  if (analysis && meta.isPending) return <Waiting lines={8} />
  return (
    <>
      {maySave && !begun && <DraftNotice draft={left} />}
      <Maker
        key={left.taken ? 'taken up' : 'begun'}
        analysis={analysis}
        start={analysis ? draftOf(stored, filterFieldsOf(meta.data)) : newAnalysis}
        begun={begun ?? left.taken}
        onEnd={onEnd}
      />
    </>
  )
}

export function useMaySave(): boolean {
  const { mayAct, frozen } = useApplication()
  return mayAct(privileges.self_writer) && !frozen
}

function Maker({
  analysis,
  start,
  begun,
  onEnd,
}: {
  analysis: Analysis | undefined
  start: AnalysisDraft
  begun: BegunAnalysis | undefined
  onEnd: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  const changed = useChanged()
  const [draft, setDraft] = useState(begun?.draft ?? start)
  const [name, setName] = useState(begun?.name ?? analysis?.name ?? '')
  const [open, setOpen] = useState(analysis === undefined || begun !== undefined)
  const [isAskedToLeave, setAskedToLeave] = useState(false)
  const meta = useQuery({ ...assemblageQueries.tableMeta(app, draft.source), enabled: draft.source !== '' })
  const definition = useMemo(() => analysisOf(draft, filterFieldsOf(meta.data)), [draft, meta.data])
  const kept = keptAnalysis(definition, draft)
  const ready = isReady(draft)
  const data = useQuery({
    ...assemblageQueries.data(app, definition),
    enabled: ready && meta.data !== undefined,
    placeholderData: keepPreviousData,
  })
  // Kept is what was seen: the preview of exactly this definition.
  const isSeen = ready && data.isSuccess && !data.isPlaceholderData
  const maySave = useMaySave()
  const beginning = analysisOf(start, filterFieldsOf(meta.data))
  const isTyped =
    open &&
    maySave &&
    (name !== (analysis?.name ?? '') || JSON.stringify(definition) !== JSON.stringify(beginning))
  const forget = useKeeping(
    analysisDraftName(analysis),
    useMemo(() => (isTyped ? { draft, name } : undefined), [isTyped, draft, name]),
  )
  const leave = () => {
    forget()
    onEnd(undefined)
  }
  const mayChange = analysis !== undefined && (analysis.owned_by_me || mayAct(privileges.super_admin))
  const save = useMutation({
    mutationFn: (update: boolean) =>
      update && analysis
        ? client.assemblages.update(analysis.id, { name: name.trim(), definition: kept })
        : client.assemblages.create({ name: name.trim(), definition: kept }),
    onSuccess: async ({ analysis: saved }) => {
      forget()
      await changed({ of: 'assemblage' })
      showDone(t('charts.saved', { name: saved.name }))
      setOpen(false)
      onEnd(saved.id)
    },
    onError: showProblem,
  })
  const title = name.trim() || t('assemblages.new')
  const isShownOtherwise =
    draft.shown !== start.shown ||
    (draft.shown === 'seriation' && JSON.stringify(draft.seriation) !== JSON.stringify(start.seriation))
  return (
    <Page
      title={analysis?.name ?? t('assemblages.new')}
      actions={
        <>
          <Button variant="default" onClick={() => (isTyped ? setAskedToLeave(true) : onEnd(undefined))}>
            {t('assemblages.back')}
          </Button>
          {!open && mayChange && isShownOtherwise && !frozen && (
            <Button disabled={!isSeen} loading={save.isPending} onClick={() => save.mutate(true)}>
              {t('charts.save')}
            </Button>
          )}
          {!open && (
            <Button
              variant="default"
              leftSection={<Icon name="edit" size={15} />}
              onClick={() => setOpen(true)}
            >
              {t('assemblages.change')}
            </Button>
          )}
          {analysis && <AnalysisMenu analysis={analysis} onDeleted={() => onEnd(undefined)} />}
        </>
      }
    >
      <TypedGuard inPart isTyped={isTyped && !isAskedToLeave && !save.isPending} onLeave={forget} />
      {isAskedToLeave && <UnsavedGuard onStay={() => setAskedToLeave(false)} onLeave={leave} />}
      {open && (
        <AnalysisSteps draft={draft} onChange={setDraft}>
          {maySave && (
            <>
              <TextInput
                label={t('charts.name')}
                maxLength={200}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              {!isSeen && (
                <Text size="xs" c="dimmed">
                  {t('assemblages.previewFirst')}
                </Text>
              )}
              {mayChange && (
                <Button
                  disabled={!isSeen || name.trim() === ''}
                  loading={save.isPending}
                  onClick={() => save.mutate(true)}
                >
                  {t('charts.save')}
                </Button>
              )}
              <Button
                variant={mayChange ? 'default' : 'filled'}
                disabled={!isSeen || name.trim() === ''}
                loading={save.isPending}
                onClick={() => save.mutate(false)}
              >
                {t(mayChange ? 'assemblages.saveNew' : 'charts.save')}
              </Button>
            </>
          )}
        </AnalysisSteps>
      )}
      {ready ? (
        <>
          <SegmentedControl
            size="xs"
            mb="sm"
            aria-label={t('seriation.view')}
            data={(['table', 'seriation'] as const).map((value) => ({
              value,
              label: t(`seriation.views.${value}`),
            }))}
            value={draft.shown}
            onChange={(shown) => setDraft({ ...draft, shown })}
          />
          {draft.shown === 'seriation' ? (
            <Suspense fallback={<Waiting lines={10} />}>
              <Seriation
                definition={definition}
                options={draft.seriation}
                name={title}
                onChange={(seriation) => setDraft({ ...draft, seriation })}
              />
            </Suspense>
          ) : (
            <Loaded query={data}>{(found) => <PivotTable data={found} name={title} />}</Loaded>
          )}
        </>
      ) : (
        <Empty icon="assemblage" title={t('assemblages.notReady')}>
          {t('assemblages.notReadyText')}
        </Empty>
      )}
    </Page>
  )
}
