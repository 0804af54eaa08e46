import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FoundItem, LibraryOption } from '@trowel/contract/citations.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CitationText } from '../../../components/citation-text.js'
import { Dialog } from '../../../components/dialog.js'
import { Icon } from '../../../components/icon.js'
import { showDone } from '../../../components/notices.js'
import { Failed, Waiting } from '../../../components/states.js'
import { useApplication } from '../../../core/application.js'
import { libraryQueries } from '../../../queries/libraries.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './bibliography-section.module.css'
import { useCitations } from './bibliography-section-changes.js'

const minCharacters = 2

/** Searches a library while a user types, and adds what is found to the record. */
export function FindWork({
  record,
  libraries,
  onClose,
}: {
  record: WholeRecord
  libraries: readonly LibraryOption[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [last, remember] = useLocalStorage<number>({
    key: `trowel.library.${app}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  })
  const library = libraries.find(({ id }) => id === last) ?? libraries[0]
  const [typed, type] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const found = useQuery({
    ...libraryQueries.works(app, library?.id ?? 0, q),
    enabled: library !== undefined && q.length >= minCharacters,
    placeholderData: keepPreviousData,
  })
  const results = q.length >= minCharacters ? found.data?.results : undefined
  return (
    <Dialog onClose={onClose} title={t('bibliography.findTitle')} size="lg" centered={false}>
      <Stack gap="sm">
        {libraries.length > 1 && (
          <Select
            label={t('bibliography.library')}
            allowDeselect={false}
            data={libraries.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(library?.id)}
            onChange={(chosen) => remember(Number(chosen))}
          />
        )}
        <TextInput
          type="search"
          data-autofocus
          label={t('bibliography.find', { library: library?.name })}
          description={t('bibliography.findHint')}
          leftSection={<Icon name="search" size={16} />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
        {found.isLoading && <Waiting lines={4} />}
        {!found.isError && results?.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('bibliography.nothingFound')}
          </Text>
        )}
        {!found.isError && results && results.length > 0 && library && (
          <ul className={classes['found']} aria-label={t('bibliography.results')}>
            {results.map((work) => (
              <li key={work.key}>
                <FoundWork record={record} library={library} work={work} />
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  )
}

function FoundWork({
  record,
  library,
  work,
}: {
  record: WholeRecord
  library: LibraryOption
  work: FoundItem
}) {
  const { t } = useTranslation()
  const { cite } = useCitations(record)
  const cited = Object.values(record.bibliography).filter(
    ({ lib_id, refman_key }) => lib_id === library.id && refman_key === work.key,
  ).length
  const add = () =>
    cite.mutate(
      { lib_id: library.id, refman_key: work.key },
      { onSuccess: () => showDone(t('bibliography.added', { name: work.author_year })) },
    )
  return (
    <div className={classes['entry']}>
      <div className={classes['words']}>
        <CitationText html={work.full_citation} />
        {cited > 0 && (
          <Text size="xs" c="dimmed">
            {t('bibliography.cited', { count: cited })}
          </Text>
        )}
        {cite.isError && <Failed error={cite.error} />}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        loading={cite.isPending}
        aria-label={t(cited > 0 ? 'bibliography.addThisAgain' : 'bibliography.addThis', {
          name: work.author_year,
        })}
        onClick={add}
      >
        {t(cited > 0 ? 'bibliography.addAgain' : 'bibliography.addWork')}
      </Button>
    </div>
  )
}
