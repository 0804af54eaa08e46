import { Alert, Button, Group, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Failed } from '../../components/states.js'
import { useApplication, useRecordsWritten } from '../../core/application.js'
import { client } from '../../core/session.js'
import { replaceQueries } from '../../queries/imports.js'
import { Examples } from './examples.js'

const maxTextLength = 2000

/** Replaces a text in all values of one field: first it is shown what would change, then it is done. */
export function Replace() {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const { table, field } = useSearch({ from: '/app/$app/replace' })
  const navigate = useNavigate({ from: '/app/$app/replace' })
  const written = useRecordsWritten()
  const [search, setSearch] = useState('')
  const [replace, setReplace] = useState('')
  const tables = useQuery(replaceQueries.tables(app))
  const fields = useQuery({ ...replaceQueries.fields(app, table ?? ''), enabled: table !== undefined })
  const request = { tb: table ?? '', fld: field ?? '', search, replace }
  const preview = useMutation({ mutationFn: () => client.searchReplace.run({ ...request, preview: true }) })
  const run = useMutation({
    mutationFn: () => withChangeSet((options) => client.searchReplace.run(request, options)),
    onSuccess: ({ reply: { affected }, changeSet }) => {
      const number = affected.toLocaleString(i18n.language)
      showChanged(t('replace.done', { count: affected, number }), changeSet)
      preview.reset()
      void written()
    },
  })
  /** What was shown holds only for what was asked. */
  const forget = () => {
    preview.reset()
    run.reset()
  }
  const isWhole = Boolean(table && field && search) && search !== replace
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.reset()
    if (isWhole) preview.mutate()
  }
  const failed = tables.error ?? fields.error
  return (
    <Page title={t('navigation.replace')} note={t('replace.note')}>
      {failed && <Failed error={failed} />}
      <form onSubmit={submit}>
        <Stack maw={760}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={t('replace.table')}
              searchable
              data={(tables.data?.tables ?? []).map(({ name, label }) => ({ value: name, label }))}
              value={table ?? null}
              onChange={(chosen) => {
                forget()
                void navigate({ search: { table: chosen ?? undefined }, replace: true })
              }}
            />
            <Select
              label={t('replace.field')}
              description={fields.data?.fields.length === 0 ? t('replace.noField') : undefined}
              searchable
              disabled={table === undefined}
              data={(fields.data?.fields ?? []).map(({ name, label }) => ({ value: name, label }))}
              value={field ?? null}
              onChange={(chosen) => {
                forget()
                void navigate({ search: { table, field: chosen ?? undefined }, replace: true })
              }}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Textarea
              label={t('replace.search')}
              description={t('replace.searchHint')}
              autosize
              maxRows={8}
              maxLength={maxTextLength}
              value={search}
              onChange={(event) => {
                forget()
                setSearch(event.currentTarget.value)
              }}
            />
            <Textarea
              label={t('replace.replace')}
              description={t('replace.replaceHint')}
              autosize
              maxRows={8}
              maxLength={maxTextLength}
              value={replace}
              onChange={(event) => {
                forget()
                setReplace(event.currentTarget.value)
              }}
            />
          </SimpleGrid>
          <Group>
            <Button
              type="submit"
              variant={preview.data ? 'default' : 'filled'}
              disabled={!isWhole}
              loading={preview.isPending}
              leftSection={<Icon name="eye" size={16} />}
            >
              {t('replace.preview')}
            </Button>
            {search !== '' && search === replace && (
              <Text size="sm" c="dimmed">
                {t('replace.same')}
              </Text>
            )}
          </Group>
          {preview.isError && <Failed error={preview.error} />}
          {preview.data?.affected === 0 && (
            <Alert color="gray" icon={<Icon name="search" />} role="status">
              {t('replace.nothing')}
            </Alert>
          )}
          {preview.data && preview.data.affected > 0 && (
            <Examples
              affected={preview.data.affected}
              examples={preview.data.examples ?? []}
              search={search}
              replacement={replace}
            >
              {run.isError && <Failed error={run.error} />}
              <Group mt="md">
                <Button loading={run.isPending} disabled={frozen} onClick={() => run.mutate()}>
                  {t('replace.now', {
                    count: preview.data.affected,
                    number: preview.data.affected.toLocaleString(i18n.language),
                  })}
                </Button>
                <Text size="sm" c="dimmed">
                  {t('replace.versions')}
                </Text>
              </Group>
            </Examples>
          )}
        </Stack>
      </form>
    </Page>
  )
}
