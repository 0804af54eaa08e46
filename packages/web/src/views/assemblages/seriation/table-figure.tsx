import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../../core/application.js'
import type { Table } from './curves.js'
import { Drawn } from './drawn.js'
import type { Line, Ordered } from './ordered.js'
import classes from './seriation.module.css'
import { Tip } from './tip.js'

interface Cell {
  readonly row: number
  readonly column: number
  /** Reached by the keyboard: then it is said, and scrolled to. */
  readonly byKeys: boolean
  /** Of what is seen of the drawing: then the words stand on the other side. */
  readonly isLow: boolean
  readonly isRight: boolean
}

/** Curves or squares with the names of rows and columns, which stay in sight; each cell tells its number. */
export function TableFigure({
  ordered: { rows, columns },
  table: { head, body, nameWidth, rowHeight, columns: places },
  label,
  unitTable,
  tellCell,
}: {
  ordered: Ordered
  table: Table
  label: string
  /** The table whose records the rows are. */
  unitTable: string | null
  tellCell: (row: Line, column: Line) => string
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const hint = useId()
  const area = useRef<HTMLDivElement>(null)
  const [cell, setCell] = useState<Cell>()
  const row = cell && rows[cell.row]
  const column = cell && columns[cell.column]
  const place = cell && places[cell.column]
  const show = (at: number, column: number, byKeys: boolean) => {
    const { scrollTop = 0, scrollLeft = 0, clientHeight = 0, clientWidth = 0 } = area.current ?? {}
    const left = nameWidth + (places[column]?.left ?? 0) - scrollLeft
    setCell({
      row: at,
      column,
      byKeys,
      isLow: head.height + at * rowHeight - scrollTop > clientHeight / 2,
      isRight: left > clientWidth / 2,
    })
  }
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - left
    const at = Math.floor((event.clientY - top) / rowHeight)
    const under = places.findIndex((one) => x >= one.left - 8 && x < one.left + one.width + 8)
    if (rows[at] && under >= 0) show(at, under, false)
    else setCell(undefined)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) {
      const next = (at: number, by: number, count: number) => Math.min(Math.max(at + by, 0), count - 1)
      show(
        cell ? next(cell.row, step[0], rows.length) : 0,
        cell ? next(cell.column, step[1], columns.length) : 0,
        true,
      )
    } else if (event.key === 'Enter' && row?.record !== undefined && unitTable) {
      const params = { app, table: unitTable, id: String(row.record) }
      void navigate({ to: '/app/$app/record/$table/$id', params })
    } else if (event.key === 'Escape' && cell) setCell(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={area}
      className={classes['scroll']}
      role="group"
      aria-label={label}
      aria-describedby={hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are walked by the keyboard
      tabIndex={0}
      onKeyDown={press}
      onBlur={() => setCell(undefined)}
    >
      <p id={hint} className="visually-hidden">
        {t('seriation.hint')}
      </p>
      <p className="visually-hidden" aria-live="polite">
        {cell?.byKeys && row && column ? tellCell(row, column) : ''}
      </p>
      <div className={classes['table']} style={{ gridTemplateColumns: `${nameWidth}px ${body.width}px` }}>
        <div className={classes['corner']} />
        <div className={classes['head']}>
          <Drawn drawing={head} />
        </div>
        <ol className={classes['names']}>
          {rows.map((one, k) => (
            <li key={one.key} style={{ height: rowHeight }} data-pointed={k === cell?.row || undefined}>
              {one.record !== undefined && unitTable ? (
                <Link
                  to="/app/$app/record/$table/$id"
                  params={{ app, table: unitTable, id: String(one.record) }}
                  className="reference"
                  tabIndex={-1}
                  preload={false}
                  title={one.name}
                >
                  {one.name}
                </Link>
              ) : (
                <span title={one.name}>{one.name}</span>
              )}
            </li>
          ))}
        </ol>
        <div
          className={classes['body']}
          style={{ height: body.height }}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setCell(undefined)}
        >
          <Drawn drawing={body} />
          {cell && row && column && place && (
            <Tip
              key={`${cell.row} ${cell.column}`}
              text={tellCell(row, column)}
              box={{
                left: place.left - 4,
                top: cell.row * rowHeight,
                width: place.width + 8,
                height: rowHeight,
              }}
              isAbove={cell.isLow}
              isLeft={cell.isRight}
              isScrolledTo={cell.byKeys}
              hidden={{ top: head.height, left: nameWidth }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
}
