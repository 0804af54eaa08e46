import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { RecordFile } from '@trowel/contract/files.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileName } from '../../../components/files/file-kind.js'
import { FileViewer } from '../../../components/files/file-viewer.js'
import { useFilesChanged } from '../../../components/files/use-file-changes.js'
import { Icon } from '../../../components/icon.js'
import { showDone, showProblem } from '../../../components/notices.js'
import { Section } from '../../../components/section.js'
import { useApplication } from '../../../core/application.js'
import { useConnection } from '../../../core/connection.js'
import { useKeepPictures } from '../../../core/offline-images.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './files-section.module.css'
import { ChooseFiles, DropPlace } from './files-section-choose.js'
import { FileEntry } from './files-section-file.js'
import { LinkFile } from './files-section-link.js'
import { useFileOrder } from './files-section-order.js'
import { useUploads } from './files-section-upload.js'
import { UploadList } from './files-section-uploads.js'

/** Photographs, drawings and documents of a record. */
export function FilesSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const { files, metadata } = record
  const [shown, setShown] = useState<number>()
  const [linking, { open, close }] = useDisclosure(false)
  const { uploads, add, again, stop } = useUploads(metadata.tb_id, metadata.rec_id ?? 0)
  const move = useFileOrder(record)
  const unlink = useUnlink(record)
  useKeepPictures(files, useConnection())
  const mayEdit = metadata.can_edit && !frozen
  if (files.length === 0 && !mayEdit) return null

  const entries = (some: readonly RecordFile[]) =>
    some.map((file) => {
      const at = files.indexOf(file)
      return (
        <FileEntry
          key={file.link_id}
          file={file}
          at={at}
          last={at === files.length - 1}
          mayEdit={mayEdit}
          onOpen={() => setShown(at)}
          onMove={move}
          onUnlink={() => unlink(file)}
        />
      )
    })
  const pictures = files.filter(({ is_image }) => is_image)
  const others = files.filter(({ is_image }) => !is_image)
  return (
    <Section
      name="files"
      title={t('record.files')}
      count={files.length}
      actions={
        mayEdit && (
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="link" size={14} />}
              onClick={open}
            >
              {t('files.linkExisting')}
            </Button>
            <ChooseFiles onChoose={add} />
          </Group>
        )
      }
    >
      <DropPlace enabled={mayEdit} onDrop={add}>
        {files.length + uploads.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('files.dropHere')}
          </Text>
        )}
        {pictures.length > 0 && <ul className={classes['tiles']}>{entries(pictures)}</ul>}
        {others.length > 0 && <ul className={classes['rows']}>{entries(others)}</ul>}
        <UploadList uploads={uploads} onStop={stop} onAgain={again} />
      </DropPlace>
      {shown !== undefined && (
        <FileViewer
          files={files}
          at={Math.min(shown, files.length - 1)}
          mayEdit={mayEdit}
          onMove={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
      {linking && <LinkFile record={record} onClose={close} />}
    </Section>
  )
}

/** Takes a file off the record; the file stays, and so it can be put back. */
function useUnlink({ metadata }: WholeRecord): (file: RecordFile) => void {
  const { t } = useTranslation()
  const changed = useFilesChanged()
  const back = useMutation({
    mutationFn: (file: RecordFile) => client.files.link(metadata.tb_id, metadata.rec_id ?? 0, file.id),
    onSuccess: changed,
    onError: showProblem,
  })
  const unlink = useMutation({
    mutationFn: (file: RecordFile) => client.files.unlink(file.link_id),
    onSuccess: (_reply, file) => {
      changed()
      showDone(t('files.unlinked', { name: fileName(file) }), () => back.mutate(file))
    },
    onError: showProblem,
  })
  return unlink.mutate
}
