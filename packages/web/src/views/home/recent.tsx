import { Anchor, SegmentedControl, Text, Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { historyQueries } from '../../queries/history.js'
import { recordQueries } from '../../queries/records.js'
import classes from './home.module.css'

/** So many records are shown. */
const shown = 8

/** The records that were changed last: one's own work, for administrators everybody's. */
export function Recent() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const [whose, setWhose] = useState<'own' | 'all'>(mayAct(privileges.admin) ? 'all' : 'own')
  const query = useQuery(historyQueries.recent(app, whose))
  return (
    <section aria-labelledby="home-recent">
      <div className={classes['head']}>
        <Title order={2} id="home-recent">
          {t('home.recent')}
        </Title>
        {mayAct(privileges.admin) && (
          <SegmentedControl
            size="xs"
            aria-label={t('home.whose')}
            data={[
              { value: 'own', label: t('home.own') },
              { value: 'all', label: t('home.everybody') },
            ]}
            value={whose}
            onChange={(chosen) => setWhose(chosen === 'all' ? 'all' : 'own')}
          />
        )}
      </div>
      <Loaded query={query} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t(whose === 'own' ? 'home.nothingOwn' : 'home.nothingRecent')}
            </Text>
          ) : (
            <>
              <Changes changes={lastOfEach(data).slice(0, shown)} withPerson={whose === 'all'} />
              <Anchor component={Link} to={`/app/${app}/history`} size="sm">
                {t('home.allChanges')}
              </Anchor>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Changes({ changes, withPerson }: { changes: readonly Change[]; withPerson: boolean }) {
  const { t, i18n } = useTranslation()
  const { app, table } = useApplication()
  const tables = [...new Set(changes.map(({ tb }) => tb))]
  const names = useQueries({
    queries: tables.map((tb) =>
      recordQueries.names(
        app,
        tb,
        table(tb)?.id_field,
        changes.flatMap((change) => (change.tb === tb ? change.rowid : [])),
      ),
    ),
  })
  return (
    <ul className={classes['list']}>
      {changes.map((change) => {
        const known = names[tables.indexOf(change.tb)]?.data?.get(change.rowid)
        const imported = importedRecords(change)
        const name = known ?? nameInside(change, table(change.tb)?.id_field) ?? String(change.rowid)
        return (
          <li
            key={`${change.records === undefined ? 'version' : 'made'} ${change.id}`}
            className={classes['line']}
          >
            <span className={classes['what']}>
              {imported > 0 ? (
                <Link
                  to="/app/$app/records/$table"
                  params={{ app, table: change.tb }}
                  className={classes['name']}
                >
                  {t('home.records', { count: imported, number: imported.toLocaleString(i18n.language) })}
                </Link>
              ) : known !== undefined || change.operation !== 'delete' ? (
                <Link
                  to="/app/$app/record/$table/$id"
                  params={{ app, table: change.tb, id: String(change.rowid) }}
                  className={classes['name']}
                >
                  {name}
                </Link>
              ) : (
                <span className={classes['name']}>{name}</span>
              )}
              <Text component="span" size="sm" c="dimmed">
                {change.tb_label}
                {change.operation === 'insert' && ` · ${t(imported > 0 ? 'home.imported' : 'home.made')}`}
                {change.operation === 'delete' && ` · ${t('home.deleted')}`}
                {change.operation === 'restore' && ` · ${t('home.restored')}`}
                {withPerson && ` · ${change.user_name ?? t('home.program')}`}
              </Text>
            </span>
            <WhenText time={change.time} />
          </li>
        )
      })}
    </ul>
  )
}

type Change = Awaited<ReturnType<typeof client.history.list>>['data'][number]

/** How many records an import made; 0 for a change of one record. */
const importedRecords = ({ records = 1 }: Change): number => (records > 1 ? records : 0)

/** The last change of each record, and each import. */
function lastOfEach(changes: readonly Change[]): Change[] {
  const seen = new Set<string>()
  return changes.filter((change) => {
    if (importedRecords(change) > 0) return true
    const { tb, rowid } = change
    const key = `${tb}/${rowid}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What a record was called before the change: all that is left of one that was deleted. */
function nameInside({ content }: Change, field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  try {
    const { core }: { core?: Readonly<Record<string, unknown>> } = JSON.parse(content)
    const name = core?.[field]
    return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
  } catch {
    return undefined
  }
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
    <Text
      component="time"
      size="sm"
      c="dimmed"
      dateTime={time}
      title={moment.toLocaleString(i18n.language)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {words.format(Math.round(seconds / size), unit)}
    </Text>
  )
}
