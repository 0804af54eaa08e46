import { List, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FileObject } from '@trowel/contract/files.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { DialogButtons } from '../dialog-buttons.js'
import { showDone } from '../notices.js'
import { Failed, Loaded } from '../states.js'
import { fileName } from './file-kind.js'
import { useFilesChanged } from './use-file-changes.js'

const named = 12

/** Says which records lose the file, and that nothing brings it back. */
export function DeleteFile({ file, onClose }: { file: FileObject; onClose: () => void }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const changed = useFilesChanged()
  const listed = useQuery({
    queryKey: [app, 'files', 'one', file.id],
    queryFn: ({ signal }) => client.files.list({ id: file.id }, { signal }),
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => client.files.remove(file.id),
    onSuccess: () => {
      changed()
      showDone(t('files.deleted', { name: fileName(file) }))
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t('files.deleteTitle', { name: fileName(file) })} centered>
      <Loaded query={listed} lines={3}>
        {({ files }) => {
          const links = files[0]?.links ?? []
          return (
            <Stack>
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
                {t('files.goneForGood')}
              </Text>
              {remove.isError && <Failed error={remove.error} />}
              <DialogButtons
                cancel={t('files.keep')}
                danger
                pending={remove.isPending}
                onCancel={onClose}
                onAct={() => remove.mutate()}
              >
                {t('files.deleteNow')}
              </DialogButtons>
            </Stack>
          )
        }}
      </Loaded>
    </Modal>
  )
}
