import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/dialog.js'
import { fileName, fileTitle } from '../../../components/files/file-kind.js'
import { Thumbnail } from '../../../components/files/thumbnail.js'
import { useFilesChanged } from '../../../components/files/use-file-changes.js'
import { Icon } from '../../../components/icon.js'
import { showProblem } from '../../../components/notices.js'
import { Loaded } from '../../../components/states.js'
import { useApplication } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import { fileQueries } from '../../../queries/files.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './files-section.module.css'

/** Looks for a file that is there already, and links it to the record. */
export function LinkFile({ record, onClose }: { record: WholeRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const changed = useFilesChanged()
  const { tb_id: tableName, rec_id: id } = record.metadata
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const found = useQuery({
    ...fileQueries.found(app, search),
    placeholderData: keepPreviousData,
  })
  const link = useMutation({
    mutationFn: (fileId: number) => client.files.link(tableName, id ?? 0, fileId),
    onSuccess: changed,
    onError: showProblem,
  })
  const linked = new Set(record.files.map((file) => file.id))
  return (
    <Dialog onClose={onClose} title={t('files.linkTitle')} size="lg" centered={false}>
      <Stack>
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('files.search')}
          placeholder={t('files.searchHint')}
          leftSection={<Icon name="search" size={15} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Loaded query={found}>
          {({ files, total }) => (
            <>
              {files.length === 0 && (
                <Text size="sm" c="dimmed" role="status">
                  {t('files.nothingFound')}
                </Text>
              )}
              <ul className={classes['found']}>
                {files.map((file) => (
                  <li key={file.id} className={classes['foundFile']}>
                    <span className={classes['small']}>
                      <Thumbnail file={file} w={120} />
                    </span>
                    <div className={classes['foundText']}>
                      <Text size="sm" truncate>
                        {fileTitle(file)}
                      </Text>
                      <Text size="xs" c="dimmed" truncate>
                        {[
                          fileName(file),
                          ...file.links.slice(0, 3).map((one) => `${table(one.tb)?.label} ${one.label}`),
                        ].join(' · ')}
                      </Text>
                    </div>
                    {linked.has(file.id) ? (
                      <Text size="sm" c="dimmed">
                        {t('files.isLinked')}
                      </Text>
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        aria-label={t('files.linkThis', { name: fileTitle(file) })}
                        loading={link.isPending && link.variables === file.id}
                        onClick={() => link.mutate(file.id)}
                      >
                        {t('files.link')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {total > files.length && (
                <Text size="xs" c="dimmed">
                  {t('files.newestOf', { shown: files.length, total })}
                </Text>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Dialog>
  )
}
