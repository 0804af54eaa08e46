import { Alert, Anchor, Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ChangeSet } from '@trowel/contract/changes.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  authorText,
  countsByOperation,
  hasMore,
  originText,
  titleOf,
} from '../../components/changes/change-set-words.js'
import { Changes } from '../../components/changes/changes.js'
import { Counts } from '../../components/changes/counts.js'
import { askToUndo } from '../../components/changes/undo-request.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Pages } from '../../components/pages.js'
import { Loaded, NoSuchPage } from '../../components/states.js'
import { momentText } from '../../components/versions/version-words.js'
import { useApplication } from '../../core/application.js'
import { historyQueries } from '../../queries/history.js'
import classes from './change-set.module.css'
import { SeenThen } from './seen-then.js'

const perPage = 25

/** A change set: who made it, when, and each row before and after. */
export function ChangeSetView() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const { set } = useParams({ from: '/app/$app/history/$set' })
  const { page = 1 } = useSearch({ from: '/app/$app/history/$set' })
  const id = Number(set)
  const found = useQuery({
    ...historyQueries.changeSet(app, id, { page, per_page: perPage }),
    enabled: Number.isSafeInteger(id) && id > 0,
    placeholderData: keepPreviousData,
  })
  if (!Number.isSafeInteger(id) || id < 1) return <NoSuchPage />
  const shown = found.data?.change_set
  return (
    <Page
      title={shown ? titleOf(shown) : t('navigation.history')}
      note={shown && <MadeBy set={shown} />}
      actions={
        shown?.undoable && (
          <Button
            variant="default"
            leftSection={<Icon name="undo" size={16} />}
            onClick={() => askToUndo(shown.id)}
          >
            {t('history.undo')}
          </Button>
        )
      }
    >
      <Loaded query={found} lines={10}>
        {({ change_set, changes, total }) => (
          <>
            <Summary set={change_set}>
              <SeenThen set={change_set} changes={changes} />
            </Summary>
            <Changes key={page} changes={changes} total={total} />
            <Pages
              page={page}
              total={total}
              perPage={perPage}
              mt="1.25rem"
              onPage={(next) => {
                document.getElementById('content')?.scrollTo(0, 0)
                void navigate({
                  to: '/app/$app/history/$set',
                  params: { app, set },
                  search: { page: next },
                })
              }}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function MadeBy({ set }: { set: ChangeSet }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  return (
    <span>
      <Anchor component={Link} to={`/app/${app}/history`} size="sm" c="dimmed">
        {t('navigation.history')}
      </Anchor>
      {' · '}
      {[originText(t, set.origin), authorText(t, set), momentText(set.time, i18n.language)].join(' · ')}
    </span>
  )
}

/** What a set did beside its title, why, and what became of it. */
function Summary({ set, children }: { set: ChangeSet; children: ReactNode }) {
  const { t } = useTranslation()
  const counts = countsByOperation(set.counts)
  return (
    <div className={classes['summary']}>
      {set.note && <blockquote className={classes['note']}>{set.note}</blockquote>}
      {(hasMore(set.counts) || counts.length > 1) && <Counts counts={counts} words="operations" />}
      {set.undone_by !== null && <OtherSet icon="undo" id={set.undone_by} text={t('history.undoneBy')} />}
      {set.undoes !== null && <OtherSet icon="undo" id={set.undoes} text={t('history.undoes')} />}
      {set.incomplete && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />} p="xs">
          {t('history.incomplete')}
        </Alert>
      )}
      {children}
    </div>
  )
}

function OtherSet({ icon, id, text }: { icon: 'undo'; id: number; text: string }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  return (
    <Alert color="gray" variant="light" icon={<Icon name={icon} />} p="xs">
      <Text size="sm" span mr="sm">
        {text}
      </Text>
      <Anchor component={Link} to={`/app/${app}/history/${id}`} size="sm">
        {t('history.showThem')}
      </Anchor>
    </Alert>
  )
}
