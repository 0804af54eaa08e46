import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { recordQueries } from '../../queries/records.js'
import { type CellRange, extentOf } from './cells/cell-range.js'
import type { Column } from './columns.js'
import { type Lines, partsBetween } from './groups/lines.js'
import classes from './record-grid.module.css'

/** The hand is still on its way for so long, in milliseconds. */
const rest = 150
/** Over more groups than these nothing is told. */
const maxParts = 20

/** What the marked cells come to, as spreadsheet programs tell it. */
export function MarkedTotals({
  app,
  table,
  lines,
  listings,
  columns,
  range,
}: {
  app: string
  table: string
  lines: Lines
  /** By stretch of the list. */
  listings: readonly { readonly listing: Listing }[]
  columns: readonly Column[]
  range: CellRange | undefined
}) {
  const { t, i18n } = useTranslation()
  const [marked] = useDebouncedValue(range, rest)
  const extent = marked && extentOf(marked)
  const isBlock = extent !== undefined && (extent.top < extent.bottom || extent.left < extent.right)
  const parts = isBlock ? partsBetween(lines, extent.top, extent.bottom) : []
  const chosen = isBlock ? columns.slice(extent.left, extent.right + 1) : []
  const totals = chosen.flatMap(({ name, isNumber }) =>
    isNumber ? [`${name}:COUNT`, `${name}:SUM`, `${name}:MIN`, `${name}:MAX`] : [`${name}:COUNT`],
  )
  const answers = useQueries({
    queries: (parts.length <= maxParts ? parts : []).map(({ stretch, offset, limit }) => {
      const { columns: _columns, ...listing } = listings[stretch]?.listing ?? {}
      return recordQueries.totals(app, table, { ...listing, totals, offset, limit })
    }),
    combine: (found) => found.map(({ data }) => data?.totals),
  })
  if (answers.length === 0 || answers.includes(undefined)) return null

  const valuesOf = (names: readonly Column[], aggregate: 'COUNT' | 'SUM' | 'MIN' | 'MAX') =>
    answers
      .flatMap((found) => names.map(({ name }) => found?.[name]?.[aggregate]))
      .filter((value) => typeof value === 'number')
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const number = (value: number) => value.toLocaleString(i18n.language, { maximumFractionDigits: 3 })
  const numbers = chosen.filter(({ isNumber }) => isNumber)
  const count = sumOf(valuesOf(numbers, 'COUNT'))
  const sum = sumOf(valuesOf(numbers, 'SUM'))
  const said = [
    `${t('totals.COUNT')} ${number(sumOf(valuesOf(chosen, 'COUNT')))}`,
    ...(count > 0
      ? [
          `${t('totals.SUM')} ${number(sum)}`,
          `${t('totals.AVG')} ${number(sum / count)}`,
          `${t('totals.MIN')} ${number(Math.min(...valuesOf(numbers, 'MIN')))}`,
          `${t('totals.MAX')} ${number(Math.max(...valuesOf(numbers, 'MAX')))}`,
        ]
      : []),
  ]
  return (
    <output className={classes['marked']} aria-label={t('totals.ofMarked')}>
      {said.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </output>
  )
}
