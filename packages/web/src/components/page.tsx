import { Group, Text, Title } from '@mantine/core'
import type { Thing } from '@trowel/contract/preferences.js'
import { type ReactNode, useEffect } from 'react'
import type { PastOf } from '../core/past.js'
import { Favourite, ThingMark } from './favourite.js'
import classes from './page.module.css'
import { usePast } from './past/past.js'

/**
 * The frame of a view: its name, what can be done, and what it shows. `fill` gives the content all the height
 * that is left, for views that scroll inside, such as lists and drawings. `held` keeps the name and the
 * actions visible, for long forms. `past` offers earlier states of what is shown, `thing` keeps it among the
 * favourites.
 */
export function Page({
  title,
  heading,
  note,
  actions,
  fill = false,
  held = false,
  past: of,
  thing,
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
  past?: PastOf | undefined
  thing?: Thing | undefined
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Trowel`
  }, [title])
  const past = usePast(of)
  return (
    <div className={fill ? `${classes['page']} ${classes['fill']}` : classes['page']}>
      <header className={classes['header']} data-held={held || undefined}>
        <div className={classes['name']}>
          <div className={classes['heading']}>
            {thing && <ThingMark thing={thing} />}
            <Title order={1} id="page-title">
              {heading ?? title}
            </Title>
            {thing && <Favourite thing={thing} />}
          </div>
          {(note || past.button) && (
            <Text size="sm" c="dimmed" component="div" className={classes['note']}>
              {note}
              {past.button}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" className={classes['actions']}>
            {actions}
          </Group>
        )}
      </header>
      {past.bar}
      <div className={classes['content']}>{children}</div>
    </div>
  )
}
