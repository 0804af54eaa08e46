import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Chart } from '@trowel/contract/charts.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartDraft, draftOf, newDraft } from '../../components/charts/chart-draft.js'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { useSavedDraft } from '../../components/saved-draft.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { isNarrowed, listingOf } from '../../core/listing-address.js'
import { chartQueries } from '../../queries/charts.js'
import { type BegunChart, ChartBuilder, chartDraftName } from './chart-builder.js'
import { ChartCard } from './chart-card.js'
import classes from './charts.module.css'

/** Charts are of any table. */
const allTables = {}

interface Building {
  readonly draft: ChartDraft
  /** The chart that is changed, if it is none that is new. */
  readonly before?: Chart
  /** What an earlier visit left, to go on with. */
  readonly begun?: BegunChart
}

/** Charts that a user keeps, with the numbers of this moment. */
export function Charts() {
  const { t } = useTranslation()
  const { app, tables, mayAct, frozen } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/charts' })
  const query = useQuery(chartQueries.all(app))
  // A listing in the address begins a chart, which stays when the address changes.
  const [building, setBuilding] = useState<Building | undefined>(() =>
    address.table !== undefined && tables.some(({ name }) => name === address.table)
      ? {
          draft: newDraft(
            address.table,
            isNarrowed(address) ? listingOf({ ...address, as_of: undefined }) : undefined,
          ),
        }
      : undefined,
  )
  const end = () => {
    setBuilding(undefined)
    void navigate({ to: '/app/$app/charts', params: { app } })
  }
  if (building) return <Builder {...building} onEnd={end} />
  const first = tables[0]
  const add =
    first && mayAct(privileges.reader) && !frozen ? (
      <Button
        leftSection={<Icon name="plus" size={16} />}
        onClick={() => setBuilding({ draft: newDraft(first.name) })}
      >
        {t('charts.new')}
      </Button>
    ) : null
  return (
    <Page title={t('navigation.charts')} note={t('charts.note')} past={allTables} actions={add}>
      {add && <Begun onTake={(begun) => setBuilding({ draft: newDraft(begun.draft.tb), begun })} />}
      <Loaded query={query}>
        {({ charts }) =>
          charts.length === 0 ? (
            <Empty icon="chart" title={t('charts.none')}>
              {t('charts.noneText')}
            </Empty>
          ) : (
            <div className={classes['cards']}>
              {charts.map((chart) => (
                <ChartCard
                  key={chart.id}
                  chart={chart}
                  onEdit={() => setBuilding({ draft: draftOf(chart.definition), before: chart })}
                />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

/** A new chart that was not saved: the list offers it, beside the button for another one. */
function Begun({ onTake }: { onTake: (begun: BegunChart) => void }) {
  const draft = useSavedDraft<BegunChart>(chartDraftName(undefined))
  return (
    <div className={classes['begun']}>
      <DraftNotice draft={draft} onTake={onTake} />
    </div>
  )
}

function Builder({ draft, before, begun, onEnd }: Building & { onEnd: () => void }) {
  const kept = useSavedDraft<BegunChart>(chartDraftName(before))
  return (
    <>
      {!begun && <DraftNotice draft={kept} />}
      <ChartBuilder
        key={kept.taken ? 'taken up' : 'begun'}
        draft={draft}
        before={before}
        begun={begun ?? kept.taken}
        onEnd={onEnd}
      />
    </>
  )
}
