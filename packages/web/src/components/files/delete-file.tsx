import { List, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { FileObject } from '@trowel/contract/files.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { fileQueries } from '../../queries/files.js'
import { showChanged } from '../changes/show-changed.js'
import { FormDialog } from '../form-dialog.js'
import { Loaded } from '../states.js'
import { fileTitle } from './file-kind.js'
import { useFilesChanged } from './use-file-changes.js'

const named = 12

/** Says which records lose the file, and what brings it back. */
export function DeleteFile({ file, onClose }: { file: FileObject; onClose: () => void }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const changed = useFilesChanged()
  const listed = useQuery(fileQueries.one(app, file.id))
  const remove = useMutation({
    mutationFn: () => withChangeSet((options) => client.files.remove(file.id, options)),
    onSuccess: ({ changeSet }) => {
      changed()
      showChanged(t('files.deleted', { name: fileTitle(file) }), changeSet)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('files.deleteTitle', { name: fileTitle(file) })}
      saving={remove}
      act={t('files.deleteNow')}
      danger
      ready={listed.isSuccess}
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Loaded query={listed} lines={3}>
        {({ files: [{ links } = { links: [] }] }) => (
          <>
            {links.length > 0 && (
              <div>
                <Text size="sm">{t('files.goesFrom', { count: links.length })}</Text>
                <List size="sm">
                  {links.slice(0, named).map((link) => (
                    <List.Item key={link.link_id}>
                      {table(link.tb)?.label} {link.label}
                    </List.Item>
                  ))}
                  {links.length > named && (
                    <List.Item>{t('files.andMore', { count: links.length - named })}</List.Item>
                  )}
                </List>
              </div>
            )}
            <Text size="sm" c="dimmed">
              {t('files.canComeBack')}
            </Text>
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}
