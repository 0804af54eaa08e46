import { Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useBlocker, useParams } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { dependentParts, type LayoutPart, layoutParts } from '@trowel/contract/templates.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { type Layout, type LayoutSection, readLayout, writeLayout } from '../../components/layout/layout.js'
import { showDone } from '../../components/notices.js'
import { OrderList } from '../../components/order-list.js'
import { Page } from '../../components/page.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Empty, Failed, Loaded, Waiting } from '../../components/states.js'
import { UnsavedGuard } from '../../components/unsaved-guard.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import { recordQueries } from '../../queries/records.js'
import { LayoutPreview } from './layout-preview.js'
import { partIcons } from './part-icons.js'
import { SectionEditor } from './section-editor.js'
import classes from './templates.module.css'

/** A section that holds nothing yet. */
const blank = {
  plugin: '',
  part: undefined,
  width: undefined,
  collapsed: false,
  items: [],
  folds: [],
  rest: {},
} as const

/** One layout: its sections and fields on the left, what becomes of them on the right. */
export function LayoutEditor() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { table, layout: name } = useParams({ from: '/app/$app/templates/$table/$layout' })
  const query = useQuery(layoutQueries.one(app, table, name))
  if (!mayAct(privileges.super_admin)) return <Empty icon="lock" isPage title={t('states.refused')} />
  return (
    <Loaded query={query} lines={10}>
      {({ template }) => (
        <Editor
          key={`${table}/${name}`}
          table={table}
          name={name}
          stored={readLayout(template) ?? { sections: [], rest: {} }}
        />
      )}
    </Loaded>
  )
}

function Editor({ table, name, stored }: { table: string; name: string; stored: Layout }) {
  const { t } = useTranslation()
  const { app, table: known } = useApplication()
  const changed = useChanged()
  const [layout, setLayout] = useState(stored)
  const [saved, setSaved] = useState(stored)
  const touched = layout !== saved
  const draft = useSavedDraft<Layout>(`layout ${table}/${name}`)
  const forget = useKeeping(`layout ${table}/${name}`, touched ? layout : undefined)
  const schema = useQuery(recordQueries.form(app, table))
  const save = useMutation({
    mutationFn: (now: Layout) => client.templates.save(table, name, writeLayout(now)),
    onSuccess: async (_reply, now) => {
      setSaved(now)
      forget()
      showDone(t('form.saved'))
      await changed({ of: 'template', table })
    },
  })
  const blocker = useBlocker({
    shouldBlockFn: () => touched,
    enableBeforeUnload: touched,
    withResolver: true,
  })
  if (!schema.data)
    return schema.isError ? (
      <Failed error={schema.error} retry={() => void schema.refetch()} />
    ) : (
      <Waiting lines={10} />
    )
  const { fields, plugins } = schema.data.schema
  const put = (sections: readonly LayoutSection[]) => setLayout({ ...layout, sections })
  const add = (section: Pick<LayoutSection, 'label' | 'kind'> & Partial<LayoutSection>) => {
    const numbers = layout.sections.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))
    const key = `new-${Math.max(0, ...numbers) + 1}`
    put([...layout.sections, { ...blank, ...section, key }])
  }
  const label = known(table)?.label ?? table
  const isPlaced = (part: LayoutPart) => layout.sections.some((section) => section.part === part)
  const unplaced = dependentParts.some(isPlaced) ? dependentParts.filter((part) => !isPlaced(part)) : []
  return (
    <Page
      title={`${name} · ${t('navigation.templates')}`}
      heading={name}
      note={
        <Anchor
          component={Link}
          to={`/app/${app}/templates`}
          search={{ table } as never}
          size="sm"
          c="dimmed"
        >
          {t('layouts.of', { table: label })}
        </Anchor>
      }
      actions={
        <>
          {touched && (
            <Button variant="default" onClick={() => setLayout(saved)}>
              {t('layouts.discard')}
            </Button>
          )}
          <Button disabled={!touched} loading={save.isPending} onClick={() => save.mutate(layout)}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <Stack>
        {save.isError && <Failed error={save.error} />}
        <DraftNotice draft={draft} onTake={setLayout} />
        <div className={classes['editor']}>
          <Stack>
            {layout.sections.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('layouts.noSections')}
              </Text>
            )}
            <div className={classes['sections']}>
              <OrderList
                label={t('layouts.sections')}
                items={layout.sections.map((section) => ({
                  key: section.key,
                  name:
                    section.label ||
                    (section.part ? t(`layouts.parts.${section.part}`) : t('layouts.unnamed')),
                }))}
                onOrder={(keys) =>
                  put(keys.flatMap((key) => layout.sections.find((section) => section.key === key) ?? []))
                }
              >
                {({ key }) => {
                  const section = layout.sections.find((one) => one.key === key)
                  return (
                    section && (
                      <SectionEditor
                        section={section}
                        layout={layout}
                        fields={section.kind === 'plugin' ? (plugins[section.plugin]?.fields ?? []) : fields}
                        pluginLabel={plugins[section.plugin]?.label}
                        onChange={(next) => put(layout.sections.map((one) => (one.key === key ? next : one)))}
                        onRemove={() => put(layout.sections.filter((one) => one.key !== key))}
                      />
                    )
                  )
                }}
              </OrderList>
            </div>
            {unplaced.length > 0 && (
              <Text size="sm" c="dimmed">
                {t('layouts.notPrinted', {
                  parts: unplaced.map((part) => t(`layouts.parts.${part}`)).join(', '),
                })}
              </Text>
            )}
            <Group>
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button variant="default" leftSection={<Icon name="plus" size={16} />}>
                    {t('layouts.addSection')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => add({ label: t('record.fields'), kind: 'core' })}>
                    {t('layouts.kinds.core')}
                  </Menu.Item>
                  <Menu.Item onClick={() => add({ label: t('layouts.kinds.accordion'), kind: 'accordion' })}>
                    {t('layouts.kinds.accordion')}
                  </Menu.Item>
                  {Object.values(plugins)
                    .filter(({ tb_id }) => !layout.sections.some(({ plugin }) => plugin === tb_id))
                    .map((plugin) => (
                      <Menu.Item
                        key={plugin.tb_id}
                        onClick={() => add({ label: plugin.label, kind: 'plugin', plugin: plugin.tb_id })}
                      >
                        {t('layouts.rowsOf', { table: plugin.label })}
                      </Menu.Item>
                    ))}
                  <Menu.Label>{t('layouts.onPaper')}</Menu.Label>
                  {layoutParts
                    .filter((part) => !isPlaced(part))
                    .map((part) => (
                      <Menu.Item
                        key={part}
                        leftSection={<Icon name={partIcons[part]} size={16} />}
                        onClick={() => add({ label: '', kind: 'part', part })}
                      >
                        {t(`layouts.parts.${part}`)}
                      </Menu.Item>
                    ))}
                </Menu.Dropdown>
              </Menu>
            </Group>
          </Stack>
          <LayoutPreview table={table} name={name} layout={layout} isSaved={!touched} />
        </div>
      </Stack>
      {blocker.status === 'blocked' && (
        <UnsavedGuard
          onStay={blocker.reset}
          onLeave={() => {
            forget()
            blocker.proceed()
          }}
        />
      )}
    </Page>
  )
}
