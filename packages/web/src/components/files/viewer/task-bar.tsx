import { Button, Group, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsavedGuard } from '../../unsaved-guard.js'
import classes from './task-bar.module.css'

/** What stands above a picture while something is done with it. It asks before it is given up. */
export function TaskBar({
  title,
  act,
  isTouched,
  isSaving,
  ready = true,
  onSave,
  onLeave,
  children,
}: {
  title: string
  /** The words on the button that saves. */
  act: string
  isTouched: boolean
  isSaving: boolean
  ready?: boolean
  onSave: () => void
  onLeave: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: () => isTouched,
    enableBeforeUnload: isTouched,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  return (
    <div className={classes['bar']}>
      <header className={classes['head']}>
        <Text fw={600} truncate>
          {title}
        </Text>
        <Group gap={8} wrap="nowrap">
          <Button
            size="sm"
            variant="default"
            disabled={isSaving}
            onClick={() => (isTouched ? setAsking(true) : onLeave())}
          >
            {t('form.cancel')}
          </Button>
          <Button size="sm" loading={isSaving} disabled={!ready} onClick={onSave}>
            {act}
          </Button>
        </Group>
      </header>
      <div className={classes['tools']}>{children}</div>
      {(isAsking || isBlocked) && (
        <UnsavedGuard
          onStay={() => {
            setAsking(false)
            if (isBlocked) blocker.reset()
          }}
          onLeave={() => (isBlocked ? blocker.proceed() : onLeave())}
        />
      )}
    </div>
  )
}
