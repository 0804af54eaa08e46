import { List, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { showDone, showProblem } from '../../components/notices.js'
import { useApplication, useRecordsWritten } from '../../core/application.js'
import { about } from '../../core/query.js'
import { client } from '../../core/session.js'
import type { WholeRecord } from '../../queries/records.js'
import { LayoutMenu } from './layout-menu.js'
import { titleOf } from './record-title.js'
import { useUndoDeletion } from './undo-deletion.js'

/** What is done with a record less often than reading and editing it. */
export function RecordMenu({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  const navigate = useNavigate()
  const written = useRecordsWritten()
  const [deleting, { open, close }] = useDisclosure(false)
  const { metadata } = record
  const id = metadata.rec_id ?? 0
  const duplicate = useMutation({
    mutationFn: () => client.records.duplicate(metadata.tb_id, id),
    onSuccess: (copy) => {
      void written()
      showDone(t('record.duplicated'))
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
        {metadata.can_delete && !frozen && (
          <Menu.Item color="red" leftSection={<Icon name="bin" size={16} />} onClick={open}>
            {t('record.delete')}
          </Menu.Item>
        )}
      </MoreMenu>
      {deleting && <DeleteRecord record={record} onClose={close} />}
    </>
  )
}

/** Says what goes with the record, and that it can be brought back. */
function DeleteRecord({ record, onClose }: { record: WholeRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const written = useRecordsWritten()
  const { metadata } = record
  const undo = useUndoDeletion(metadata.tb_id, metadata.rec_id ?? 0)
  const mayUndo = (table(metadata.tb_id)?.privilege ?? privileges.waiting) <= privileges.admin
  const remove = useMutation({
    mutationFn: () => client.records.remove(metadata.tb_id, metadata.rec_id ?? 0, { ifMatch: record.etag }),
    onSuccess: () => {
      queries.removeQueries(about(app, { of: 'record', table: metadata.tb_id, id: metadata.rec_id ?? 0 }))
      void written()
      showDone(t('record.deleted', { name: titleOf(record) }), mayUndo ? () => void undo() : undefined)
      void navigate({ to: '/app/$app/records/$table', params: { app, table: metadata.tb_id } })
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
