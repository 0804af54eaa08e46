import { Button, Group, SegmentedControl, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AnalysisData } from '@trowel/contract/assemblages.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { csvText } from '../../components/csv-text.js'
import { Icon } from '../../components/icon.js'
import { saveBlob } from '../../components/save-file.js'
import { Empty } from '../../components/states.js'
import { ToolLine } from '../../components/tool-line.js'
import { useApplication } from '../../core/application.js'
import classes from './pivot-table.module.css'

/** Kinds in columns, groups in rows, a number in each cell. */
export function PivotTable({ data, name }: { data: AnalysisData; name: string }) {
  const { t, i18n } = useTranslation()
  const { app, table } = useApplication()
  const [share, setShare] = useState<Share>('numbers')
  const [shaded, setShaded] = useState(true)
  const pivot = useMemo(() => pivotOf(data), [data])
  if (pivot.rows.length === 0) return <Empty icon="assemblage" title={t('assemblages.nothing')} />
  const isLinked = data.group_field === 'id' && table(data.group_tb) !== undefined
  const nameOf = (value: string) => value || t('charts.noValue')
  const rowName = (row: string) => (isLinked ? data.group_labels[row] || row : nameOf(row))
  const formatted = (number: number | undefined, part: number | undefined) =>
    number === undefined
      ? ''
      : share === 'numbers'
        ? number.toLocaleString(i18n.language)
        : (part ?? 0).toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const totalOf = (number: number | undefined, isWhole: boolean) =>
    formatted(number, isWhole ? 1 : pivot.total ? (number ?? 0) / pivot.total : 0)
  const save = () =>
    saveBlob(
      csvText([
        [name, ...pivot.columns.map(nameOf), t('assemblages.total')],
        ...pivot.rows.map((row) => [
          rowName(row),
          ...pivot.columns.map((column) => pivot.number(row, column) ?? null),
          pivot.rowTotals.get(row) ?? null,
        ]),
        [
          t('assemblages.total'),
          ...pivot.columns.map((column) => pivot.columnTotals.get(column) ?? null),
          pivot.total,
        ],
      ]),
      `${name}.csv`,
    )
  return (
    <div>
      <div className={classes['tools']}>
        <ToolLine>
          <SegmentedControl
            size="xs"
            data={shares.map((one) => ({ value: one, label: t(`assemblages.shares.${one}`) }))}
            value={share}
            onChange={setShare}
          />
          <Group gap="md" ml="auto" wrap="nowrap">
            <Switch
              size="xs"
              label={t('assemblages.shaded')}
              checked={shaded}
              onChange={(event) => setShaded(event.currentTarget.checked)}
            />
            <Button size="xs" variant="default" leftSection={<Icon name="export" size={14} />} onClick={save}>
              CSV
            </Button>
          </Group>
        </ToolLine>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <section className={classes['scroll']} aria-label={name} tabIndex={0}>
        <table className={classes['pivot']}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('assemblages.rows')}</span>
              </th>
              {pivot.columns.map((column) => (
                <th key={column} scope="col">
                  {nameOf(column)}
                </th>
              ))}
              <th scope="col">{t('assemblages.total')}</th>
            </tr>
          </thead>
          <tbody>
            {pivot.rows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  {isLinked && row !== '' ? (
                    <Link
                      to="/app/$app/record/$table/$id"
                      params={{ app, table: data.group_tb, id: row }}
                      className="reference"
                    >
                      {rowName(row)}
                    </Link>
                  ) : (
                    rowName(row)
                  )}
                  {!isLinked && data.group_labels[row] && data.group_labels[row] !== row && (
                    <span className={classes['also']}>{data.group_labels[row]}</span>
                  )}
                </th>
                {pivot.columns.map((column) => {
                  const number = pivot.number(row, column)
                  const part = shareOf(pivot, share, row, column)
                  return (
                    <td key={column}>
                      {shaded && part !== undefined && (
                        <span
                          className={classes['shade']}
                          style={{ opacity: 0.04 + Math.sqrt(part) * 0.36 }}
                        />
                      )}
                      <span className={classes['number']}>{formatted(number, part)}</span>
                    </td>
                  )
                })}
                <td>{totalOf(pivot.rowTotals.get(row), share === 'ofRow')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('assemblages.total')}</th>
              {pivot.columns.map((column) => (
                <td key={column}>{totalOf(pivot.columnTotals.get(column), share === 'ofColumn')}</td>
              ))}
              <td>{totalOf(pivot.total, true)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

/** What stands in the cells: the numbers, or their part of the row, of the column, of everything. */
const shares = ['numbers', 'ofRow', 'ofColumn', 'ofAll'] as const
type Share = (typeof shares)[number]

/**
 * An analysis with its totals. Totals of different values are sums too: a value that stands in two cells
 * counts twice.
 */
interface Pivot {
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  /** `undefined` where nothing was found. */
  number(row: string, column: string): number | undefined
  readonly rowTotals: ReadonlyMap<string, number>
  readonly columnTotals: ReadonlyMap<string, number>
  readonly total: number
  readonly highest: number
}

function pivotOf({ chars, groups, data }: Pick<AnalysisData, 'chars' | 'groups' | 'data'>): Pivot {
  const number = (row: string, column: string): number | undefined => data[row]?.[column]
  const sum = (numbers: readonly (number | undefined)[]) =>
    exact(numbers.reduce<number>((total, one) => total + (one ?? 0), 0))
  const rowTotals = new Map(groups.map((row) => [row, sum(chars.map((column) => number(row, column)))]))
  const columnTotals = new Map(chars.map((column) => [column, sum(groups.map((row) => number(row, column)))]))
  const highest = groups.reduce(
    (max, row) => chars.reduce((now, column) => Math.max(now, number(row, column) ?? 0), max),
    0,
  )
  return {
    columns: chars,
    rows: groups,
    number,
    rowTotals,
    columnTotals,
    total: sum([...rowTotals.values()]),
    highest,
  }
}

/** A cell as a part of something, 0 to 1; `undefined` for a cell without a number. */
function shareOf(pivot: Pivot, share: Share, row: string, column: string): number | undefined {
  const number = pivot.number(row, column)
  if (number === undefined) return undefined
  const whole =
    share === 'ofRow'
      ? pivot.rowTotals.get(row)
      : share === 'ofColumn'
        ? pivot.columnTotals.get(column)
        : share === 'ofAll'
          ? pivot.total
          : pivot.highest
  return whole ? number / whole : 0
}

/** Sums of decimals without the dust of binary fractions. */
const exact = (number: number): number => Number(number.toPrecision(14))
