import { Anchor, Button, Code, Collapse, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { sentenceOf } from '../../components/refusal.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { Failed } from '../../components/states.js'
import { client } from '../../core/session.js'
import type { Column } from './columns.js'
import { Panel } from './panel.js'
import classes from './panel.module.css'

const examples = [
  ['expert.comparing', "depth_cm * 10 > 45 AND notes LIKE '%burnt%'"],
  ['expert.lists', "kind IN ('cut', 'fill') AND NOT (year BETWEEN -400 AND -300)"],
  ['expert.empty', 'notes IS NULL OR length(trim(notes)) = 0'],
] as const

/** A search that is written; it is looked through before it is run, and what is wrong stands under it. */
export function ExpertSearch({
  table,
  columns,
  text,
  onSearch,
  onClose,
}: {
  table: string
  columns: readonly Column[]
  text: string
  onSearch: (text: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const draft = useSavedDraft<string>(`expert search ${table}`)
  const forget = useKeeping(
    `expert search ${table}`,
    typed === text || typed.trim() === '' ? undefined : typed,
  )
  const [help, { toggle }] = useDisclosure(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const run = useMutation({
    mutationFn: (querytext: string) =>
      client.records.search(table, { search_type: 'sqlExpert', querytext, per_page: 1, columns: ['id'] }),
    onSuccess: (_found, querytext) => {
      forget()
      onSearch(querytext)
    },
    onError: (error) => {
      const position = positionOf(error)
      if (position === undefined) return
      input.current?.focus()
      input.current?.setSelectionRange(position - 1, position)
    },
  })
  const insert = (name: string) => {
    const place = input.current?.selectionStart ?? typed.length
    const before = typed.slice(0, place)
    const after = typed.slice(input.current?.selectionEnd ?? place)
    const gap = before === '' || /\s$|\($/.test(before) ? '' : ' '
    setTyped(`${before}${gap}${name} ${after.trimStart()}`)
    input.current?.focus()
  }
  return (
    <Panel title={t('expert.title')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate(typed.trim())
        }}
      >
        <Stack gap="xs">
          <DraftNotice draft={draft} onTake={setTyped} />
          <Textarea
            ref={input}
            autosize
            minRows={2}
            maxRows={8}
            autoFocus
            spellCheck={false}
            aria-label={t('expert.title')}
            placeholder={examples[0][1]}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              run.reset()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              run.mutate(typed.trim())
            }}
          />
          {run.error && <Mistake error={run.error} text={run.variables ?? ''} />}
          <Group gap="sm">
            <Button type="submit" loading={run.isPending} disabled={typed.trim() === ''}>
              {t('expert.run')}
            </Button>
            <Text size="xs" c="dimmed">
              {t('expert.keys')}
            </Text>
            <Anchor component="button" type="button" size="sm" aria-expanded={help} onClick={toggle}>
              {t('expert.help')}
            </Anchor>
          </Group>
          <Collapse expanded={help}>
            <Stack gap="sm" className={classes['help'] ?? ''}>
              <Text size="sm">{t('expert.intro')}</Text>
              <div className={classes['fields']} role="group" aria-label={t('expert.fields')}>
                {columns.map(({ name, label }) => (
                  <UnstyledButton
                    key={name}
                    className={classes['field'] ?? ''}
                    title={label}
                    onClick={() => insert(name)}
                  >
                    {label} <Code>{name}</Code>
                  </UnstyledButton>
                ))}
              </div>
              <ul className="problems">
                {examples.map(([what, example]) => (
                  <li key={what}>
                    {t(what)}: <Code>{example}</Code>
                  </li>
                ))}
              </ul>
            </Stack>
          </Collapse>
        </Stack>
      </form>
    </Panel>
  )
}

/** At which character a search is wrong, the first being 1. */
function positionOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'expert_syntax_error') return undefined
  const { detail } = error
  const isPlace = typeof detail === 'object' && detail !== null && 'position' in detail
  return isPlace && typeof detail.position === 'number' ? detail.position : undefined
}

function Mistake({ error, text }: { error: Error; text: string }) {
  const position = positionOf(error)
  if (position === undefined) return <Failed error={error} />
  return (
    <div role="alert">
      <Text size="sm" c="var(--danger)">
        {sentenceOf(error)}
      </Text>
      <pre className={classes['mistake']}>
        {text.slice(0, position - 1)}
        <mark>{text.slice(position - 1, position) || ' '}</mark>
        {text.slice(position)}
      </pre>
    </div>
  )
}
