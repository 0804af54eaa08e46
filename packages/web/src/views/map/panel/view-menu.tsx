import { Button, Group, Menu, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { MapViewDefinition } from '@trowel/contract/map-views.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { FormDialog } from '../../../components/form-dialog.js'
import { Icon } from '../../../components/icon.js'
import { showProblem } from '../../../components/notices.js'
import { useSavedThing } from '../../../components/use-saved-thing.js'
import { useApplication, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import { type MapView, mapQueries } from '../../../queries/map.js'
import classes from './side-panel.module.css'

/** The saved map that is open, the others, and how this one is saved. */
export function ViewMenu({
  view,
  isChanged,
  definition,
  onOpen,
}: {
  view: MapView | undefined
  isChanged: boolean
  /** What would be saved at this moment. */
  definition: () => MapViewDefinition
  /** @param id the view to open; nothing for none */
  onOpen: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { data: views = [] } = useQuery(mapQueries.views(app))
  const [form, setForm] = useState<'new' | 'rename'>()
  const mayKeep = mayAct(privileges.self_writer)
  const isOwn = view !== undefined && (view.owned_by_me || mayAct(privileges.super_admin))
  const groups = [
    ['map.ownViews', views.filter(({ owned_by_me }) => owned_by_me)],
    ['map.sharedViews', views.filter(({ owned_by_me }) => !owned_by_me)],
  ] as const
  return (
    <div className={classes['view']}>
      <Menu position="bottom-start" width={280}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            className={classes['viewName'] ?? ''}
            leftSection={<Icon name="bookmark" size={16} />}
            rightSection={<Icon name="down" size={14} />}
          >
            {view?.name ?? t('map.views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map(
            ([title, list]) =>
              list.length > 0 && (
                <div key={title}>
                  <Menu.Label>{t(title)}</Menu.Label>
                  {list.map((one) => (
                    <Menu.Item
                      key={one.id}
                      leftSection={<Icon name={one.id === view?.id ? 'check' : 'map'} size={16} />}
                      onClick={() => onOpen(one.id)}
                    >
                      {one.name}
                    </Menu.Item>
                  ))}
                </div>
              ),
          )}
          {views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py={4}>
              {t('map.noViews')}
            </Text>
          )}
          <Menu.Divider />
          {mayKeep && <Menu.Item onClick={() => setForm('new')}>{t('map.saveView')}</Menu.Item>}
          {view && <Menu.Item onClick={() => onOpen(undefined)}>{t('map.closeView')}</Menu.Item>}
          {view && isOwn && (
            <OwnView view={view} onRename={() => setForm('rename')} onDeleted={() => onOpen(undefined)} />
          )}
        </Menu.Dropdown>
      </Menu>
      {view && isChanged && isOwn && <SaveChanges view={view} definition={definition} />}
      {view && isChanged && !isOwn && mayKeep && (
        <Button size="compact-sm" variant="default" onClick={() => setForm('new')}>
          {t('map.saveCopy')}
        </Button>
      )}
      {form && (
        <ViewForm
          view={form === 'rename' ? view : undefined}
          definition={definition}
          onSaved={(id) => form === 'new' && onOpen(id)}
          onClose={() => setForm(undefined)}
        />
      )}
    </div>
  )
}

/** What its owner can do with a view. */
function OwnView({
  view,
  onRename,
  onDeleted,
}: {
  view: MapView
  onRename: () => void
  onDeleted: () => void
}) {
  const { t } = useTranslation()
  const { isShared, share, remove } = useSavedThing('map_view', view, client.mapViews, {
    deleted: t('map.viewDeleted', { name: view.name }),
    onDeleted,
  })
  return (
    <>
      <Menu.Item leftSection={<Icon name="share" size={16} />} onClick={() => share.mutate()}>
        {t(isShared ? 'map.unshareView' : 'map.shareView')}
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={onRename}>
        {t('map.renameView')}
      </Menu.Item>
      <Menu.Item
        color="var(--danger)"
        leftSection={<Icon name="bin" size={16} />}
        onClick={() => remove.mutate()}
      >
        {t('map.deleteView')}
      </Menu.Item>
    </>
  )
}

/** Puts the map as it is now in the place of what the view holds. */
function SaveChanges({ view, definition }: { view: MapView; definition: () => MapViewDefinition }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const save = useMutation({
    mutationFn: () =>
      withChangeSet((options) => client.mapViews.update(view.id, { definition: definition() }, options)),
    onSuccess: async ({ changeSet }) => {
      await changed({ of: 'map_view' })
      showChanged(t('map.viewSaved', { name: view.name }), changeSet)
    },
    onError: showProblem,
  })
  return (
    <Button size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
      {t('form.save')}
    </Button>
  )
}

/** A name for a map: of a new view, or another one for a view that is there. */
function ViewForm({
  view,
  definition,
  onSaved,
  onClose,
}: {
  view: MapView | undefined
  definition: () => MapViewDefinition
  onSaved: (id: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(false)
  const saving = useMutation({
    mutationFn: () =>
      withChangeSet(async (options) => {
        if (view) return (await client.mapViews.update(view.id, { name: name.trim() }, options)).view.id
        const made = await client.mapViews.create({ name: name.trim(), definition: definition() }, options)
        if (isShared) await client.mapViews.share(made.view.id)
        return made.view.id
      }),
    onSuccess: async ({ reply: id, changeSet }) => {
      await changed({ of: 'map_view' })
      onSaved(id)
      onClose()
      showChanged(t('map.viewSaved', { name: name.trim() }), view && changeSet)
    },
  })
  return (
    <FormDialog
      title={t(view ? 'map.renameView' : 'map.saveView')}
      saving={saving}
      act={t('form.save')}
      ready={name.trim() !== ''}
      onSave={() => saving.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('map.viewName')}
        data-autofocus
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {!view && (
        <Group>
          <Switch
            label={t('map.shareView')}
            description={t('map.shareViewHint')}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        </Group>
      )}
    </FormDialog>
  )
}
