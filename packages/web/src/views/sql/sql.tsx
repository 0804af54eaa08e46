import { Alert, Button, Code, Group, Kbd, Menu, Stack, Text } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { sentenceOf } from '../../components/refusal.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Failed } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { SqlAnswer } from './sql-answer.js'
import { SqlEditor } from './sql-editor.js'

/** One statement, run as it stands. */
export function Sql() {
  const { t } = useTranslation()
  const { app, user } = useApplication()
  const queries = useQueryClient()
  const editor = useRef<HTMLTextAreaElement>(null)
  const { statements, keep } = useSqlHistory(app, user.email)
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
    <Page title={t('navigation.sql')} note={t('sql.note')}>
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
              <Kbd>Ctrl</Kbd> <Kbd>{t('help.keyNames.enter')}</Kbd>
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

const maxStatements = 30

/** What a person ran in this tab, newest first; it goes with the tab. */
function useSqlHistory(app: string, person: string) {
  const [statements, setStatements] = useSessionStorage<string[]>({
    key: `trowel.sql.${app}.${person}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    statements,
    keep: (statement: string) =>
      setStatements((before) =>
        [statement, ...before.filter((one) => one !== statement)].slice(0, maxStatements),
      ),
  }
}

function SqlHistory({
  statements,
  onChoose,
}: {
  statements: readonly string[]
  onChoose: (statement: string) => void
}) {
  const { t } = useTranslation()
  if (statements.length === 0) return null
  return (
    <Menu position="bottom-end" width={460}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="history" size={16} />}>
          {t('sql.history')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        {statements.map((statement) => (
          <Menu.Item key={statement} onClick={() => onChoose(statement)}>
            <Text size="xs" ff="monospace" lineClamp={2}>
              {statement}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Why a statement did not run, in the database's own words, and where in it. */
function SqlProblem({
  error,
  sql,
  onChoose,
}: {
  error: unknown
  /** The statement that failed. */
  sql: string
  onChoose: (from: number, to: number) => void
}) {
  const { t } = useTranslation()
  const reason = error instanceof ApiError && typeof error.detail === 'string' ? error.detail : ''
  if (!(error instanceof ApiError) || error.status !== 422 || reason === '' || reason === 'timeout')
    return <Failed error={error} />
  const place = placeOf(reason, sql)
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={error.code === 'error_free_sql_run' ? t('sql.refused') : sentenceOf(error)}
      icon={<Icon name="warning" />}
    >
      <Stack gap="xs">
        <Code block>{reason}</Code>
        {place && (
          <Group gap="sm">
            <Text size="sm">
              {t('sql.place', { line: place.line, word: sql.slice(place.from, place.to) })}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => onChoose(place.from, place.to)}>
              {t('sql.showPlace')}
            </Button>
          </Group>
        )}
        <Text size="sm">{t('sql.nothingHappened')}</Text>
      </Stack>
    </Alert>
  )
}

/** Texts, names in quotes and comments of SQL, in which no word is a command. */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g

/** Words that only statements have that change something. */
const changing = /\b(?:insert|update|delete|replace\s+into|create|alter|drop|truncate|merge|reindex)\b/i

/**
 * Does a statement look as if it changed something? The database decides; this is for words beside the
 * button.
 */
const seemsToWrite = (sql: string): boolean => changing.test(sql.replace(quoted, ' '))

/** How databases name what they do not understand. */
const named = [
  /near "([^"]+)"/i,
  /no such (?:column|table|function): (\S+)/i,
  /(?:column|relation|function|table) "?([\w.]+)"?(?:\([^)]*\))? does not exist/i,
  /ambiguous column name: (\S+)/i,
  /column reference "([^"]+)" is ambiguous/i,
]

interface Place {
  readonly from: number
  readonly to: number
  /** Counted from 1. */
  readonly line: number
}

/**
 * Where in a statement the thing stands that a message of the database names, if it stands there only once.
 */
function placeOf(message: string, sql: string): Place | undefined {
  const word = named.map((form) => form.exec(message)?.[1]).find((found) => found !== undefined)
  if (word === undefined) return undefined
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const places = [...sql.matchAll(new RegExp(`(?<![\\w])${escaped}(?![\\w])`, 'gi'))]
  const [only] = places
  if (places.length !== 1 || !only) return undefined
  const from = only.index
  return { from, to: from + word.length, line: sql.slice(0, from).split('\n').length }
}
