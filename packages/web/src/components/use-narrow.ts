import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { usePrinting } from '../core/printing.js'

/** Is it a phone, a tablet, or a window as narrow as these? Then the menu is folded away, too. */
export function useNarrow(): boolean {
  const isNarrow = useMediaQuery('screen and (max-width: 62em)', false, { getInitialValueInEffect: false })
  const isPrinting = usePrinting()
  // On paper stands the view that was in the window.
  const seen = useRef(isNarrow)
  if (!isPrinting) seen.current = isNarrow
  return seen.current
}
