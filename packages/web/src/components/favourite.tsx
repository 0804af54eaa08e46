import { ActionIcon } from '@mantine/core'
import type { Thing } from '@trowel/contract/preferences.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../core/application.js'
import { useKept } from '../core/preferences.js'
import classes from './favourite.module.css'
import { Icon, TableMark } from './icon.js'

/** The drawing of the table that a view is about, or that its record belongs to. */
export function ThingMark({ thing }: { thing: Thing }) {
  const { table } = useApplication()
  if (!('tb' in thing)) return null
  const of = table(thing.tb)
  return of?.icon ? <TableMark table={of} size={24} /> : null
}

/** Puts a thing among the favourites of the menu, or takes it away. */
export function Favourite({ thing }: { thing: Thing }) {
  const { t } = useTranslation()
  const { isKept, toggle } = useKept('favourites', thing)
  const label = t('shell.favourite', { name: thing.label })
  return (
    <ActionIcon
      variant="subtle"
      color={isKept ? 'clay' : 'gray'}
      className={classes['button'] ?? ''}
      aria-label={label}
      title={label}
      aria-pressed={isKept}
      onClick={toggle}
    >
      <Icon name="star" size={18} style={isKept ? { fill: 'currentColor' } : {}} />
    </ActionIcon>
  )
}
