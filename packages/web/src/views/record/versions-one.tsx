import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Failed, Loaded } from '../../components/states.js'
import { loopOf } from '../../components/stratigraphy/use-relations.js'
import { type Choice, Differences } from '../../components/versions/differences.js'
import { RestoreLoop } from '../../components/versions/restore-loop.js'
import { type Restored, useRestore } from '../../components/versions/use-restore.js'
import { momentText, personText } from '../../components/versions/version-words.js'
import { type Table, useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { historyQueries } from '../../queries/history.js'
import classes from './versions.module.css'

type Versions = Awaited<ReturnType<typeof client.history.versions>>['versions']

const nothing: Choice = { fields: new Set(), plugins: new Set() }

/** One version: what the change did, or what it was beside what is now, and the way back. */
export function Version({
  table,
  entry,
  beside,
  name,
  onRestored,
}: {
  table: Table
  entry: Versions[number]
  beside: 'now' | undefined
  /** What the record is called. */
  name: string
  onRestored: (restored: Restored) => void
}) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(nothing)
  const restore = useRestore((reply) => {
    setChoice(nothing)
    onRestored(reply)
  })
  const diff = beside === 'now' ? 'current' : 'change'
  const version = useQuery(historyQueries.version(app, entry.id, diff))
  const mayRestore = table.privilege <= privileges.admin && !frozen
  const moment = momentText(entry.time, i18n.language)
  return (
    <Stack className={classes['version'] ?? ''}>
      <Group justify="space-between" align="start">
        <Text size="sm">{t('versions.changedBy', { name: personText(t, entry), time: moment })}</Text>
        <SegmentedControl
          size="xs"
          aria-label={t('versions.compare')}
          value={diff}
          data={[
            { value: 'change', label: t('versions.whatChanged') },
            { value: 'current', label: t('versions.thenAndNow') },
          ]}
          onChange={(value) =>
            void navigate({
              to: '.',
              search: {
                show: 'versions',
                version: entry.id,
                beside: value === 'current' ? 'now' : undefined,
              },
              replace: true,
            })
          }
        />
      </Group>
      <RestoreLoop restore={restore} version={entry.id} />
      {restore.isError && !loopOf(restore.error) && <Failed error={restore.error} />}
      <Loaded query={version}>
        {({ version: { content }, current, diff: found }) => {
          if (!found) return null
          const isGone = current.core === null
          const differs = found.fields.length + found.plugins.length > 0
          const choosing = beside === 'now' && mayRestore && !isGone && differs
          const chosen = choice.fields.size + choice.plugins.size
          return (
            <>
              <Differences
                table={table.name}
                diff={found}
                before={
                  beside === 'now'
                    ? t('versions.then')
                    : t(entry.operation === 'delete' ? 'versions.held' : 'versions.before')
                }
                after={
                  entry.operation === 'delete' && beside !== 'now'
                    ? undefined
                    : beside === 'now'
                      ? isGone
                        ? undefined
                        : t('versions.now')
                      : t('versions.after')
                }
                {...(choosing && { chosen: choice, onChoose: setChoice })}
              />
              {mayRestore && isGone && (
                <Group>
                  <Button
                    loading={restore.isPending}
                    leftSection={<Icon name="undo" size={16} />}
                    onClick={() => restore.mutate({ version: entry.id })}
                  >
                    {t('versions.bringBack', { name })}
                  </Button>
                </Group>
              )}
              {mayRestore && !isGone && beside !== 'now' && (
                <Text size="sm" c="dimmed">
                  {t('versions.toRestore')}
                </Text>
              )}
              {choosing && (
                <Group>
                  <Button
                    disabled={chosen === 0}
                    loading={restore.isPending}
                    leftSection={<Icon name="undo" size={16} />}
                    onClick={() =>
                      restore.mutate({
                        version: entry.id,
                        fields: [...choice.fields],
                        restore_plugins: [...choice.plugins],
                      })
                    }
                  >
                    {chosen === 0
                      ? t('versions.restoreChosenNone')
                      : t('versions.restoreChosen', { count: chosen })}
                  </Button>
                  <Button
                    variant="default"
                    disabled={restore.isPending}
                    onClick={() =>
                      restore.mutate({ version: entry.id, restore_plugins: Object.keys(content.plugins) })
                    }
                  >
                    {t('versions.restoreAll')}
                  </Button>
                  <Text size="xs" c="dimmed">
                    {t('versions.restoreKept')}
                  </Text>
                </Group>
              )}
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}
