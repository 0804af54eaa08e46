import { List, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { showProblem } from '../../components/notices.js'
import { useNarrow } from '../../components/use-narrow.js'
import { usePrint } from '../../components/use-print.js'
import { useApplication, useRecordsWritten } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import { useAsOf } from '../../core/past.js'
import { about } from '../../core/query.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import type { WholeRecord } from '../../queries/records.js'
import { useLayoutChoice } from './layout-choice.js'
import { titleOf } from './record-title.js'

const PrintDialog = lazyPart(() => import('../../components/print/print-dialog.js'))

/** What is done with a record less often than reading and editing it. */
export function RecordMenu({
  record,
  showEmpty,
  onShowEmpty,
}: {
  record: WholeRecord
  showEmpty: boolean
  onShowEmpty: (show: boolean) => void
}) {
  const { t } = useTranslation()
  const { app, frozen, table: tableOf } = useApplication()
  const { metadata } = record
  const asOf = useAsOf()
  const navigate = useNavigate()
  const written = useRecordsWritten()
  const isNarrow = useNarrow()
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  const [deleting, { open, close }] = useDisclosure(false)
  const [labelling, label] = useDisclosure(false)
  const table = tableOf(metadata.tb_id)
  const id = metadata.rec_id ?? 0
  const duplicate = useMutation({
    mutationFn: () => withChangeSet((options) => client.records.duplicate(metadata.tb_id, id, options)),
    onSuccess: ({ reply: copy, changeSet }) => {
      void written()
      // Without the copy its page would say that it is gone.
      showChanged(t('record.duplicated'), changeSet, () =>
        navigate({
          to: '/app/$app/record/$table/$id',
          params: { app, table: metadata.tb_id, id: String(id) },
        }),
      )
      void navigate({
        to: '/app/$app/record/$table/$id',
        params: { app, table: metadata.tb_id, id: String(copy.id) },
      })
    },
    onError: showProblem,
  })
  return (
    <>
      <MoreMenu label={t('record.more')} size="lg" outlined>
        {id !== 0 && <LayoutMenu record={record} />}
        <Menu.CheckboxItem checked={showEmpty} onChange={onShowEmpty}>
          {t('record.showEmpty')}
        </Menu.CheckboxItem>
        {id !== 0 && table && (
          <Menu.Item leftSection={<Icon name="qr" size={16} />} onClick={label.open}>
            {t('layouts.label')}
          </Menu.Item>
        )}
        {metadata.can_add && !frozen && (
          <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => duplicate.mutate()}>
            {t('record.duplicate')}
          </Menu.Item>
        )}
        {id !== 0 && (
          <Menu.Item
            component={Link}
            to={`/app/${app}/record/${metadata.tb_id}/${id}/versions`}
            leftSection={<Icon name="history" size={16} />}
          >
            {t('versions.menu')}
          </Menu.Item>
        )}
        {isNarrow && (
          <Menu.Item
            leftSection={<Icon name="history" size={16} />}
            onClick={() =>
              void navigate({
                to: '/app/$app/record/$table/$id',
                params: { app, table: metadata.tb_id, id: String(id) },
                search: { ...search, as_of: new Date().toISOString() },
              })
            }
          >
            {t('past.open')}
          </Menu.Item>
        )}
        {metadata.can_delete && !frozen && (
          <Menu.Item color="var(--danger)" leftSection={<Icon name="bin" size={16} />} onClick={open}>
            {t('record.delete')}
          </Menu.Item>
        )}
      </MoreMenu>
      {deleting && <DeleteRecord record={record} onClose={close} />}
      {labelling && table && (
        <Suspense>
          <PrintDialog
            table={table}
            listing={{ filter: { id: { _eq: id } }, as_of: asOf }}
            total={1}
            fields={record.schema.fields}
            kind="labels"
            onClose={label.close}
          />
        </Suspense>
      )}
    </>
  )
}

/** Says what goes with the record, and that it can be brought back. */
function DeleteRecord({ record, onClose }: { record: WholeRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const written = useRecordsWritten()
  const { metadata } = record
  const id = metadata.rec_id ?? 0
  const remove = useMutation({
    mutationFn: () =>
      withChangeSet((options) =>
        client.records.remove(metadata.tb_id, id, { ...options, ifMatch: record.etag }),
      ),
    onSuccess: async ({ changeSet }) => {
      // As long as its view stands, it would ask for the record again.
      await navigate({ to: '/app/$app/records/$table', params: { app, table: metadata.tb_id } })
      queries.removeQueries(about(app, { of: 'record', table: metadata.tb_id, id }))
      void written()
      showChanged(t('record.deleted', { name: titleOf(record) }), changeSet, () =>
        navigate({
          to: '/app/$app/record/$table/$id',
          params: { app, table: metadata.tb_id, id: String(id) },
        }),
      )
    },
  })
  const goes = [
    ...Object.values(record.plugins).map(({ metadata: plugin }) => [plugin.tb_label, plugin.tot] as const),
    [t('record.files'), record.files.length] as const,
    [t('record.relations'), Object.keys(record.rs).length] as const,
    [t('record.features'), Object.keys(record.geodata).length] as const,
    [t('record.byHand'), Object.keys(record.manualLinks).length] as const,
    [t('record.bibliography'), Object.keys(record.bibliography).length] as const,
  ].filter(([, count]) => count > 0)
  return (
    <FormDialog
      title={t('record.deleteTitle', { name: titleOf(record) })}
      saving={remove}
      act={t('record.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      {goes.length > 0 && (
        <div>
          <Text size="sm">{t('record.goesToo')}</Text>
          <List size="sm">
            {goes.map(([what, count]) => (
              <List.Item key={what}>
                {what}: {count}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <Text size="sm" c="dimmed">
        {t('record.canBeRestored')}
      </Text>
    </FormDialog>
  )
}

/** In which layout the record stands on the screen, and on paper. */
function LayoutMenu({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { tb_id: table, rec_id: id } = record.metadata
  const { layout: shown, choose } = useLayoutChoice(table)
  const asOf = useAsOf()
  const { data } = useQuery(layoutQueries.names(app, table))
  const page = usePrint(() => client.records.print(table, id ?? 0, { template: shown, as_of: asOf }).url())
  const layouts = data?.templates ?? []
  return (
    <>
      {layouts.length > 0 && (
        <>
          <Menu.Label>{t('layouts.title')}</Menu.Label>
          <Menu.RadioGroup value={shown ?? ''} onChange={(name) => choose(id ?? 0, name || undefined)}>
            {['', ...layouts].map((layout) => (
              <Menu.RadioItem key={layout} value={layout} closeMenuOnClick>
                {layout || t('layouts.usual')}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      <Menu.Item leftSection={<Icon name="print" size={16} />} onClick={page.print}>
        {shown === undefined ? t('layouts.print') : t('layouts.printIn', { layout: shown })}
      </Menu.Item>
    </>
  )
}
