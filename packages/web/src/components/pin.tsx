import { ActionIcon } from '@mantine/core'
import type { Thing } from '@trowel/contract/preferences.js'
import { useTranslation } from 'react-i18next'
import { useKept } from '../core/preferences.js'
import { Icon } from './icon.js'

/** Shows a saved search or a chart on this person's home page, or no longer. */
export function Pin({ thing }: { thing: Thing }) {
  const { t } = useTranslation()
  const { isKept, toggle } = useKept('pins', thing)
  const label = t('states.pin', { name: thing.label })
  return (
    <ActionIcon
      size="lg"
      variant="subtle"
      color={isKept ? 'clay' : 'gray'}
      aria-label={label}
      title={label}
      aria-pressed={isKept}
      onClick={toggle}
    >
      <Icon name="pushpin" size={17} style={isKept ? { fill: 'currentColor' } : {}} />
    </ActionIcon>
  )
}
