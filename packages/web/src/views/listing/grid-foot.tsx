import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import type { Aggregate } from '@trowel/contract/model/aggregates.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { recordQueries } from '../../queries/records.js'
import { ColumnButton } from './column-button.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import { askedTotals, offeredTotals, totalName, totalText } from './totals.js'

type Totals = Readonly<Record<string, Aggregate>>

/** What the columns come to over all records of the list; each column tells what a user chose for it. */
export function GridFoot({
  app,
  table,
  listing,
  columns,
  frozen,
  rowIndex,
  totals,
  onChoose,
}: {
  app: string
  table: string
  listing: Listing
  columns: readonly Column[]
  frozen: number
  /** Which row of the grid it is, from 1. */
  rowIndex: number
  totals: Totals
  onChoose: (totals: Totals) => void
}) {
  const { t, i18n } = useTranslation()
  const asked = askedTotals(totals)
  const { columns: _columns, ...selection } = listing
  const { data } = useQuery({
    ...recordQueries.totals(app, table, { ...selection, totals: asked }),
    enabled: asked.length > 0,
  })
  const choose = (column: Column, aggregate: Aggregate | undefined) => {
    const { [column.name]: _before, ...others } = totals
    onChoose(aggregate ? { ...others, [column.name]: aggregate } : others)
  }
  return (
    <div role="row" aria-rowindex={rowIndex} className={classes['foot']} tabIndex={-1}>
      <div role="gridcell" tabIndex={-1} className={`${classes['cell']} ${classes['mark']}`} />
      {columns.map((column, place) => {
        const aggregate = totals[column.name]
        const value = aggregate && data?.totals[column.name]?.[aggregate]
        const name = aggregate && totalName(t, aggregate)
        const text = aggregate && data ? totalText(i18n.language, column, aggregate, value) : '…'
        return (
          <div
            key={column.name}
            role="gridcell"
            tabIndex={-1}
            className={classes['cell']}
            data-frozen={place < frozen || undefined}
            data-edge={place === frozen - 1 || undefined}
            data-number={column.isNumber || undefined}
            style={place < frozen ? { left: `var(--left-${place})` } : undefined}
          >
            <ColumnButton
              label={
                name === undefined
                  ? t('totals.choose', { column: column.label })
                  : t('totals.chosen', { column: column.label, total: `${name} ${text}` })
              }
              className={classes['total']}
              face={
                name === undefined ? (
                  <span className={classes['noTotal']}>{t('totals.total')}</span>
                ) : (
                  <>
                    <span className={classes['totalName']}>{name}</span>{' '}
                    <span className={classes['text']}>{text}</span>
                  </>
                )
              }
            >
              {() => (
                <>
                  <Menu.Label>{column.label}</Menu.Label>
                  {offeredTotals(column).map((one) => (
                    <Menu.Item
                      key={one}
                      rightSection={one === aggregate && <Icon name="check" size={15} />}
                      onClick={() => choose(column, one)}
                    >
                      {totalName(t, one)}
                    </Menu.Item>
                  ))}
                  {aggregate && (
                    <>
                      <Menu.Divider />
                      <Menu.Item onClick={() => choose(column, undefined)}>{t('totals.nothing')}</Menu.Item>
                    </>
                  )}
                </>
              )}
            </ColumnButton>
          </div>
        )
      })}
    </div>
  )
}
