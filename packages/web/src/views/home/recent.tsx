import { Anchor, SegmentedControl, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ChangedEntity, changedEntities } from '@trowel/contract/changes.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { authorText, countsText, titleOf } from '../../components/changes/change-set-words.js'
import { Icon, type IconName, TableMark } from '../../components/icon.js'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { historyQueries } from '../../queries/history.js'
import classes from './home.module.css'
import { groupSets, type Work } from './recent-work.js'

/** So many lines are shown. */
const shown = 8

/** What was done last: one's own work, for administrators everybody's. */
export default function Recent() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const [whose, setWhose] = useState<'own' | 'all'>(mayAct(privileges.admin) ? 'all' : 'own')
  const query = useQuery(historyQueries.recent(app, whose))
  return (
    <section aria-labelledby="home-recent">
      <div className={classes['head']}>
        <Title order={2} id="home-recent">
          {t('front.recent')}
        </Title>
        {mayAct(privileges.admin) && (
          <SegmentedControl
            size="xs"
            aria-label={t('front.whose')}
            data={[
              { value: 'own', label: t('front.own') },
              { value: 'all', label: t('front.everybody') },
            ]}
            value={whose}
            onChange={(chosen) => setWhose(chosen === 'all' ? 'all' : 'own')}
          />
        )}
      </div>
      <Loaded query={query} lines={shown}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t(whose === 'own' ? 'front.nothingOwn' : 'front.nothingRecent')}
            </Text>
          ) : (
            <>
              <ul className={classes['list']}>
                {groupSets(data)
                  .slice(0, shown)
                  .map((work) => (
                    <WorkLine key={work.newest.id} work={work} withPerson={whose === 'all'} />
                  ))}
              </ul>
              <Anchor component={Link} to={`/app/${app}/history`} size="sm">
                {t('front.allChanges')}
              </Anchor>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function WorkLine({ work, withPerson }: { work: Work; withPerson: boolean }) {
  const { t } = useTranslation()
  const { table } = useApplication()
  const { newest, records, counts } = work
  const [only] = records
  const of = only && table(only.table)
  const state = records.length === 1 && only ? stateOf(only.label, counts) : undefined
  return (
    <li className={classes['work']}>
      {only ? (
        <TableMark table={of} size={18} />
      ) : (
        <Icon name={iconOf[changedEntities.find((entity) => counts[entity]) ?? 'record']} size={18} />
      )}
      <span className={classes['what']}>
        <WorkName work={work} />
        <Text component="span" size="sm" c="dimmed">
          {[
            of?.label,
            state && t(`front.${state}`),
            records.length > 1 && countsText(counts),
            withPerson && authorText(t, newest),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </span>
      <WhenText time={newest.time} />
    </li>
  )
}

/** What stands beside a change of no single record. */
const iconOf: Readonly<Record<ChangedEntity, IconName>> = {
  record: 'table',
  plugin_row: 'table',
  file: 'picture',
  file_link: 'picture',
  geometry: 'map',
  relation: 'matrix',
  manual_link: 'link',
  citation: 'book',
  vocabulary_item: 'vocabulary',
  saved_query: 'bookmark',
  chart: 'chart',
  assemblage: 'assemblage',
  map_view: 'map',
  template: 'template',
  configuration: 'settings',
}

/** What became of one record. */
function stateOf(label: string | null, counts: Work['counts']): 'made' | 'deleted' | undefined {
  if (label === null) return 'deleted'
  return (counts['record']?.created ?? 0) > 0 ? 'made' : undefined
}

/** What was worked on, and the way to it. */
function WorkName({ work: { newest, sets, records, counts } }: { work: Work }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [only] = records
  if (records.length === 1 && only)
    return only.label === null ? (
      <FormerName set={newest.id} record={only} />
    ) : (
      <Link
        to="/app/$app/record/$table/$id"
        params={{ app, table: only.table, id: String(only.id) }}
        className={classes['name']}
      >
        {only.label}
      </Link>
    )
  const names = records.flatMap(({ label }) => label ?? []).slice(0, 3)
  if (names.length === 0)
    return sets.length === 1 ? (
      <Link to="/app/$app/history/$set" params={{ app, set: String(newest.id) }} className={classes['name']}>
        {titleOf(newest)}
      </Link>
    ) : (
      <Link to="/app/$app/history" params={{ app }} className={classes['name']}>
        {countsText(counts)}
      </Link>
    )
  return (
    <Link
      to="/app/$app/history"
      params={{ app }}
      search={newest.record ? { table: newest.record.table } : {}}
      className={classes['name']}
    >
      {records.length > names.length
        ? t('front.andMore', { names: names.join(', '), count: records.length - names.length })
        : names.join(', ')}
    </Link>
  )
}

/** What a record was called that is gone: the deletion keeps it. */
function FormerName({ set, record }: { set: number; record: Work['records'][number] }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const { data } = useQuery(historyQueries.changeSet(app, set, {}))
  const change = data?.changes.find(({ table: tb, id }) => tb === record.table && id === record.id)
  const name = change?.fields.find(({ field }) => field === table(record.table)?.id_field)?.before
  return (
    <span className={classes['name']}>
      {typeof name === 'string' || typeof name === 'number' ? name : t('grid.nameless', { id: record.id })}
    </span>
  )
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 hours ago"; the moment itself stands in the tip. */
function WhenText({ time }: { time: string }) {
  const { i18n } = useTranslation()
  const moment = new Date(time)
  const seconds = (moment.getTime() - Date.now()) / 1000
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['minute', 60] as const)
  const words = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' })
  return (
    <time className={classes['when']} dateTime={time} title={moment.toLocaleString(i18n.language)}>
      {words.format(Math.round(seconds / size), unit)}
    </time>
  )
}
