import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { RecordFile } from '@trowel/contract/files.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { fileTitle } from '../../../components/files/file-kind.js'
import { FileViewer } from '../../../components/files/file-viewer.js'
import { useFilesChanged } from '../../../components/files/use-file-changes.js'
import { Icon } from '../../../components/icon.js'
import { showProblem } from '../../../components/notices.js'
import { sentenceOf } from '../../../components/refusal.js'
import { Section } from '../../../components/section.js'
import { useNarrow } from '../../../components/use-narrow.js'
import { useApplication } from '../../../core/application.js'
import { useConnection } from '../../../core/connection.js'
import { useKeepPictures } from '../../../core/offline-images.js'
import { usePrinting } from '../../../core/printing.js'
import { about } from '../../../core/query.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './files-section.module.css'
import { ChooseFiles, DropPlace } from './files-section-choose.js'
import { FileEntry } from './files-section-file.js'
import { changeKnownFiles } from './files-section-known.js'
import { LinkFile } from './files-section-link.js'
import { type Upload, useUploads } from './files-section-upload.js'

/** Photographs, drawings and documents of a record. */
export function FilesSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const { files, metadata } = record
  const [shown, setShown] = useState<number>()
  const [linking, { open, close }] = useDisclosure(false)
  const isNarrow = useNarrow()
  const isPrinting = usePrinting()
  const { uploads, add, again, stop } = useUploads(metadata.tb_id, metadata.rec_id ?? 0)
  const move = useFileOrder(record)
  const unlink = useUnlink()
  useKeepPictures(files, useConnection())
  const mayEdit = metadata.can_edit && !frozen
  if (files.length === 0 && !mayEdit) return null

  const pictures = files.filter(({ is_image }) => is_image)
  const others = files.filter(({ is_image }) => !is_image)
  const entries = (some: readonly RecordFile[]) =>
    some.map((file) => {
      const at = files.indexOf(file)
      return (
        <FileEntry
          key={file.link_id}
          file={file}
          at={at}
          last={at === files.length - 1}
          isHero={file === pictures[0]}
          mayEdit={mayEdit}
          onOpen={() => setShown(at)}
          onMove={move}
          onUnlink={() => unlink(file)}
        />
      )
    })
  const actions = mayEdit && (
    <Group gap={6}>
      <Button size="compact-sm" variant="default" leftSection={<Icon name="link" size={14} />} onClick={open}>
        {t('files.linkExisting')}
      </Button>
      <ChooseFiles onChoose={add} />
    </Group>
  )
  return (
    <Section name="files" title={t('record.files')} count={files.length} actions={!isNarrow && actions}>
      <DropPlace enabled={mayEdit} onDrop={add}>
        {files.length + uploads.length === 0 && (
          <Text size="sm" c="dimmed">
            {t(isNarrow || isPrinting ? 'files.noneYet' : 'files.dropHere')}
          </Text>
        )}
        {pictures.length > 0 && <ul className={classes['tiles']}>{entries(pictures.slice(0, 1))}</ul>}
        {pictures.length > 1 && (
          <ul className={`${classes['tiles']} ${classes['strip']}`}>{entries(pictures.slice(1))}</ul>
        )}
        {others.length > 0 && <ul className={classes['rows']}>{entries(others)}</ul>}
        <UploadList uploads={uploads} onStop={stop} onAgain={again} />
        {/* On a phone the picture comes first. */}
        {isNarrow && <div className={classes['below']}>{actions}</div>}
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
function useUnlink(): (file: RecordFile) => void {
  const { t } = useTranslation()
  const changed = useFilesChanged()
  const unlink = useMutation({
    mutationFn: (file: RecordFile) => withChangeSet((options) => client.files.unlink(file.link_id, options)),
    onSuccess: ({ changeSet }, file) => {
      changed()
      showChanged(t('files.unlinked', { name: fileTitle(file) }), changeSet)
    },
    onError: showProblem,
  })
  return unlink.mutate
}

/** How far each file is, and why one did not arrive. */
function UploadList({
  uploads,
  onStop,
  onAgain,
}: {
  uploads: readonly Upload[]
  onStop: (upload: Upload) => void
  onAgain: (upload: Upload) => void
}) {
  const { t } = useTranslation()
  if (uploads.length === 0) return null
  return (
    <ul className={classes['uploads']} aria-label={t('files.uploading')}>
      {uploads.map((upload) => {
        const { key, file, sent, error } = upload
        return (
          <li key={key} className={classes['upload']}>
            <div className={classes['uploadText']}>
              <Text size="sm" truncate>
                {file.name}
              </Text>
              {error === undefined ? (
                <Progress value={sent * 100} size="sm" aria-label={file.name} />
              ) : (
                <Text size="xs" c="var(--danger)" role="alert">
                  {sentenceOf(error)}
                </Text>
              )}
            </div>
            {error !== undefined && (
              <Button size="compact-xs" variant="default" onClick={() => onAgain(upload)}>
                {t('states.again')}
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(error === undefined ? 'files.stopUpload' : 'files.putAway', { name: file.name })}
              onClick={() => onStop(upload)}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}

/** The same things with one of them at another place. */
function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const rest = things.filter((_, place) => place !== from)
  const thing = things[from]
  if (thing !== undefined) rest.splice(Math.min(Math.max(to, 0), rest.length), 0, thing)
  return rest
}

/** Puts the files of a record in another order: shown at once, taken back when the service refuses. */
function useFileOrder(record: WholeRecord) {
  const { app } = useApplication()
  const queries = useQueryClient()
  const { tb_id: table, rec_id: id } = record.metadata
  const known = about(app, { of: 'record', table, id: id ?? 0 })
  const mutationKey = [app, 'record', table, id, 'order']
  const sort = useMutation({
    mutationKey,
    // One after the other: the last is the one that holds.
    scope: { id: mutationKey.join('/') },
    mutationFn: (order: readonly number[]) => client.files.sort(order),
    onMutate: async (order) => {
      // What is being read knows nothing of it.
      await queries.cancelQueries(known)
      changeKnownFiles(queries, known, (files) =>
        files.toSorted((a, b) => order.indexOf(a.link_id) - order.indexOf(b.link_id)),
      )
    },
    onError: showProblem,
    // Fetched again after the last change: before it, an answer would show an order in between.
    onSettled: () => (queries.isMutating({ mutationKey }) > 1 ? undefined : queries.invalidateQueries(known)),
  })
  return (from: number, to: number) => {
    if (to < 0 || to >= record.files.length || from === to) return
    sort.mutate(moved(record.files, from, to).map(({ link_id }) => link_id))
  }
}
