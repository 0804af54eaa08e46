import { useMediaQuery } from '@mantine/hooks'

/** Is it a phone, a tablet, or a window as narrow as these? Then the menu is folded away, too. */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
