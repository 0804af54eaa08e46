import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { Loaded } from '../../components/states.js'
import { loopOf } from '../../components/stratigraphy/use-relations.js'
import { Differences } from '../../components/versions/differences.js'
import { nameIn } from '../../components/versions/name-in.js'
import { RestoreLoop } from '../../components/versions/restore-loop.js'
import { type Restored, useRestore } from '../../components/versions/use-restore.js'
import { momentText, personText } from '../../components/versions/version-words.js'
import { type Table, useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { historyQueries } from '../../queries/history.js'
import classes from './deleted.module.css'

type Record = Awaited<ReturnType<typeof client.history.deleted>>['deleted'][number]

/**
 * A deleted record: what it was called, what it was about, who deleted it; all that it held when a user
 * asks.
 */
export function DeletedRecord({
  table,
  record,
  short,
  onRestored,
}: {
  table: Table
  record: Record
  /** What it was about, in a few words. */
  short: string
  onRestored: (reply: Restored, name: string) => void
}) {
  const { t, i18n } = useTranslation()
  const { app, frozen } = useApplication()
  const [open, { toggle }] = useDisclosure(false)
  const id = useId()
  const name = nameIn(table, record.rowid, record.content.core)
  const restore = useRestore((reply) => onRestored(reply, name))
  const held = useQuery({ ...historyQueries.version(app, record.version_id, 'change'), enabled: open })
  return (
    <article className={classes['record']} aria-labelledby={id}>
      <Group justify="space-between" align="start" gap="xs">
        <div className={classes['text']}>
          <h2 id={id} className={classes['name']}>
            {name}
          </h2>
          {short !== '' && <Text size="sm">{short}</Text>}
          <Text size="xs" c="dimmed">
            {t('deleted.by', {
              name: personText(t, record),
              time: momentText(record.time, i18n.language),
            })}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={t('deleted.showOf', { name })}
            aria-expanded={open}
            onClick={toggle}
            leftSection={<Icon name={open ? 'down' : 'right'} size={14} />}
          >
            {t('deleted.show')}
          </Button>
          {table.privilege <= privileges.admin && !frozen && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('deleted.restoreThis', { name })}
              loading={restore.isPending}
              leftSection={<Icon name="undo" size={14} />}
              onClick={() =>
                restore.mutate(
                  { version: record.version_id },
                  { onError: (error) => loopOf(error) === undefined && showProblem(error) },
                )
              }
            >
              {t('deleted.restore')}
            </Button>
          )}
        </Group>
      </Group>
      <RestoreLoop restore={restore} version={record.version_id} />
      {open && (
        <Loaded query={held}>
          {({ diff }) =>
            diff && (
              <div className={classes['held']}>
                <Differences table={table.name} diff={diff} before={t('versions.held')} />
              </div>
            )
          }
        </Loaded>
      )}
    </article>
  )
}
