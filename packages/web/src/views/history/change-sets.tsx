import { Link } from '@tanstack/react-router'
import type { ChangeSet } from '@trowel/contract/changes.js'
import { useTranslation } from 'react-i18next'
import {
  authorText,
  countsText,
  hasMore,
  originText,
  titleOf,
} from '../../components/changes/change-set-words.js'
import { RecordName } from '../../components/changes/record-name.js'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import classes from './history.module.css'

/** Change sets day by day; each leads to what it changed. */
export function ChangeSets({ sets, withPerson }: { sets: readonly ChangeSet[]; withPerson: boolean }) {
  const { i18n } = useTranslation()
  const dayOf = ({ time }: ChangeSet) =>
    new Date(time).toLocaleDateString(i18n.language, { dateStyle: 'full' })
  const days = [...new Set(sets.map(dayOf))]
  return days.map((day) => (
    <section key={day} aria-label={day} className={classes['day']}>
      <h2 className={classes['date']}>{day}</h2>
      <ul className={classes['sets']}>
        {sets
          .filter((set) => dayOf(set) === day)
          .map((set) => (
            <Entry key={set.id} set={set} withPerson={withPerson} />
          ))}
      </ul>
    </section>
  ))
}

function Entry({ set, withPerson }: { set: ChangeSet; withPerson: boolean }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  return (
    <li className={classes['set']} data-undone={set.undone_by !== null || undefined}>
      <time dateTime={set.time} className={classes['time']}>
        {new Date(set.time).toLocaleTimeString(i18n.language, { timeStyle: 'short' })}
      </time>
      <span className={classes['origin']}>{originText(t, set.origin)}</span>
      <div className={classes['what']}>
        <span>
          <Link
            to="/app/$app/history/$set"
            params={{ app, set: String(set.id) }}
            className={classes['title']}
          >
            {titleOf(set)}
          </Link>
          {set.record && <RecordName record={set.record} />}
        </span>
        {set.note && <span className={classes['note']}>{set.note}</span>}
        {hasMore(set.counts) && <span className={classes['counts']}>{countsText(set.counts)}</span>}
      </div>
      {withPerson && <span className={classes['who']}>{authorText(t, set)}</span>}
      <span className={classes['state']}>
        {set.undone_by !== null && (
          <>
            <Icon name="undo" size={13} />
            {t('history.undone')}
          </>
        )}
      </span>
    </li>
  )
}
