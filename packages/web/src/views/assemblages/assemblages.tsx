import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { useSavedDraft } from '../../components/saved-draft.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { assemblageQueries } from '../../queries/charts.js'
import { AnalysisMaker, analysisDraftName, type BegunAnalysis, useMaySave } from './analysis-maker.js'
import { AnalysisMenu } from './analysis-menu.js'
import classes from './assemblages.module.css'

/** A new analysis. */
interface Making {
  /** What an earlier visit left, to go on with. */
  readonly begun?: BegunAnalysis
}

/** Analyses that a user keeps, and the one that is made or shown. */
export function Assemblages() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const { id } = useSearch({ from: '/app/$app/assemblages' })
  const maySave = useMaySave()
  const [making, setMaking] = useState<Making>()
  const query = useQuery(assemblageQueries.all(app))
  const sources = useQuery(assemblageQueries.sources(app))
  const chosen = query.data?.analyses.find((one) => one.id === id)
  const show = (next: number | undefined) => {
    setMaking(undefined)
    void navigate({ to: '/app/$app/assemblages', params: { app }, search: { id: next } })
  }
  const labelOf = (definition: object) => {
    const source = 'source_tb' in definition ? String(definition.source_tb) : ''
    const plugin = sources.data?.plugins.find(({ name }) => name === source)
    if (plugin) return `${plugin.parent_label} › ${plugin.label}`
    return sources.data?.tables.find(({ name }) => name === source)?.label ?? source
  }
  if (making || chosen)
    return (
      <AnalysisMaker
        key={chosen?.id ?? 'new'}
        analysis={chosen}
        begun={chosen ? undefined : making?.begun}
        onEnd={show}
      />
    )
  return (
    <Page
      title={t('navigation.assemblages')}
      note={t('assemblages.note')}
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setMaking({})}>
          {t('assemblages.new')}
        </Button>
      }
    >
      {maySave && <Begun onTake={(begun) => setMaking({ begun })} />}
      <Loaded query={query}>
        {({ analyses }) =>
          analyses.length === 0 ? (
            <Empty icon="assemblage" title={t('assemblages.none')}>
              {t('assemblages.noneText')}
            </Empty>
          ) : (
            <ul className={classes['list']}>
              {analyses.map((analysis) => (
                <li key={analysis.id}>
                  <Link to="/app/$app/assemblages" params={{ app }} search={{ id: analysis.id }}>
                    <span className={classes['name']}>{analysis.name}</span>
                    <span className={classes['about']}>
                      {[
                        labelOf(analysis.definition),
                        analysis.is_global === 1 &&
                          t(analysis.owned_by_me ? 'charts.shared' : 'charts.sharedByOther', {
                            name: analysis.owner_name ?? t('versions.goneAccount'),
                          }),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </Link>
                  <AnalysisMenu analysis={analysis} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

/** A new analysis that was not saved: the list offers it, beside the button for another one. */
function Begun({ onTake }: { onTake: (begun: BegunAnalysis) => void }) {
  const draft = useSavedDraft<BegunAnalysis>(analysisDraftName(undefined))
  return (
    <div className={classes['begun']}>
      <DraftNotice draft={draft} onTake={onTake} />
    </div>
  )
}
