import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { authorText, originText, titleOf } from '../../components/changes/change-set-words.js'
import { Changes } from '../../components/changes/changes.js'
import { askToUndo } from '../../components/changes/undo-request.js'
import { rowsOf } from '../../components/changes/use-undo.js'
import { Icon } from '../../components/icon.js'
import { Pages } from '../../components/pages.js'
import { Empty, Loaded } from '../../components/states.js'
import { momentText } from '../../components/versions/version-words.js'
import { useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { historyQueries } from '../../queries/history.js'
import classes from './versions-life.module.css'

const perPage = 20

/** All that became of a record and of what hangs from it, the newest first, each before and after. */
export function Life({ table, id, page }: { table: string; id: number; page: number }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const life = useQuery({
    ...historyQueries.life(app, table, id, { page, per_page: perPage }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={life} lines={8}>
      {({ data, total }) =>
        data.length === 0 ? (
          <Empty icon="history" title={t('versions.noLife')}>
            {t('versions.noLifeText')}
          </Empty>
        ) : (
          <>
            <ol className={classes['life']} aria-label={t('versions.life')}>
              {data.map((set) => (
                <Entry key={set.id} set={set} />
              ))}
            </ol>
            <Pages
              page={page}
              total={total}
              perPage={perPage}
              mt="1.25rem"
              onPage={(next) => {
                document.getElementById('content')?.scrollTo(0, 0)
                void navigate({ to: '.', search: { page: next } })
              }}
            />
          </>
        )
      }
    </Loaded>
  )
}

type LifeSet = Awaited<ReturnType<typeof client.history.changesOf>>['data'][number]

/** One change set: who and when, what it did to the record, and the way back. */
function Entry({ set }: { set: LifeSet }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const isWider = rowsOf(set) > set.changes.length
  return (
    <li className={classes['entry']} data-undone={set.undone_by !== null || undefined}>
      <div className={classes['head']}>
        <span className={classes['said']}>
          <span className={classes['who']}>{authorText(t, set)}</span>
          <time dateTime={set.time}>{momentText(set.time, i18n.language)}</time>
          <span>{originText(t, set.origin)}</span>
          {set.undone_by !== null && (
            <span className={classes['undone']}>
              <Icon name="undo" size={13} />
              {t('history.undone')}
            </span>
          )}
        </span>
        <span className={classes['ways']}>
          {isWider && (
            <Link to="/app/$app/history/$set" params={{ app, set: String(set.id) }} className="reference">
              {t('versions.wholeChange')}
            </Link>
          )}
          {set.undoable && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="undo" size={14} />}
              onClick={() => askToUndo(set.id)}
            >
              {t('history.undo')}
            </Button>
          )}
        </span>
      </div>
      {set.note && <p className={classes['note']}>{set.note}</p>}
      {set.changes.length > 0 ? (
        <Changes changes={set.changes} total={set.total} isOfOne />
      ) : (
        <p className={classes['title']}>{titleOf(set)}</p>
      )}
    </li>
  )
}
