import { Button, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import type { Chart } from '@trowel/contract/charts.js'
import { chartTypes } from '@trowel/contract/charts.js'
import { aggregateNames, aggregates } from '@trowel/contract/model/aggregates.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ChartDraft,
  definitionOf,
  isReady,
  newDraft,
  type Palette,
  palettes,
} from '../../components/charts/chart-draft.js'
import { ChartFigure } from '../../components/charts/chart-figure.js'
import { FilterBuilder } from '../../components/filter/filter-builder.js'
import { Narrowed } from '../../components/narrowed.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { useKeeping } from '../../components/saved-draft.js'
import { Empty } from '../../components/states.js'
import { TypedGuard } from '../../components/typed-guard.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import { useApplication, useChanged } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { client } from '../../core/session.js'
import { assemblageQueries } from '../../queries/charts.js'
import classes from './charts.module.css'

/** A chart that is being made, as it is kept on this machine until it is saved. */
export interface BegunChart {
  readonly draft: ChartDraft
  readonly name: string
  readonly share: boolean
}

/** Under which it is kept. */
export const chartDraftName = (before: Chart | undefined): string =>
  before ? `chart ${before.id}` : 'new chart'

/** Makes a chart; what it shows stands beside while it is made. */
export function ChartBuilder({
  draft: start,
  before,
  begun,
  onEnd,
}: {
  draft: ChartDraft
  before: Chart | undefined
  /** What an earlier visit left, to go on with. */
  begun: BegunChart | undefined
  onEnd: () => void
}) {
  const { t } = useTranslation()
  const { app, tables, mayAct, frozen } = useApplication()
  const changed = useChanged()
  const [draft, setDraft] = useState(begun?.draft ?? start)
  const [name, setName] = useState(begun?.name ?? before?.name ?? '')
  // That of another person stays his: what is made of it is a chart of one's own.
  const [kept, setKept] = useState(before?.owned_by_me === true ? before : undefined)
  const wasShared = kept?.is_global === 1
  const [share, setShare] = useState(begun?.share ?? wasShared)
  const [isAskedToLeave, setAskedToLeave] = useState(false)
  const sources = useQuery(assemblageQueries.sources(app))
  const meta = useQuery(assemblageQueries.tableMeta(app, draft.tb))
  const isMain = tables.some((one) => one.name === draft.tb)
  const fields = (meta.data?.fields ?? []).filter((field) => field.name !== 'osteo_data')
  const options = fields.map((field) => ({ value: field.name, label: field.label }))
  const counts = draft.aggregate === 'COUNT' || draft.aggregate === 'COUNT_DISTINCT'
  const sums = aggregates[draft.aggregate].of === 'numbers'
  const change = (part: Partial<ChartDraft>) => setDraft((now) => ({ ...now, ...part }))
  const restyle = (part: Partial<ChartDraft['style']>) => change({ style: { ...draft.style, ...part } })
  const maySave = mayAct(privileges.self_writer) && !frozen
  const isTyped = maySave && (draft !== start || name !== (before?.name ?? '') || share !== wasShared)
  const forget = useKeeping(
    chartDraftName(before),
    useMemo(() => (isTyped ? { draft, name, share } : undefined), [isTyped, draft, name, share]),
  )
  const leave = () => {
    forget()
    onEnd()
  }
  const save = useMutation({
    mutationFn: async () => {
      const content = { name: name.trim(), definition: definitionOf(draft) }
      const { chart } = kept
        ? await client.charts.update(kept.id, content)
        : await client.charts.create(content)
      // Where sharing it fails, saving again goes on with this one.
      setKept(chart)
      if (share !== wasShared) await client.charts[share ? 'share' : 'unshare'](chart.id)
    },
    onSuccess: async () => {
      forget()
      await changed({ of: 'chart' })
      showDone(t('charts.saved', { name: name.trim() }))
      onEnd()
    },
    onError: (error) => {
      // Another person deleted it: the next save makes a new chart.
      if (error instanceof ApiError && error.code === 'chart_not_found') setKept(undefined)
      showProblem(error)
      void changed({ of: 'chart' })
    },
  })
  const selection: Pick<ListingSearch, 'q' | 'expert' | 'filter'> = {
    q: draft.filter?.search_type === 'fast' ? (draft.filter.search ?? undefined) : undefined,
    expert: draft.filter?.search_type === 'sqlExpert' ? (draft.filter.querytext ?? undefined) : undefined,
    filter: draft.filter?.filter,
  }
  const title = name.trim() || t('charts.new')
  return (
    <Page
      title={before ? before.name : t('charts.new')}
      past={{ table: draft.tb }}
      actions={
        <>
          <Button variant="default" onClick={() => (isTyped ? setAskedToLeave(true) : onEnd())}>
            {t('charts.back')}
          </Button>
          {maySave && (
            <Button
              disabled={!isReady(draft) || name.trim() === ''}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('charts.save')}
            </Button>
          )}
        </>
      }
    >
      <TypedGuard isTyped={isTyped && !isAskedToLeave && !save.isPending} onLeave={forget} />
      {isAskedToLeave && <UnsavedGuard onStay={() => setAskedToLeave(false)} onLeave={leave} />}
      <div className={classes['builder']}>
        <Stack gap="sm">
          <TextInput
            label={t('charts.name')}
            required
            autoFocus
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t('charts.table')}
            searchable
            allowDeselect={false}
            data={[
              ...tables.map((one) => ({ value: one.name, label: one.label })),
              ...(sources.data?.plugins ?? []).map((one) => ({
                value: one.name,
                label: one.parent_label ? `${one.parent_label} › ${one.label}` : one.label,
              })),
            ]}
            value={draft.tb}
            onChange={(tb) =>
              tb !== null &&
              tb !== draft.tb &&
              setDraft({ ...newDraft(tb), type: draft.type, style: draft.style })
            }
          />
          <Select
            label={t('charts.kind')}
            allowDeselect={false}
            data={chartTypes.map((type) => ({ value: type, label: t(`charts.kinds.${type}`) }))}
            value={draft.type}
            onChange={(type) =>
              type !== null &&
              change({
                type,
                style: { ...draft.style, legend: type === 'pie' || type === 'doughnut' },
              })
            }
          />
          {draft.type !== 'metric' && (
            <Select
              label={t('charts.groupedBy')}
              description={t('charts.groupedByText')}
              searchable
              data={options}
              value={draft.groupedBy || null}
              onChange={(field) => change({ groupedBy: field ?? '' })}
            />
          )}
          <Select
            label={t('charts.function')}
            allowDeselect={false}
            data={aggregateNames.map((one) => ({ value: one, label: t(`charts.functions.${one}`) }))}
            value={draft.aggregate}
            onChange={(aggregate) =>
              aggregate !== null &&
              change({
                aggregate,
                ...(aggregate === 'COUNT' && { measured: 'id' }),
                ...(aggregate !== 'COUNT' && draft.measured === 'id' && { measured: '' }),
              })
            }
          />
          {draft.aggregate !== 'COUNT' && (
            <Select
              label={t('charts.measured')}
              searchable
              data={
                sums
                  ? fields
                      .filter((one) => one.is_numeric)
                      .map((one) => ({ value: one.name, label: one.label }))
                  : options
              }
              {...(sums && { description: t('charts.measuredText') })}
              value={draft.measured || null}
              onChange={(field) => change({ measured: field ?? (counts ? 'id' : '') })}
            />
          )}
          {draft.type !== 'metric' && (
            <Select
              label={t('charts.colours')}
              allowDeselect={false}
              data={Object.keys(palettes).map((one) => ({
                value: one,
                label: t(`charts.palettes.${one as Palette}`),
              }))}
              renderOption={({ option }) => (
                <>
                  <Swatches palette={option.value as Palette} />
                  <span>{option.label}</span>
                </>
              )}
              value={draft.style.palette}
              onChange={(palette) => palette !== null && restyle({ palette: palette as Palette })}
            />
          )}
          {draft.type === 'bar' && (
            <Switch
              label={t('charts.horizontal')}
              checked={draft.style.horizontal}
              onChange={(event) => restyle({ horizontal: event.currentTarget.checked })}
            />
          )}
          {draft.type !== 'metric' && (
            <Switch
              label={t('charts.legend')}
              checked={draft.style.legend}
              onChange={(event) => restyle({ legend: event.currentTarget.checked })}
            />
          )}
          {maySave && (
            <Switch
              label={t('charts.share')}
              checked={share}
              onChange={(event) => setShare(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Stack gap="md">
          {isMain && (
            <div>
              <Text size="sm" fw={600} mb={4}>
                {t('charts.which')}
              </Text>
              {selection.expert || selection.q ? (
                <Narrowed
                  table={draft.tb}
                  address={selection}
                  onChange={() => change({ filter: undefined })}
                />
              ) : (
                <FilterBuilder
                  isAside
                  key={draft.tb}
                  table={draft.tb}
                  filter={selection.filter}
                  onChange={(filter) => change({ filter: filter && { filter } })}
                />
              )}
            </div>
          )}
          <section className={classes['preview']} aria-label={t('charts.preview')}>
            {isReady(draft) ? (
              <ChartFigure draft={draft} name={title} withTable />
            ) : (
              <Empty icon="chart" title={t('charts.notReady')}>
                {t('charts.notReadyText')}
              </Empty>
            )}
          </section>
        </Stack>
      </div>
    </Page>
  )
}

function Swatches({ palette }: { palette: Palette }) {
  return (
    <span className={classes['swatches']} aria-hidden="true">
      {palettes[palette].slice(0, 5).map((colour) => (
        <span key={colour} style={{ backgroundColor: colour }} />
      ))}
    </span>
  )
}
