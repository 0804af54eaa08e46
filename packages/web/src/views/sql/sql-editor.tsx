import { Textarea } from '@mantine/core'
import { type KeyboardEvent, type Ref, useRef } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Where one writes. Ctrl+Enter runs, Alt with the arrows goes through what was run, a new line begins where
 * the last one began.
 */
export function SqlEditor({
  ref,
  sql,
  onChange,
  onRun,
  statements,
}: {
  ref: Ref<HTMLTextAreaElement>
  sql: string
  onChange: (sql: string) => void
  onRun: () => void
  /** Newest first. */
  statements: readonly string[]
}) {
  const { t } = useTranslation()
  const place = useRef(-1)
  const recall = (step: number) => {
    const next = Math.min(Math.max(place.current + step, -1), statements.length - 1)
    place.current = next
    onChange(statements[next] ?? '')
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      place.current = -1
      onRun()
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      recall(event.key === 'ArrowUp' ? 1 : -1)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      const { value, selectionStart: at } = event.currentTarget
      const indent = /^[ \t]*/.exec(value.slice(value.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? ''
      if (indent === '') return
      event.preventDefault()
      // Typed as the person would have, so that it can be undone by keys.
      document.execCommand('insertText', false, `\n${indent}`)
    }
  }
  return (
    <Textarea
      ref={ref}
      label={t('sql.statement')}
      description={t('sql.keys')}
      autosize
      minRows={6}
      maxRows={18}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      data-autofocus
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.85rem' } }}
      value={sql}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={press}
    />
  )
}
