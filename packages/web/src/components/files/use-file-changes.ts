import { useMutation } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { FileFacts, FileObject } from '@trowel/contract/files.js'
import { useTranslation } from 'react-i18next'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { showChanged } from '../changes/show-changed.js'
import { showProblem } from '../notices.js'
import { fileName } from './file-kind.js'

/** After a change of files: every list and every record that may show them is fetched again. */
export function useFilesChanged(): () => void {
  const changed = useChanged()
  return () => void changed({ of: 'file' })
}

/** What can be changed about a file wherever it is shown. */
export function useFileChanges() {
  const { t } = useTranslation()
  const changed = useFilesChanged()
  const update = useMutation({
    mutationFn: ({ id, facts }: { id: number; facts: FileFacts }) => client.files.update(id, facts),
    onSuccess: changed,
    onError: showProblem,
  })
  const replace = useMutation({
    mutationFn: ({ file, bytes }: { file: FileObject; bytes: File }) =>
      withChangeSet((options) => client.files.replace(file.id, bytes, options)),
    onSuccess: ({ changeSet }, { file }) => {
      changed()
      showChanged(t('files.replaced', { name: fileName(file) }), changeSet)
    },
    onError: showProblem,
  })
  return { update, replace }
}
