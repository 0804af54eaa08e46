import { ActionIcon, Code } from '@mantine/core'
import type { Filter } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import classes from './filter-builder.module.css'

/** A condition that rows cannot show, as it is written. */
export function OpaqueRow({ filter, onRemove }: { filter: Filter; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <li className={classes['row']}>
      <span className={classes['opaque']}>
        {t('filter.opaque')} <Code>{JSON.stringify(filter)}</Code>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('filter.remove', { field: t('filter.opaque') })}
        onClick={onRemove}
      >
        <Icon name="close" size={15} />
      </ActionIcon>
    </li>
  )
}
