import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { usePrinting } from '../core/printing.js'

/** Is it a phone, a tablet, or a window as narrow as these? Then the menu is folded away, too. */
export const useNarrow = (): boolean => useWindowQuery('screen and (max-width: 62em)')

/** Is the window so? On paper stands the view that was in the window, however wide the paper is. */
export function useWindowQuery(query: string): boolean {
  const isSo = useMediaQuery(query, false, { getInitialValueInEffect: false })
  const isPrinting = usePrinting()
  const seen = useRef(isSo)
  if (!isPrinting) seen.current = isSo
  return seen.current
}
