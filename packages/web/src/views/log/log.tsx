import { Button, Group, Pagination, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { logQueries } from '../../queries/service.js'
import classes from './log.module.css'
import { LogLine } from './log-line.js'
import { translatedMatches } from './translated-search.js'

const perPage = 50

/** From which level on lines are shown, under the names of the language files. */
const thresholds = { all: 0, notices: 250, warnings: 300, errors: 400 } as const
type Threshold = keyof typeof thresholds
const names = Object.keys(thresholds) as Threshold[]

/** What happened in the application, newest first. */
export function Log() {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const { q, level = 0, page = 1 } = useSearch({ from: '/app/$app/log' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q ?? '')
  const [isPurging, setPurging] = useState(false)
  const go = (search: { q?: string | undefined; level?: number | undefined; page?: number | undefined }) =>
    void navigate({ to: '/app/$app/log', params: { app }, search, replace: true })
  const search = useDebouncedCallback(
    (text: string) => go({ q: text || undefined, level: level || undefined }),
    250,
  )
  const query = useQuery({
    ...logQueries.page(
      app,
      { page, per_page: perPage, min_level: level, ...(q && { search: q, also: translatedMatches(q) }) },
      i18n.language,
    ),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('navigation.log')}
      note={
        query.data &&
        t('log.lines', { count: query.data.total, number: query.data.total.toLocaleString(i18n.language) })
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="refresh" size={16} />}
            loading={query.isFetching && !query.isPending}
            onClick={() => void query.refetch()}
          >
            {t('log.refresh')}
          </Button>
          <Button variant="default" onClick={() => setPurging(true)}>
            {t('log.purge')}
          </Button>
        </>
      }
    >
      <Group mb="md" align="flex-end">
        <TextInput
          type="search"
          aria-label={t('log.search')}
          placeholder={t('log.search')}
          leftSection={<Icon name="search" size={16} />}
          flex="1 1 10rem"
          maw={420}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            search(event.currentTarget.value)
          }}
        />
        <Select
          aria-label={t('log.from')}
          flex="0 1 11rem"
          allowDeselect={false}
          data={names.map((name) => ({
            value: String(thresholds[name]),
            label: t(`log.thresholds.${name}`),
          }))}
          value={String(level)}
          onChange={(value) => go({ q, level: Number(value) || undefined })}
        />
      </Group>
      <Loaded query={query} lines={10}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty icon="log" title={t('log.nothing')}>
              {(q !== undefined || level > 0) && (
                <Button
                  variant="default"
                  mt="sm"
                  onClick={() => {
                    setTyped('')
                    go({})
                  }}
                >
                  {t('log.showAll')}
                </Button>
              )}
            </Empty>
          ) : (
            <>
              <ol className={classes['lines']} aria-label={t('navigation.log')}>
                {data.map((event) => (
                  <LogLine key={event.id} event={event} />
                ))}
              </ol>
              {total > perPage && (
                <Group mt="md" justify="space-between">
                  <Text size="sm" c="dimmed">
                    {t('log.page', { page, pages: Math.ceil(total / perPage) })}
                  </Text>
                  <Pagination
                    total={Math.ceil(total / perPage)}
                    value={page}
                    onChange={(next) => go({ q, level: level || undefined, page: next })}
                    getControlProps={(control) => ({ 'aria-label': t(`log.controls.${control}`) })}
                    getItemProps={(item) => ({ 'aria-label': t('log.goTo', { page: item }) })}
                  />
                </Group>
              )}
            </>
          )
        }
      </Loaded>
      {isPurging && <PurgeLog onClose={() => setPurging(false)} />}
    </Page>
  )
}

const choices = [7, 30, 90, 365] as const
const dayMs = 86_400_000

/** Forgets what is older than so many days; says before which day that is. */
function PurgeLog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const changed = useChanged()
  const [days, setDays] = useState(90)
  const purge = useMutation({
    mutationFn: () => confirmed(() => client.logs.purge(days)),
    onSuccess: ({ deleted }) => {
      void changed({ of: 'log' })
      showDone(t('log.purged', { count: deleted }))
      onClose()
    },
  })
  const day = new Date(Date.now() - days * dayMs).toLocaleDateString(i18n.language, { dateStyle: 'long' })
  return (
    <FormDialog
      title={t('log.purgeTitle')}
      saving={purge}
      act={t('log.purgeNow')}
      danger
      onSave={() => purge.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('log.keep')}
        allowDeselect={false}
        data={choices.map((value) => ({ value: String(value), label: t('log.days', { count: value }) }))}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
      />
      <Text size="sm">{t('log.purgeText', { day })}</Text>
    </FormDialog>
  )
}
