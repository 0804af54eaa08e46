import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measured } from './geodesic.js'

interface Unit {
  /** From how many metres or square metres it is used. */
  readonly from: number
  readonly sign: string
  readonly decimals: number
}

/** Centimetres are what a trench is drawn in. */
const lengths: readonly Unit[] = [
  { from: 1000, sign: 'km', decimals: 3 },
  { from: 0, sign: 'm', decimals: 2 },
]
const areas: readonly Unit[] = [
  { from: 1_000_000, sign: 'km²', decimals: 3 },
  { from: 10_000, sign: 'ha', decimals: 4 },
  { from: 0, sign: 'm²', decimals: 2 },
]
const metresIn: Readonly<Record<string, number>> = { km: 1000, 'km²': 1_000_000, ha: 10_000 }

const withUnit = (value: number, units: readonly Unit[], language: string): string => {
  const { sign, decimals } = units.find(({ from }) => value >= from) ?? { sign: '', decimals: 2 }
  const number = (value / (metresIn[sign] ?? 1)).toLocaleString(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${number} ${sign}`
}

export const lengthText = (metres: number, language: string): string => withUnit(metres, lengths, language)
export const areaText = (squareMetres: number, language: string): string =>
  withUnit(squareMetres, areas, language)

/** What was measured, as lines of a list. */
export function useMeasureWords(): (measured: Measured) => readonly (readonly [string, string])[] {
  const { t, i18n } = useTranslation()
  return useCallback(
    (measured) =>
      measured.kind === 'line'
        ? [[t('map.length'), lengthText(measured.length, i18n.language)]]
        : [
            [t('map.area'), areaText(measured.area, i18n.language)],
            [t('map.perimeter'), lengthText(measured.perimeter, i18n.language)],
          ],
    [t, i18n.language],
  )
}
