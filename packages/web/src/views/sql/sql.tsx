import { Button, Group, Kbd, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { SqlAnswer } from './sql-answer.js'
import { SqlEditor } from './sql-editor.js'
import { SqlHistory, useSqlHistory } from './sql-history.js'
import { SqlProblem } from './sql-problem.js'
import { seemsToWrite } from './sql-words.js'

/** One statement, run as it stands. */
export function Sql() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const queries = useQueryClient()
  const editor = useRef<HTMLTextAreaElement>(null)
  const { statements, keep } = useSqlHistory(app)
  const [sql, setSql] = useState(statements[0] ?? '')
  const draft = useSavedDraft<string>('sql')
  // What was run is in the list of what was run.
  useKeeping('sql', sql.trim() === '' || statements.includes(sql) ? undefined : sql)
  const run = useMutation({
    mutationFn: (statement: string) => confirmed(() => client.rawSql.run(statement)),
    onSuccess: (reply) => {
      // What SQL has changed may stand anywhere.
      if ('affected' in reply) void queries.invalidateQueries(allOf(app))
    },
    onSettled: (_reply, _error, statement) => keep(statement),
  })
  const writes = seemsToWrite(sql)
  const start = () => {
    if (sql.trim() !== '' && !run.isPending) run.mutate(sql)
  }
  const choose = (from: number, to: number) => {
    editor.current?.focus()
    editor.current?.setSelectionRange(from, to)
  }
  return (
    <Page title={t('places.sql')} note={t('sql.note')}>
      <Stack>
        <DraftNotice draft={draft} onTake={setSql} />
        <SqlEditor ref={editor} sql={sql} onChange={setSql} onRun={start} statements={statements} />
        <Group justify="space-between" align="center">
          <Group gap="sm">
            <Button
              leftSection={<Icon name="play" size={15} />}
              {...(writes && { color: 'red' })}
              loading={run.isPending}
              disabled={sql.trim() === ''}
              onClick={start}
            >
              {writes ? t('sql.runWriting') : t('sql.run')}
            </Button>
            <Text size="sm" c="dimmed" visibleFrom="sm">
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd>
            </Text>
          </Group>
          <SqlHistory
            statements={statements}
            onChoose={(statement) => {
              setSql(statement)
              editor.current?.focus()
            }}
          />
        </Group>
        {sql.trim() !== '' && (
          <Text size="sm" {...(!writes && { c: 'dimmed' })}>
            {writes ? t('sql.writes') : t('sql.reads')}
          </Text>
        )}
        {run.isError && <SqlProblem error={run.error} sql={run.variables} onChoose={choose} />}
        {run.data && !run.isPending && <SqlAnswer answer={run.data} />}
      </Stack>
    </Page>
  )
}
