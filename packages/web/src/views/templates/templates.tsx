import { Anchor, Button, Group, Menu, Select, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { documentation } from '../../components/documentation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded, Waiting } from '../../components/states.js'
import { ToolLine } from '../../components/tool-line.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import { LayoutName } from './layout-name.js'
import classes from './templates.module.css'

type Question = { readonly what: 'new' } | { readonly what: 'rename' | 'delete'; readonly layout: string }

/** The layouts of a table: how its records stand on screen and paper. */
export function Templates() {
  const { t } = useTranslation()
  const { app, tables, mayAct } = useApplication()
  const search = useSearch({ from: '/app/$app/templates' })
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Question>()
  const close = () => setAsked(undefined)
  const named = tables.find(({ name }) => name === search.table)
  const known = useQuery({
    ...layoutQueries.tables(app),
    enabled: named === undefined && mayAct(privileges.super_admin),
  })
  /** The first that has a layout, unless a user says which. */
  const begun = known.data?.tables.find(({ templates }) => templates > 0)?.tb
  const table = named ?? tables.find(({ name }) => name === begun) ?? tables[0]
  const query = useQuery({
    ...layoutQueries.of(app, table?.name ?? ''),
    enabled: table !== undefined && !known.isLoading,
  })
  if (!mayAct(privileges.super_admin)) return <Empty icon="lock" isPage title={t('states.refused')} />
  if (!table)
    return (
      <Page title={t('navigation.templates')}>
        <Empty icon="template" title={t('layouts.noTables')} />
      </Page>
    )
  if (known.isLoading)
    return (
      <Page title={t('navigation.templates')}>
        <Waiting />
      </Page>
    )
  const open = (layout: string) => {
    void navigate({ to: '/app/$app/templates/$table/$layout', params: { app, table: table.name, layout } })
  }
  return (
    <Page
      title={t('navigation.templates')}
      note={
        <>
          {t('layouts.note')}{' '}
          <Anchor href={documentation('guides/layouts')} target="_blank" size="sm" underline="always">
            {t('layouts.guide')}
          </Anchor>
        </>
      }
      actions={
        <ToolLine>
          <Select
            aria-label={t('layouts.table')}
            searchable
            allowDeselect={false}
            data={tables.map(({ name, label }) => ({ value: name, label }))}
            value={table.name}
            onChange={(name) =>
              void navigate({
                to: '/app/$app/templates',
                params: { app },
                search: { table: name ?? undefined },
              })
            }
          />
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAsked({ what: 'new' })}>
            {t('layouts.new')}
          </Button>
        </ToolLine>
      }
    >
      <Loaded query={query}>
        {({ templates }) =>
          templates.length === 0 ? (
            <Empty icon="template" title={t('layouts.none', { table: table.label })}>
              {t('layouts.noneText')}
            </Empty>
          ) : (
            <ul className={classes['list']}>
              {templates.map((layout) => (
                <li key={layout}>
                  <Group gap="sm">
                    <Icon name="template" size={18} />
                    <Link
                      to="/app/$app/templates/$table/$layout"
                      params={{ app, table: table.name, layout }}
                      className={classes['name']}
                    >
                      {layout}
                    </Link>
                    <Text size="sm" c="dimmed">
                      {table.label}
                    </Text>
                  </Group>
                  <MoreMenu label={t('configuration.moreOf', { name: layout })}>
                    <Menu.Item
                      leftSection={<Icon name="edit" size={16} />}
                      onClick={() => setAsked({ what: 'rename', layout })}
                    >
                      {t('layouts.rename')}
                    </Menu.Item>
                    <Menu.Item
                      color="var(--danger)"
                      leftSection={<Icon name="bin" size={16} />}
                      onClick={() => setAsked({ what: 'delete', layout })}
                    >
                      {t('record.delete')}
                    </Menu.Item>
                  </MoreMenu>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {asked && asked.what !== 'delete' && (
        <LayoutName
          table={table}
          name={asked.what === 'rename' ? asked.layout : undefined}
          onDone={(name) => (asked.what === 'new' ? open(name) : close())}
          onClose={close}
        />
      )}
      {asked?.what === 'delete' && <DeleteLayout table={table.name} name={asked.layout} onClose={close} />}
    </Page>
  )
}

/** Deletes a layout; the notice that follows brings it back. */
function DeleteLayout({ table, name, onClose }: { table: string; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => withChangeSet((options) => client.templates.remove(table, name, options)),
    onSuccess: async ({ changeSet }) => {
      await changed({ of: 'template', table })
      showChanged(t('layouts.deleted', { name }), changeSet)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('layouts.deleteTitle', { name })}
      saving={remove}
      act={t('record.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('layouts.deleteText')}</Text>
    </FormDialog>
  )
}
