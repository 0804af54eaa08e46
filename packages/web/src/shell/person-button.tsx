import { Text, UnstyledButton, type UnstyledButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { Icon } from '../components/icon.js'
import { useLevelName } from '../components/level-name.js'
import { useApplication } from '../core/application.js'
import classes from './person-button.module.css'

/** Who is logged in; opens his menu. */
export function PersonButton(button: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { user } = useApplication()
  const levelName = useLevelName()
  return (
    <UnstyledButton {...button} className={classes['person'] ?? ''}>
      <span className={classes['initials']} aria-hidden="true">
        {initialsOf(user.name)}
      </span>
      <span className={classes['names']}>
        <Text component="span" size="sm" fw={500} truncate display="block">
          {user.name}
        </Text>
        <Text component="span" size="xs" c="dimmed" truncate display="block">
          {levelName(user.privilege_value)}
        </Text>
      </span>
      <Icon name="up" size={14} />
    </UnstyledButton>
  )
}

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
