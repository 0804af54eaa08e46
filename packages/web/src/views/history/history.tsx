import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Pages } from '../../components/pages.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { historyQueries } from '../../queries/history.js'
import { userQueries } from '../../queries/users.js'
import { Changes } from './changes.js'
import type { HistorySearch } from './history-address.js'

const perPage = 50

/** What people changed, newest first: one's own, and for administrators that of everybody. */
export function History() {
  const { t, i18n } = useTranslation()
  const { app, tables, mayAct } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/history' })
  const maySeeOthers = mayAct(privileges.admin)
  const page = address.page ?? 1
  // Administrators come to see what happens; everybody else sees what he did.
  const user = maySeeOthers ? (address.user ?? '*') : undefined
  const query = { tb: address.table, user: user === 'own' ? undefined : user, page, per_page: perPage }
  const changes = useQuery({
    ...historyQueries.changes(app, query),
    placeholderData: keepPreviousData,
  })
  const go = (search: HistorySearch) => void navigate({ to: '/app/$app/history', params: { app }, search })
  const total = changes.data?.total
  return (
    <Page
      title={t('navigation.history')}
      note={
        <span className="numbers" role="status">
          {total === undefined
            ? ' '
            : t('history.count', { count: total, number: total.toLocaleString(i18n.language) })}
        </span>
      }
      actions={
        <>
          <Select
            aria-label={t('history.table')}
            placeholder={t('history.allTables')}
            clearable
            searchable
            w={200}
            data={tables.map(({ name, label }) => ({ value: name, label }))}
            value={address.table ?? null}
            onChange={(table) => go({ ...address, table: table ?? undefined, page: undefined })}
          />
          {maySeeOthers && (
            <PersonSelect
              value={user ?? '*'}
              onChange={(person) =>
                go({ ...address, user: person === '*' ? undefined : person, page: undefined })
              }
            />
          )}
        </>
      }
    >
      <Loaded query={changes} lines={12}>
        {({ data, total: all }) =>
          data.length > 0 ? (
            <>
              <Changes changes={data} withPerson={maySeeOthers} />
              <Pages
                page={page}
                total={all}
                perPage={perPage}
                mt="1.25rem"
                onPage={(to) => {
                  document.getElementById('content')?.scrollTo(0, 0)
                  go({ ...address, page: to })
                }}
              />
            </>
          ) : address.table === undefined && address.user === undefined ? (
            <Empty icon="history" title={t('history.none')}>
              {t('history.noneText')}
            </Empty>
          ) : (
            <Empty icon="search" title={t('history.noneFound')}>
              <Button variant="default" size="xs" mt="sm" onClick={() => go({})}>
                {t('history.showAll')}
              </Button>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  )
}

function PersonSelect({ value, onChange }: { value: string; onChange: (person: string) => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const people = useQuery(userQueries.all(app))
  return (
    <Select
      aria-label={t('history.person')}
      w={220}
      searchable
      allowDeselect={false}
      data={[
        { value: '*', label: t('history.everybody') },
        { value: 'own', label: t('history.own') },
        ...(people.data?.users ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value}
      onChange={(person) => person && onChange(person)}
    />
  )
}
