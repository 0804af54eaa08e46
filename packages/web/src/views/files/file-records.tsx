import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedFile } from '@trowel/contract/files.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import classes from './files.module.css'

/** The records that a file belongs to, as links. `most`: so many, the others are counted. */
export function FileRecords({ file, max = 40 }: { file: ListedFile; max?: number }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const { links } = file
  if (links.length === 0)
    return (
      <Text component="span" size="xs" c="dimmed">
        {t('files.noRecord')}
      </Text>
    )
  return (
    <span className={classes['records']}>
      {links.slice(0, max).map((link) => (
        <Link
          key={link.link_id}
          to="/app/$app/record/$table/$id"
          params={{ app, table: link.tb, id: String(link.record_id) }}
          className={classes['record']}
        >
          {table(link.tb)?.label} {link.label}
        </Link>
      ))}
      {links.length > max && (
        <Text component="span" size="xs" c="dimmed">
          {t('files.andMore', { count: links.length - max })}
        </Text>
      )}
    </span>
  )
}
