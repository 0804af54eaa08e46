import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { nameIn } from '../../components/versions/name-in.js'
import { operationText, personText } from '../../components/versions/version-words.js'
import { useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import classes from './history.module.css'

type Change = Awaited<ReturnType<typeof client.history.list>>['data'][number]

/** Changes day by day; each leads to the record, and to what was changed in it. */
export function Changes({ changes, withPerson }: { changes: readonly Change[]; withPerson: boolean }) {
  const { t, i18n } = useTranslation()
  const { app, table } = useApplication()
  const dayOf = ({ time }: Change) => new Date(time).toLocaleDateString(i18n.language, { dateStyle: 'full' })
  const days = [...new Set(changes.map(dayOf))]
  const byDay = days.map((day) => [day, changes.filter((change) => dayOf(change) === day)] as const)
  return byDay.map(([day, some]) => (
    <section key={day} aria-label={day} className={classes['day']}>
      <h2 className={classes['date']}>{day}</h2>
      <ul className={classes['changes']}>
        {some.map((change) => {
          const known = table(change.tb)
          const name =
            change.label ?? (known ? nameIn(known, change.rowid, coreOf(change)) : String(change.rowid))
          // Records that were made have an id of their own beside those of versions.
          const isMade = change.records !== undefined
          const imported = (change.records ?? 1) > 1 ? change.records : undefined
          return (
            <li key={`${isMade ? 'made' : 'version'} ${change.id}`} className={classes['change']}>
              <time dateTime={change.time} className={classes['time']}>
                {new Date(change.time).toLocaleTimeString(i18n.language, { timeStyle: 'short' })}
              </time>
              <span className={classes['what']} data-operation={change.operation}>
                {imported ? t('history.imported') : operationText(t, change.operation)}
              </span>
              <span className={classes['record']}>
                {change.tb_label}{' '}
                {imported ? (
                  <Link
                    to="/app/$app/records/$table"
                    params={{ app, table: change.tb }}
                    className="reference"
                  >
                    {t('history.records', {
                      count: imported,
                      number: imported.toLocaleString(i18n.language),
                    })}
                  </Link>
                ) : change.operation === 'delete' ? (
                  name
                ) : (
                  <Link
                    to="/app/$app/record/$table/$id"
                    params={{ app, table: change.tb, id: String(change.rowid) }}
                    className="reference"
                  >
                    {name}
                  </Link>
                )}
              </span>
              {withPerson && (
                <span className={classes['who']}>
                  {personText(t, { userid: change.user, user_name: change.user_name })}
                </span>
              )}
              {!isMade && (
                <Link
                  to="/app/$app/record/$table/$id/versions"
                  params={{ app, table: change.tb, id: String(change.rowid) }}
                  search={{ version: change.id }}
                  className={classes['more']}
                  aria-label={t('history.versionsOf', { name })}
                >
                  {t('history.versions')}
                  <Icon name="right" size={13} />
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  ))
}

/** The fields of the record before the change. */
function coreOf({ content }: Change): Readonly<Record<string, string | number | null>> {
  const read: { core?: Readonly<Record<string, string | number | null>> } = JSON.parse(content)
  return read.core ?? {}
}
