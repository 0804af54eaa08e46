import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { Side } from '../../components/stratigraphy/relation-sides.js'
import classes from './matrix.module.css'
import type { Sequence } from './sequence.js'
import type { Layout, Unit } from './use-layout.js'

const rowHeight = 34

/**
 * The matrix as a list from the latest to the earliest unit; each unfolds to what is above, beside and below
 * it.
 */
export function MatrixList({
  name,
  layout,
  sequence,
  chosen,
  kindLabel,
  kindOf,
  onUnit,
}: {
  name: string
  layout: Layout
  sequence: Sequence
  /** Id of the chosen unit. */
  chosen: number | undefined
  /** The field that colours tell. */
  kindLabel: string | undefined
  kindOf: (unit: number) => string | undefined
  onUnit: (id: number) => void
}) {
  const { t } = useTranslation()
  const scroll = useRef<HTMLDivElement>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(
    () => new Set(chosen === undefined ? [] : [chosen]),
  )
  const rows = useMemo(() => treeRows(layout, sequence, unfolded), [layout, sequence, unfolded])
  const [active, setActive] = useState(0)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 16,
    scrollPaddingStart: 40,
  })
  const chosenRow = rows.findIndex((row) => !isChild(row) && row.unit.db_id === chosen)
  const came = useRef(chosenRow)
  useEffect(() => {
    if (came.current < 0) return
    virtual.scrollToIndex(came.current, { align: 'center' })
    setActive(came.current)
    came.current = -1
  }, [virtual])

  const fold = (row: TreeRow, open: boolean) => {
    if (isChild(row)) return
    const next = new Set(unfolded)
    if (open) next.add(row.unit.db_id)
    else next.delete(row.unit.db_id)
    setUnfolded(next)
  }
  const focus = (place: number) => {
    const next = Math.min(Math.max(place, 0), rows.length - 1)
    setActive(next)
    virtual.scrollToIndex(next)
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        scroll.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true }),
      ),
    )
  }
  const press = (event: KeyboardEvent) => {
    const row = rows[active]
    if (!row) return
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 15,
      PageUp: active - 15,
      Home: 0,
      End: rows.length - 1,
    }
    const next = steps[event.key]
    if (next !== undefined) focus(next)
    else if (event.key === 'ArrowRight') fold(row, true)
    else if (event.key === 'ArrowLeft' && isChild(row))
      focus(rows.findIndex((one) => !isChild(one) && one.unit === row.parent))
    else if (event.key === 'ArrowLeft') fold(row, false)
    else if (event.key === 'Enter') onUnit(row.unit.db_id)
    else return
    event.preventDefault()
  }
  return (
    <div className={classes['list']} ref={scroll}>
      <div
        role="treegrid"
        aria-label={name}
        aria-rowcount={rows.length + 1}
        className={classes['tree']}
        onKeyDown={press}
        tabIndex={-1}
      >
        <div role="row" aria-rowindex={1} className={classes['headRow']} tabIndex={-1}>
          {[t('matrix.unit'), t('matrix.level'), t('matrix.above'), t('matrix.below'), kindLabel ?? ''].map(
            (title) => (
              <div key={title} role="columnheader" className={classes['cell']} tabIndex={-1}>
                {title}
              </div>
            ),
          )}
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const child = isChild(row)
            const open = !child && unfolded.has(row.unit.db_id)
            const canOpen = !child && row.above + row.below + row.beside > 0
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys of all its rows
              <div
                key={index}
                role="row"
                data-index={index}
                data-child={child || undefined}
                aria-rowindex={index + 2}
                aria-level={child ? 2 : 1}
                aria-selected={!child && row.unit.db_id === chosen}
                {...(canOpen && { 'aria-expanded': open })}
                tabIndex={index === active ? 0 : -1}
                className={classes['row']}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setActive(index)}
                onClick={() => onUnit(row.unit.db_id)}
              >
                <div role="gridcell" className={classes['cell']} tabIndex={-1}>
                  {canOpen && (
                    <button
                      type="button"
                      tabIndex={-1}
                      className={classes['twist']}
                      aria-label={t(open ? 'matrix.fold' : 'matrix.unfold', { name: row.unit.identifier })}
                      onClick={(event) => {
                        event.stopPropagation()
                        fold(row, !open)
                      }}
                    >
                      <Icon name={open ? 'down' : 'right'} size={13} />
                    </button>
                  )}
                  {child ? `${t(`matrix.${row.side}`)}: ${row.unit.identifier}` : row.unit.identifier}
                </div>
                <div role="gridcell" className={classes['cell']} tabIndex={-1}>
                  {!child && (row.level ?? t('matrix.alone'))}
                </div>
                <div role="gridcell" className={classes['cell']} tabIndex={-1}>
                  {!child && row.above}
                </div>
                <div role="gridcell" className={classes['cell']} tabIndex={-1}>
                  {!child && row.below}
                </div>
                <div role="gridcell" className={classes['cell']} tabIndex={-1}>
                  {kindOf(row.unit.db_id) ?? ''}
                </div>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** A unit in the list, or a unit above, beside or below one that is unfolded. */
type TreeRow =
  | {
      readonly unit: Unit
      readonly level: number | undefined
      readonly above: number
      readonly below: number
      readonly beside: number
    }
  | { readonly unit: Unit; readonly parent: Unit; readonly side: Side }

const isChild = (row: TreeRow): row is Extract<TreeRow, { side: Side }> => 'side' in row

/**
 * All units from the latest to the earliest, isolated ones last; those that are unfolded with their
 * neighbours.
 */
function treeRows(layout: Layout, sequence: Sequence, unfolded: ReadonlySet<number>): TreeRow[] {
  const places = layout.boxes.map((_, place) => place)
  const level = (place: number) => sequence.levelOf(place) ?? Number.POSITIVE_INFINITY
  places.sort((a, b) => level(a) - level(b) || (layout.boxes[a]?.x ?? 0) - (layout.boxes[b]?.x ?? 0))
  return places.flatMap((place) => {
    const units = layout.boxes[place]?.units ?? []
    const own = sequence.levelOf(place)
    const unitsOf = (boxes: readonly number[] | undefined) =>
      (boxes ?? []).flatMap((box) => layout.boxes[box]?.units ?? [])
    const above = unitsOf(sequence.newer[place])
    const below = unitsOf(sequence.older[place])
    return units.flatMap((unit): TreeRow[] => {
      const beside = units.filter((one) => one !== unit)
      const row = { unit, level: own, above: above.length, below: below.length, beside: beside.length }
      if (!unfolded.has(unit.db_id)) return [row]
      const child = (side: Side) => (one: Unit) => ({ unit: one, parent: unit, side })
      return [row, ...above.map(child('above')), ...beside.map(child('beside')), ...below.map(child('below'))]
    })
  })
}
