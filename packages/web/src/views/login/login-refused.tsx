import { Alert } from '@mantine/core'
import { ApiError } from '@trowel/client'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { sentenceOf } from '../../components/refusal.js'

/** Why a user was not let in, and for how long. @param onOver the time is over: it may be tried again */
export function LoginRefused({ error, onOver }: { error: unknown; onOver: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 429 && error.retryAfter !== null)
    return <Wait key={error.requestId} seconds={error.retryAfter} onOver={onOver} />
  const waits = error instanceof ApiError && error.detail === 'waiting'
  const isOff = error instanceof ApiError && error.detail === 'off'
  return (
    <Alert
      color={waits || isOff ? 'yellow' : 'red'}
      variant="light"
      p="xs"
      role="alert"
      icon={<Icon name={waits || isOff ? 'info' : 'warning'} />}
    >
      {waits ? t('login.waiting') : isOff ? t('login.off') : sentenceOf(error)}
    </Alert>
  )
}

function Wait({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const { t } = useTranslation()
  const [until] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [until])
  useEffect(() => {
    if (left === 0) onOver()
  }, [left, onOver])
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <Alert color="red" variant="light" p="xs" role="group" icon={<Icon name="warning" />}>
      {/* Read out once, not every second: the clock beside it is no alert. */}
      <span role="alert" className="visually-hidden">
        {t('login.waitFor', { time: `${Math.ceil(seconds / 60)} min` })}
      </span>
      <span aria-hidden="true" className="numbers">
        {t('login.waitFor', { time })}
      </span>
    </Alert>
  )
}
