import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** From a burial to a landscape. */
export const usualScales = [
  20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 25_000, 100_000, 250_000, 1_000_000,
] as const

/** A scale as people write it: `1:500`. */
export function useScaleText(): (scale: number) => string {
  const { i18n } = useTranslation()
  return useCallback(
    (scale) => `1:${scale.toLocaleString(i18n.language, { useGrouping: 'min2' })}`,
    [i18n.language],
  )
}
