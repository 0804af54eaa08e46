import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { addressOf, isSameView, queryOf } from '../../components/saved-search.js'
import { useSavedThing } from '../../components/use-saved-thing.js'
import { type Table, useApplication, useChanged } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { client } from '../../core/session.js'
import { type SavedSearch, searchQueries } from '../../queries/search.js'
import { LayoutSwitch } from './layout-switch.js'
import { SaveSearch } from './save-search.js'
import classes from './view-tabs.module.css'

/** The saved searches of a table as tabs above its list, and what is not saved of the one that is open. */
export function ViewTabs({
  table,
  address,
  go,
}: {
  table: Table
  address: ListingSearch
  go: (address: ListingSearch, replace?: boolean) => void
}) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { data } = useQuery(searchQueries.saved(app))
  const [form, setForm] = useState<'new' | 'rename'>()
  const views = (data ?? []).filter(({ tb }) => tb === table.name)
  const ordered = [
    ...views.filter(({ owned_by_me }) => owned_by_me),
    ...views.filter(({ owned_by_me }) => !owned_by_me),
  ]
  const view = views.find(({ id }) => id === address.view)
  const isChanged = view ? !isSameView(address, addressOf(view)) : !isSameView(address, {})
  const mayKeep = mayAct(privileges.self_writer)
  const isOwn = view !== undefined && (view.owned_by_me || mayAct(privileges.super_admin))
  const to = {
    to: '/app/$app/records/$table',
    params: { app, table: table.name },
    // Else each tab that asks for less would be the current one, too.
    activeOptions: { exact: true },
  } as const
  return (
    <div className={classes['bar']}>
      <nav className={classes['tabs']} aria-label={t('searches.title')}>
        <Link
          {...to}
          search={{ as_of: address.as_of }}
          className={classes['tab']}
          aria-current={view ? undefined : 'page'}
        >
          {t('views.all')}
        </Link>
        {ordered.map((one) => (
          <Link
            key={one.id}
            {...to}
            search={{ ...addressOf(one), as_of: address.as_of }}
            className={classes['tab']}
            aria-current={one.id === view?.id ? 'page' : undefined}
            title={
              one.owned_by_me
                ? undefined
                : t('searches.ofOthers', { name: one.owner_name ?? t('versions.goneAccount') })
            }
          >
            {one.is_global === 1 && <Icon name="people" size={14} />}
            {one.name}
            {one.is_global === 1 && <span className="visually-hidden">, {t('searches.isShared')}</span>}
          </Link>
        ))}
      </nav>
      {view && isOwn && (
        <Menu position="bottom-start" width={240}>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              className={classes['more'] ?? ''}
              aria-label={t('views.more', { name: view.name })}
            >
              <Icon name="down" size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <OwnView view={view} onRename={() => setForm('rename')} onDeleted={() => go({})} />
          </Menu.Dropdown>
        </Menu>
      )}
      {isChanged && mayKeep && (
        <div className={classes['changes']}>
          {view && (
            <Text size="sm" c="dimmed" role="status">
              {t('views.unsaved')}
            </Text>
          )}
          {view && isOwn && <SaveChanges view={view} address={address} />}
          <Button size="compact-sm" variant="subtle" onClick={() => setForm('new')}>
            {t(view ? 'views.saveAs' : 'searches.save')}
          </Button>
        </div>
      )}
      <div className={classes['layout']}>
        <LayoutSwitch address={address} onChange={go} />
      </div>
      {form && (
        <SaveSearch
          table={table}
          address={address}
          view={form === 'rename' ? view : undefined}
          onSaved={(id) => form === 'new' && go({ ...address, view: id }, true)}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  )
}

/** Puts the list as it is now in the place of what the view holds. */
function SaveChanges({ view, address }: { view: SavedSearch; address: ListingSearch }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const save = useMutation({
    mutationFn: () =>
      withChangeSet((options) => client.savedQueries.update(view.id, { query: queryOf(address) }, options)),
    onSuccess: async ({ changeSet }) => {
      await changed({ of: 'saved_query' })
      showChanged(t('searches.saved', { name: view.name }), changeSet)
    },
    onError: showProblem,
  })
  return (
    <Button size="compact-sm" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {t('views.saveChanges')}
    </Button>
  )
}

/** What its owner can do with a view. */
function OwnView({
  view,
  onRename,
  onDeleted,
}: {
  view: SavedSearch
  onRename: () => void
  onDeleted: () => void
}) {
  const { t } = useTranslation()
  const { isShared, share, remove } = useSavedThing('saved_query', view, client.savedQueries, {
    deleted: t('searches.deleted', { name: view.name }),
    onDeleted,
  })
  return (
    <>
      <Menu.Item leftSection={<Icon name="share" size={16} />} onClick={() => share.mutate()}>
        {t(isShared ? 'views.unshare' : 'searches.share')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={onRename}>
        {t('views.rename')}
      </Menu.Item>
      <Menu.Item
        color="var(--danger)"
        leftSection={<Icon name="bin" size={16} />}
        onClick={() => remove.mutate()}
      >
        {t('searches.delete', { name: view.name })}
      </Menu.Item>
    </>
  )
}
