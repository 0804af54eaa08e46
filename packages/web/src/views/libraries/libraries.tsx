import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Library } from '@trowel/contract/citations.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { Empty, Failed, Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { libraryQueries } from '../../queries/libraries.js'
import classes from './libraries.module.css'
import { LibraryForm } from './library-form.js'

/** The libraries of the reference manager out of which records cite. */
export function Libraries() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [adding, { open, close }] = useDisclosure(false)
  const [edited, edit] = useState<Library>()
  const [deleted, remove] = useState<Library>()
  const query = useQuery(libraryQueries.all(app))
  const libs = query.data?.libs ?? []
  return (
    <Page
      title={t('navigation.libraries')}
      note={t('libraries.note')}
      actions={
        <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
          {t('libraries.add')}
        </Button>
      }
    >
      <Loaded query={query}>
        {() =>
          libs.length === 0 ? (
            <Empty icon="book" title={t('libraries.none')}>
              {t('libraries.noneText')}
            </Empty>
          ) : (
            <>
              <ul className={classes['libraries']}>
                {libs.map((library) => (
                  <li key={library.id}>
                    <OneLibrary
                      library={library}
                      onEdit={() => edit(library)}
                      onDelete={() => remove(library)}
                    />
                  </li>
                ))}
              </ul>
              <SyncNow citations={libs.reduce((sum, { citations }) => sum + citations, 0)} />
            </>
          )
        }
      </Loaded>
      {adding && <LibraryForm onClose={close} />}
      {edited && <LibraryForm library={edited} onClose={() => edit(undefined)} />}
      {deleted && <DeleteLibrary library={deleted} onClose={() => remove(undefined)} />}
    </Page>
  )
}

function OneLibrary({
  library,
  onEdit,
  onDelete,
}: {
  library: Library
  onEdit: () => void
  onDelete: () => void
}) {
  const { t, i18n } = useTranslation()
  const facts = [
    t(`libraries.types.${library.type}`, { id: library.refman_id }),
    t('libraries.citations', {
      count: library.citations,
      number: library.citations.toLocaleString(i18n.language),
    }),
    t('libraries.inStyle', { style: library.citation_style }),
    t(library.has_api_key ? 'libraries.hasKey' : 'libraries.noKey'),
  ]
  return (
    <article className={classes['library']}>
      <div className={classes['facts']}>
        <h2>{library.name}</h2>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap">
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('libraries.editThis', { name: library.name })}
          onClick={onEdit}
        >
          {t('libraries.edit')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={t('libraries.deleteThis', { name: library.name })}
          onClick={onDelete}
        >
          {t('libraries.delete')}
        </Button>
      </Group>
    </article>
  )
}

/** Synchronizes all libraries, and shows the result. */
function SyncNow({ citations }: { citations: number }) {
  const { t, i18n } = useTranslation()
  const changed = useChanged()
  const sync = useMutation({
    mutationFn: () => client.citations.syncAll(),
    onSuccess: () => changed({ of: 'citation' }),
  })
  const counts = sync.data
  const countOf = (key: 'updated' | 'detached' | 'unchanged' | 'errors') =>
    counts && counts[key] > 0
      ? [t(`libraries.${key}`, { count: counts[key], number: counts[key].toLocaleString(i18n.language) })]
      : []
  return (
    <section className={classes['sync']}>
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size={16} />}
          disabled={citations === 0}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {t('libraries.sync')}
        </Button>
        <Text size="sm" c="dimmed">
          {t(citations === 0 ? 'libraries.nothingToSync' : 'libraries.syncText')}
        </Text>
      </Group>
      {counts && (
        <Alert
          mt="sm"
          role="status"
          color={counts.errors > 0 ? 'yellow' : 'green'}
          icon={<Icon name={counts.errors > 0 ? 'warning' : 'check'} />}
          title={t('libraries.synced', {
            count: counts.total,
            number: counts.total.toLocaleString(i18n.language),
          })}
        >
          <ul className="problems">
            {[
              ...countOf('updated'),
              ...countOf('detached'),
              ...countOf('unchanged'),
              ...countOf('errors'),
            ].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Alert>
      )}
      {sync.isError && <Failed error={sync.error} retry={() => sync.mutate()} />}
    </section>
  )
}

/** Disconnects a library after saying how many citations go with it; the library itself stays where it is. */
function DeleteLibrary({ library, onClose }: { library: Library; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const changed = useChanged()
  const { name, citations } = library
  const remove = useMutation({
    mutationFn: () => client.citations.removeLibrary(library.id),
    onSuccess: () => {
      showDone(t('libraries.deleted', { name }))
      onClose()
      return changed({ of: 'library' }, { of: 'citation' })
    },
  })
  return (
    <FormDialog
      title={t('libraries.deleteTitle', { name })}
      saving={remove}
      act={
        citations === 0
          ? t('libraries.delete')
          : t('libraries.deleteAll', {
              count: citations,
              number: citations.toLocaleString(i18n.language),
            })
      }
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {citations === 0
          ? t('libraries.goesNothing')
          : t('libraries.goes', { count: citations, number: citations.toLocaleString(i18n.language) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('libraries.stays')}
      </Text>
    </FormDialog>
  )
}
