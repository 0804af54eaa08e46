import { Button, Group, type GroupProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { noticesAbove } from './notices-above.js'

/** The buttons at the end of a dialog; notices do not cover them. */
export const ButtonRow = (group: GroupProps) => <Group ref={noticesAbove} justify="flex-end" {...group} />

/** The end of a dialog or of a small form: the way out, and what it is for. */
export function DialogButtons({
  children,
  cancel,
  danger = false,
  compact = false,
  pending = false,
  disabled = false,
  onCancel,
  onAct,
}: {
  /** The words on the button that does it. */
  children: ReactNode
  /** The words on the way out, where they are not "Cancel". */
  cancel?: string
  /** Something goes: the keyboard begins at the way out. */
  danger?: boolean
  /** In the middle of a page rather than in a dialog. */
  compact?: boolean
  pending?: boolean
  disabled?: boolean
  onCancel: () => void
  /** Without it the form around is sent. */
  onAct?: () => void
}) {
  const { t } = useTranslation()
  const size = compact ? 'compact-sm' : 'sm'
  return (
    <ButtonRow gap={compact ? 'xs' : 'md'}>
      <Button variant="default" size={size} data-autofocus={danger || undefined} onClick={onCancel}>
        {cancel ?? t('form.cancel')}
      </Button>
      <Button
        size={size}
        loading={pending}
        disabled={disabled}
        {...(danger && { color: 'red' })}
        {...(onAct ? { onClick: onAct } : { type: 'submit' })}
      >
        {children}
      </Button>
    </ButtonRow>
  )
}
