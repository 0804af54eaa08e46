import { UnstyledButton } from '@mantine/core'
import type { LoggedEvent } from '@trowel/contract/logs.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { messageIn } from '../../core/messages.js'
import classes from './log.module.css'

/** Names of levels in the language files, the gravest first: a line has the first one that it reaches. */
const grades = [
  { from: 500, name: 'critical', colour: 'var(--mantine-color-red-filled)' },
  { from: 400, name: 'error', colour: 'var(--mantine-color-red-filled)' },
  { from: 300, name: 'warning', colour: 'var(--mantine-color-yellow-6)' },
  { from: 250, name: 'notice', colour: 'var(--mantine-color-blue-5)' },
  { from: 200, name: 'info', colour: 'var(--line-strong)' },
  { from: 0, name: 'debug', colour: 'var(--line)' },
] as const

const channels = ['auth', 'admin', 'config', 'data', 'db', 'http', 'refman'] as const

/** One event: when, how grave, what; what more is known of it unfolds. */
export function LogLine({ event }: { event: LoggedEvent }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const grade = grades.find(({ from }) => event.level >= from) ?? grades[4]
  const [summary, ...more] = messageIn('events', { ...event, text: event.message }).split('\n')
  const details = more.join('\n').trim()
  const channel = channels.find((one) => one === event.channel)
  const row = (
    <>
      <span className={classes['grade']} style={{ '--grade': grade.colour } as React.CSSProperties}>
        {t(`log.grades.${grade.name}`)}
      </span>
      <span className={classes['summary']}>{summary}</span>
      <span className={classes['where']}>{channel ? t(`log.channels.${channel}`) : event.channel}</span>
      <time className={classes['time']} dateTime={event.time}>
        {new Date(event.time).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'medium' })}
      </time>
    </>
  )
  return (
    <li className={classes['line']}>
      {details === '' ? (
        <div className={classes['row']}>
          <span className={classes['fold']} />
          {row}
        </div>
      ) : (
        <UnstyledButton
          className={classes['row'] ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes['fold']}>
            <Icon name={isOpen ? 'down' : 'right'} size={13} />
          </span>
          {row}
        </UnstyledButton>
      )}
      {isOpen && (
        <pre id={id} className={classes['details']}>
          {details}
        </pre>
      )}
    </li>
  )
}
