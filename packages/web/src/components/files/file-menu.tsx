import { Menu } from '@mantine/core'
import type { FileObject } from '@trowel/contract/files.js'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/session.js'
import { Icon } from '../icon.js'
import { MoreMenu } from '../more-menu.js'
import { saveAddress } from '../save-file.js'
import { DeleteFile } from './delete-file.js'
import { canBePrinted, fileName, fileTitle, isPrinted } from './file-kind.js'
import { useFileChanges } from './use-file-changes.js'

/** What can be done with a file. `children`: what can be done with it where it is shown. */
export function FileMenu({
  file,
  mayEdit,
  onOpen,
  children,
}: {
  file: FileObject
  mayEdit: boolean
  onOpen: () => void
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { replace, update } = useFileChanges()
  const chooser = useRef<HTMLInputElement>(null)
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <MoreMenu label={t('files.more', { name: fileTitle(file) })} outlined loading={replace.isPending}>
        <Menu.Item leftSection={<Icon name="eye" size={16} />} onClick={onOpen}>
          {t(mayEdit ? 'files.openAndDescribe' : 'files.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="import" size={16} />}
          onClick={() => saveAddress(client.files.url(file, { download: true }), fileName(file))}
        >
          {t('files.save')}
        </Menu.Item>
        {children}
        {mayEdit && canBePrinted(file) && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="print" size={16} />}
              onClick={() => update.mutate({ id: file.id, facts: { printable: !isPrinted(file) } })}
            >
              {t(isPrinted(file) ? 'files.leaveOutOfPrint' : 'files.print')}
            </Menu.Item>
          </>
        )}
        {mayEdit && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<Icon name="replace" size={16} />}
              onClick={() => chooser.current?.click()}
            >
              {t('files.replace')}
            </Menu.Item>
            <Menu.Item
              color="var(--danger)"
              leftSection={<Icon name="bin" size={16} />}
              onClick={() => setDeleting(true)}
            >
              {t('files.delete')}
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={t('files.replace')}
        onChange={({ currentTarget }) => {
          const [bytes] = currentTarget.files ?? []
          if (bytes) replace.mutate({ file, bytes })
          currentTarget.value = ''
        }}
      />
      {deleting && <DeleteFile file={file} onClose={() => setDeleting(false)} />}
    </>
  )
}
