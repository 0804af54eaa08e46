import { Button, Group, Select, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { changeOrigins } from '@trowel/contract/model/change-origins.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { originText } from '../../components/changes/change-set-words.js'
import { Chip } from '../../components/chip.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Pages } from '../../components/pages.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { historyQueries } from '../../queries/history.js'
import { recordQueries } from '../../queries/records.js'
import { userQueries } from '../../queries/users.js'
import { ChangeSets } from './change-sets.js'
import classes from './history.module.css'
import { endOf, type HistorySearch, startOf } from './history-address.js'
import { PurgeChanges } from './purge-changes.js'

const perPage = 50

/** What people changed, newest first: one's own, and for administrators that of everybody. */
export function History() {
  const { t, i18n } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  const [isPurging, setPurging] = useState(false)
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/history' })
  const maySeeOthers = mayAct(privileges.admin)
  const { table, record, origin, from, to, page = 1 } = address
  // Administrators come to see what happens; everybody else sees what he did.
  const user = maySeeOthers ? (address.user ?? '*') : undefined
  const sets = useQuery({
    ...historyQueries.changeSets(app, {
      table,
      record,
      user: user === 'own' ? undefined : user,
      origin,
      from: from && startOf(from),
      to: to && endOf(to),
      page,
      per_page: perPage,
    }),
    placeholderData: keepPreviousData,
  })
  const go = (search: HistorySearch) => void navigate({ to: '/app/$app/history', params: { app }, search })
  const total = sets.data?.total
  const isNarrowed = Object.entries(address).some(([key, value]) => key !== 'page' && value !== undefined)
  return (
    <Page
      title={t('navigation.history')}
      note={
        <span className="numbers" role="status">
          {total === undefined
            ? '\u00a0'
            : t('history.count', { count: total, number: total.toLocaleString(i18n.language) })}
        </span>
      }
      actions={
        mayAct(privileges.super_admin) &&
        !frozen && (
          <Button variant="default" onClick={() => setPurging(true)}>
            {t('purge.open')}
          </Button>
        )
      }
    >
      <Filters address={address} withPerson={maySeeOthers} onChange={go} />
      <Loaded query={sets} lines={12}>
        {({ data, total: all }) =>
          data.length > 0 ? (
            <>
              <ChangeSets sets={data} withPerson={maySeeOthers} />
              <Pages
                page={page}
                total={all}
                perPage={perPage}
                mt="1.25rem"
                onPage={(next) => {
                  document.getElementById('content')?.scrollTo(0, 0)
                  go({ ...address, page: next })
                }}
              />
            </>
          ) : isNarrowed ? (
            <Empty icon="search" title={t('history.noneFound')}>
              <Button variant="default" size="xs" mt="sm" onClick={() => go({})}>
                {t('history.showAll')}
              </Button>
            </Empty>
          ) : (
            <Empty icon="history" title={t('history.none')}>
              {t('history.noneText')}
            </Empty>
          )
        }
      </Loaded>
      {isPurging && <PurgeChanges onClose={() => setPurging(false)} />}
    </Page>
  )
}

function Filters({
  address,
  withPerson,
  onChange,
}: {
  address: HistorySearch
  withPerson: boolean
  onChange: (search: HistorySearch) => void
}) {
  const { t } = useTranslation()
  const { tables } = useApplication()
  const [isOpen, setOpen] = useState(false)
  const count = filtersIn(address)
  const change = (part: HistorySearch) => onChange({ ...address, ...part, page: undefined })
  return (
    <>
      <Button
        className={classes['openFilters'] ?? ''}
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<Icon name="filter" size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filter.title')}
        {count > 0 && ` (${count})`}
      </Button>
      <div className={classes['filters']} data-open={isOpen || undefined}>
        <Select
          size="xs"
          label={t('history.table')}
          placeholder={t('history.allTables')}
          clearable
          searchable
          data={tables.map(({ name, label }) => ({ value: name, label }))}
          value={address.table ?? null}
          onChange={(table) => change({ table: table ?? undefined })}
        />
        {withPerson && (
          <PersonSelect
            value={address.user ?? '*'}
            onChange={(person) => change({ user: person === '*' ? undefined : person })}
          />
        )}
        <Select
          size="xs"
          label={t('history.origin')}
          placeholder={t('history.allOrigins')}
          clearable
          searchable
          data={changeOrigins.map((value) => ({ value, label: originText(t, value) }))}
          value={address.origin ?? null}
          onChange={(chosen) => change({ origin: changeOrigins.find((one) => one === chosen) })}
        />
        <DayInput label={t('history.from')} value={address.from} onChange={(from) => change({ from })} />
        <DayInput label={t('history.to')} value={address.to} onChange={(to) => change({ to })} />
      </div>
      {address.record !== undefined && (
        <Group mb="md">
          <RecordChip record={address.record} onRemove={() => change({ record: undefined })} />
        </Group>
      )}
    </>
  )
}

function DayInput({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

/** By how many of them the list is narrowed. */
const filtersIn = ({ table, user, origin, from, to }: HistorySearch): number =>
  [table, user, origin, from, to].filter((one) => one !== undefined).length

/** The one record whose changes are shown. */
function RecordChip({ record, onRemove }: { record: string; onRemove: () => void }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const [name = '', id = ''] = record.split(':')
  const known = table(name)
  const names = useQuery(recordQueries.names(app, known?.name, known?.id_field, [Number(id)]))
  return (
    <Chip removeLabel={t('history.showAll')} onRemove={onRemove}>
      {known?.label ?? name}: <strong>{names.data?.get(Number(id)) ?? id}</strong>
    </Chip>
  )
}

function PersonSelect({ value, onChange }: { value: string; onChange: (person: string) => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const people = useQuery(userQueries.all(app))
  return (
    <Select
      size="xs"
      label={t('history.person')}
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
