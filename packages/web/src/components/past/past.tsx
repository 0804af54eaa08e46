import { Box, Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPartWithMessages } from '../../core/lazy-part.js'
import { type PastOf, useAsOf } from '../../core/past.js'
import { Icon } from '../icon.js'

const PastBar = lazyPartWithMessages(() => import('./past-bar.js'))

/** The way to earlier states of what a view shows, and the bar that says which one it is. */
export function usePast(of: PastOf | undefined) {
  const { t } = useTranslation()
  const isPast = useAsOf() !== undefined
  const [isOpen, setOpen] = useState(false)
  if (!of) return {}
  return {
    button: !isPast && (
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="history" size={14} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('past.open')}
      </Button>
    ),
    bar: (isPast || isOpen) && (
      // As high as the bar will be, on a phone and beside it.
      <Suspense fallback={<Box h={{ base: 184, sm: 135 }} mb="md" />}>
        <PastBar of={of} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
