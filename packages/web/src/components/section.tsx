import { Group, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { Icon } from './icon.js'
import classes from './section.module.css'

/**
 * A part of a page that can be folded; how it was left is stored on this machine under its name. Without
 * a title it always stands open.
 */
export function Section({
  name,
  title,
  count,
  mark,
  actions,
  startsFolded = false,
  children,
}: {
  name: string
  title: string
  count?: number
  /** Stands before the title, also while it is folded. */
  mark?: ReactNode
  actions?: ReactNode
  /** Until a user unfolds it. */
  startsFolded?: boolean
  children: ReactNode
}) {
  const [folded, setFolded] = useLocalStorage({
    key: `trowel.folded.${name}`,
    defaultValue: startsFolded,
    getInitialValueInEffect: false,
  })
  const id = useId()
  if (title === '')
    return (
      <section className={classes['section']}>
        <div className={classes['body']}>{children}</div>
      </section>
    )
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" className={classes['head']}>
        <h2 id={id} className={classes['title']}>
          <UnstyledButton
            className={classes['fold']}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            <Icon name={folded ? 'right' : 'down'} size={14} />
            {mark}
            {title}
            {count !== undefined && count > 0 && <span className={classes['count']}>{count}</span>}
          </UnstyledButton>
        </h2>
        {!folded && actions}
      </Group>
      {!folded && <div className={classes['body']}>{children}</div>}
    </section>
  )
}
