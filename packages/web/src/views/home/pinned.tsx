import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Thing } from '@trowel/contract/preferences.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { draftOf } from '../../components/charts/chart-draft.js'
import { ChartFigure } from '../../components/charts/chart-figure.js'
import { TableMark } from '../../components/icon.js'
import { Pin } from '../../components/pin.js'
import { addressOf } from '../../components/saved-search.js'
import { useApplication } from '../../core/application.js'
import { listingOf } from '../../core/listing-address.js'
import { chartQueries } from '../../queries/charts.js'
import { recordQueries } from '../../queries/records.js'
import classes from './home.module.css'

type SearchThing = Extract<Thing, { kind: 'search' }>
type ChartThing = Extract<Thing, { kind: 'chart' }>

/** The saved searches and charts that a person wants to see when he comes in. */
export default function Pinned({ pins }: { pins: readonly Thing[] }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="home-pinned">
      <div className={classes['head']}>
        <Title order={2} id="home-pinned">
          {t('front.pinned')}
        </Title>
      </div>
      <ul className={classes['list']}>
        {pins.map((pin) => pin.kind === 'search' && <PinnedSearch key={pin.id} search={pin} />)}
      </ul>
      <div className={classes['charts']}>
        {pins.map((pin) => pin.kind === 'chart' && <PinnedChart key={pin.id} chart={pin} />)}
      </div>
    </section>
  )
}

function PinnedSearch({ search }: { search: SearchThing }) {
  const { t, i18n } = useTranslation()
  const { app, table } = useApplication()
  const address = addressOf(search)
  const { data } = useQuery(recordQueries.found(app, search.tb, listingOf(address)))
  return (
    <li className={classes['search']}>
      <TableMark table={table(search.tb)} size={18} />
      <Link
        to="/app/$app/records/$table"
        params={{ app, table: search.tb }}
        search={address}
        className={classes['name']}
      >
        {search.label}
      </Link>
      <span className={`${classes['when']} numbers`}>
        {data && t('front.records', { count: data.total, number: data.total.toLocaleString(i18n.language) })}
      </span>
      <Pin thing={search} />
    </li>
  )
}

function PinnedChart({ chart: { id, label }, chart }: { chart: ChartThing }) {
  const { app } = useApplication()
  const { data } = useQuery(chartQueries.all(app))
  const definition = data?.charts.find((one) => one.id === id)?.definition
  const draft = useMemo(() => definition && draftOf(definition), [definition])
  return (
    <article className={classes['chart']} aria-label={label}>
      <div className={classes['head']}>
        <h3>{label}</h3>
        <Pin thing={chart} />
      </div>
      {draft && <ChartFigure draft={draft} name={label} />}
    </article>
  )
}
