import { Alert, Anchor, Button, Center, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { ApiError, NetworkError } from '@trowel/client'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOvercome } from '../core/retry-when-resolved.js'
import { documentation } from './documentation.js'
import { Icon, type IconName } from './icon.js'
import { isUnknownPast, problemText, sentenceOf, titleOf } from './refusal.js'

/** Grey lines where text will stand; they come after a moment, so that what is quick does not flicker. */
export function Waiting({ lines = 6 }: { lines?: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" p="md" role="status" aria-label={t('states.loading')} className="after-a-moment">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={14} width={`${92 - ((line * 37) % 40)}%`} radius="sm" />
      ))}
    </Stack>
  )
}

/** Nothing is there, and what to do about it. @param isPage it is all that the page says */
export function Empty({
  icon,
  title,
  isPage = false,
  children,
}: {
  icon: IconName
  title: string
  isPage?: boolean
  children?: ReactNode
}) {
  useEffect(() => {
    if (isPage) document.title = `${title} · Trowel`
  }, [isPage, title])
  return (
    <Center p="xl" mih={220}>
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Text c="dimmed" component="span">
          <Icon name={icon} size={34} />
        </Text>
        <Text fw={600} component={isPage ? 'h1' : 'p'} m={0}>
          {title}
        </Text>
        {children && (
          <Text c="dimmed" size="sm" component="div">
            {children}
          </Text>
        )}
      </Stack>
    </Center>
  )
}

/**
 * What went wrong, in words, the number to report, and a way on. When its cause is over it goes, but for what
 * the person wanted to do: that was not done, and nothing does it again by itself.
 */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  const isOvercome = useOvercome(error)
  const offline = error instanceof NetworkError
  const refused = error instanceof ApiError && error.status === 403
  const isOff = refused && error.detail === 'off'
  if (isOvercome && (!offline || retry)) return null
  const isOfPast = isUnknownPast(error)
  return (
    <Alert
      m="md"
      role="alert"
      color={refused || isOvercome || isOfPast ? 'gray' : 'red'}
      variant="light"
      title={isOvercome && offline ? t('states.backOnline') : titleOf(error)}
      icon={<Icon name={isOvercome ? 'refresh' : offline ? 'offline' : refused ? 'lock' : 'warning'} />}
    >
      <Stack gap="xs">
        <Text size="sm">
          {offline
            ? t(isOvercome ? 'states.backOnlineText' : 'states.offlineText')
            : isOff
              ? t('login.off')
              : isOfPast
                ? t(error.code === 'before_journal' ? 'past.before' : 'past.incomplete')
                : sentenceOf(error)}
        </Text>
        {error instanceof ApiError && error.errors.length > 0 && (
          <ul className="problems">
            {error.errors.slice(0, 20).map((problem) => (
              <li key={`${problem.field}${problem.text}`}>{problemText(problem)}</li>
            ))}
          </ul>
        )}
        <Group gap="md">
          {retry && !isOfPast && (
            <Retry
              key={error instanceof ApiError ? error.requestId : ''}
              after={error instanceof ApiError && error.status === 429 ? (error.retryAfter ?? 0) : 0}
              onRetry={retry}
            />
          )}
          {error instanceof ApiError && !refused && error.code !== 'unreadable_answer' && (
            <Anchor href={documentation(`reference/errors/${error.code}`)} target="_blank" size="xs">
              {t('states.about')}
            </Anchor>
          )}
          {error instanceof ApiError && error.requestId && (
            <Text size="xs" c="dimmed">
              {t('states.request', { id: error.requestId })}
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}

/** Tries again, as soon as the service allows. @param after seconds that it asks to wait */
function Retry({ after, onRetry }: { after: number; onRetry: () => void }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(after)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <Button
      size="xs"
      variant="default"
      disabled={left > 0}
      onClick={onRetry}
      leftSection={<Icon name="refresh" size={14} />}
    >
      {left > 0 ? t('states.againIn', { count: left }) : t('states.again')}
    </Button>
  )
}

/** Shows what was asked for as soon as it is there: before that grey lines, or what went wrong. */
export function Loaded<Data>({
  query,
  lines,
  children,
}: {
  query: UseQueryResult<Data>
  lines?: number
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Waiting {...(lines !== undefined && { lines })} />
}

export function NoSuchPage() {
  const { t } = useTranslation()
  return (
    <Empty icon="search" isPage title={t('states.noSuchPage')}>
      <Anchor component={Link} to="/">
        {t('states.toStart')}
      </Anchor>
    </Empty>
  )
}

/** A view that could not be shown at all. */
export function Crashed({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  const reload = error instanceof NetworkError ? () => window.location.reload() : reset
  const isOvercome = useOvercome(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it is over
  useEffect(() => {
    if (isOvercome) reload()
  }, [isOvercome])
  return (
    <Stack p="xl" maw={640} mx="auto">
      <Title order={1}>{t('states.crashed')}</Title>
      <Failed error={error} retry={reload} />
    </Stack>
  )
}
