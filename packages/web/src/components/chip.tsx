import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './chip.module.css'
import { Icon } from './icon.js'

/** A few words that can be taken away. */
export function Chip({
  removeLabel,
  onRemove,
  children,
}: {
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <span className={classes['chip']}>
      <span className={classes['words']}>{children}</span>
      <UnstyledButton className={classes['remove'] ?? ''} aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" size={13} />
      </UnstyledButton>
    </span>
  )
}
