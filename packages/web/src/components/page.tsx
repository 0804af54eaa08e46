import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

/**
 * The frame of a view: its name, what can be done, and what it shows. `fill` gives the content all the height
 * that is left, for views that scroll inside, such as lists and drawings. `held` keeps the name and the
 * actions visible, for long forms.
 */
export function Page({
  title,
  heading,
  note,
  actions,
  fill = false,
  held = false,
  children,
}: {
  /** Name of the view, also of the browser's tab. */
  title: string
  /** In place of the name, where the heading is more than words. */
  heading?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  fill?: boolean
  held?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Trowel`
  }, [title])
  return (
    <div className={fill ? `${classes['page']} ${classes['fill']}` : classes['page']}>
      <header className={classes['header']} data-held={held || undefined}>
        <div className={classes['name']}>
          <Title order={1} id="page-title">
            {heading ?? title}
          </Title>
          {note && (
            <Text size="sm" c="dimmed" component="div">
              {note}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" className={classes['actions']}>
            {actions}
          </Group>
        )}
      </header>
      <div className={classes['content']}>{children}</div>
    </div>
  )
}
