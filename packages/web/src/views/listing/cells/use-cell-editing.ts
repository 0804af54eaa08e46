import { useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { maxRecordsOfCells } from '@trowel/contract/cell-edit.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Value } from '../../../components/fields/value.js'
import { showProblem } from '../../../components/notices.js'
import { recordQueries } from '../../../queries/records.js'
import type { Column } from '../columns.js'
import { lineAfter, partsBetween } from '../groups/lines.js'
import type { Rows } from '../use-rows.js'
import type { NewCell } from './cell-drafts.js'
import type { Ending } from './cell-editor.js'
import { type Cell, type Extent, extentOf } from './cell-range.js'
import { copiedText, type Found, textOf } from './cell-text.js'
import { valueOfText } from './cell-values.js'
import { clipboardText, readClipboardText } from './clipboard-text.js'
import { cellAt, type useCellRange } from './use-cell-range.js'

/** The cell in which somebody types. */
export interface Editing {
  readonly id: number
  readonly field: FieldSchema
  readonly cell: Cell
  readonly value: Value
  readonly valueLabel: string | undefined
  /** What stood there when the typing began. */
  readonly before: Value
}

interface Grid {
  readonly app: string
  readonly table: string
  readonly columns: readonly Column[]
  readonly rows: Pick<Rows, 'lines' | 'at' | 'load'>
  /** May this person write into cells at all? */
  readonly isEditable: boolean
  readonly cells: Pick<ReturnType<typeof useCellRange>, 'range' | 'goTo'>
  readonly write: (cells: readonly NewCell[]) => void
}

/** So many rows are copied at once; more of them are a file. */
const maxCopied = 5000

/** Typing into cells, emptying, copying, pasting and filling them. */
export function useCellEditing({ app, table, columns, rows, isEditable, cells, write }: Grid) {
  const { lines, at, load } = rows
  const { t, i18n } = useTranslation()
  const { range, goTo } = cells
  const form = recordQueries.form(app, table)
  // Fetched when a hand comes near, so that typing can begin with the click.
  const [isNear, setNear] = useState(false)
  const { data } = useQuery({ ...form, enabled: isEditable && isNear })
  const [editing, setEditing] = useState<Editing>()
  const current = useRef(editing)
  useEffect(() => {
    current.current = editing
  })
  const edit = (next: Editing | undefined) => {
    current.current = next
    setEditing(next)
  }

  const refuse = (sentence: string) => showProblem(new Error(sentence))
  const fieldIn = (column: Column | undefined): FieldSchema | undefined =>
    column?.isOfRecord
      ? undefined
      : data?.schema.fields.find(({ name, readonly, hide }) => name === column?.name && !readonly && !hide)

  /** The columns of a range with their fields; says why where it cannot be written into. */
  const fieldsOf = ({
    top,
    bottom,
    left,
    right,
  }: Extent): { column: Column; field: FieldSchema }[] | undefined => {
    if (bottom - top + 1 > maxRecordsOfCells)
      return void refuse(t('cells.tooManyRows', { max: maxRecordsOfCells }))
    const found: { column: Column; field: FieldSchema }[] = []
    for (const column of columns.slice(left, right + 1)) {
      const field = fieldIn(column)
      if (!field) return void refuse(t('cells.readOnly', { field: column.label }))
      found.push({ column, field })
    }
    return found
  }

  const isReady = isEditable && data !== undefined && range !== undefined

  /** Writes into a range what is told of each of its cells; the present value where it is to stay. */
  const writeRange = async (
    extent: Extent,
    told: (at: {
      row: number
      column: number
      field: FieldSchema
      found: Found
    }) => Omit<NewCell, 'id' | 'field' | 'before'>,
  ) => {
    const fields = fieldsOf(extent)
    if (!fields) return
    try {
      const loaded = await load(extent.top, extent.bottom)
      write(
        loaded.flatMap((found, row) =>
          fields.map(({ column, field }, place) => ({
            id: found.row.id,
            field: field.name,
            before: found.row[column.name] ?? null,
            ...told({ row, column: place, field, found }),
          })),
        ),
      )
    } catch (error) {
      showProblem(error)
    }
  }

  const start = (cell: Cell, isReplaced: boolean): boolean => {
    const column = columns[cell.column]
    const field = fieldIn(column)
    const found = at(cell.row)
    if (!isEditable || !field || !column || !found) return false
    const stored = found.row[column.name] ?? null
    const before = typeof stored === 'number' ? stored : stored === null ? null : String(stored)
    // What is typed into a choice looks for one, beside the present value.
    const value = isReplaced && describeFieldType(field.type).takesAnyText ? null : before
    const valueLabel = column.isLookup ? textOf(found, column) : undefined
    flushSync(() => edit({ id: found.row.id, field, cell, value, valueLabel, before }))
    return true
  }

  const end = (how: Ending, chosen?: Value) => {
    const typed = current.current
    if (!typed) return
    edit(undefined)
    const { cell, field, id, before } = typed
    const value = chosen === undefined ? typed.value : chosen
    const column = columns[cell.column]
    const found = at(cell.row)
    const isGivenUp = how === 'cancel' || how === 'unread'
    if (!isGivenUp && column && String(value ?? '') !== String(before ?? '')) {
      const isUnnamed = column.isLookup && value !== null && !found?.labels[column.name]?.[String(value)]
      const text =
        value === null
          ? ''
          : isUnnamed || !found
            ? '…'
            : copiedText({ ...found, row: { ...found.row, [column.name]: value } }, column)
      if (how === 'fill' && range) {
        const { top, bottom } = extentOf(range)
        void writeRange({ top, bottom, left: cell.column, right: cell.column }, () => ({
          value,
          isLabel: false,
          text,
        }))
      } else write([{ id, field: field.name, value, isLabel: false, text, before }])
    }
    const { row } = cell
    if (how === 'down') goTo({ row: row + 1, column: cell.column })
    else if (how === 'right') goTo({ row, column: cell.column + 1 })
    else if (how === 'left') goTo({ row, column: cell.column - 1 })
    else if (how !== 'away' && how !== 'unread') goTo(cell)
  }

  const fillDown = () => {
    if (!range) return
    const { top, bottom, left, right } = extentOf(range)
    const source = at(top)
    if (!source || top === bottom) return
    void writeRange({ top: top + 1, bottom, left, right }, ({ column }) => {
      const from = columns[left + column]
      const value = from && source.row[from.name]
      return {
        value:
          typeof value === 'number' ? value : value === null || value === undefined ? null : String(value),
        isLabel: false,
        text: from ? copiedText(source, from) : '',
      }
    })
  }

  useWindowEvent('copy', (event) => {
    if (!range || !isCellFocused()) return
    const { top, bottom, left, right } = extentOf(range)
    if (bottom - top >= maxCopied) return refuse(t('cells.tooManyCopied', { max: maxCopied }))
    event.preventDefault()
    const copied = columns.slice(left, right + 1)
    const textIn = (found: readonly Found[]) =>
      clipboardText(found.map((one) => copied.map((column) => copiedText(one, column))))
    const found = Array.from({ length: bottom - top + 1 }, (_, k) => top + k)
      .filter((row) => lines?.at(row)?.kind === 'record')
      .map(at)
    if (found.includes(undefined)) {
      void load(top, bottom)
        .then((all) => navigator.clipboard.writeText(textIn(all)))
        // Only pages of safe addresses may write there later; the rows are here by now.
        .catch(() => refuse(t('cells.copyAgain')))
      return
    }
    event.clipboardData?.setData('text/plain', textIn(found.filter((one) => one !== undefined)))
  })
  useWindowEvent('paste', (event) => {
    if (!isReady || !isCellFocused()) return
    const text = event.clipboardData?.getData('text/plain')
    if (!text) return
    event.preventDefault()
    const pasted = readClipboardText(text)
    const target = pastedInto(extentOf(range), pasted)
    const height = target.bottom - target.top + 1
    const bottom = lines && lineAfter(lines, target.top, height)
    if (target.right >= columns.length)
      return refuse(t('cells.tooWide', { wide: pasted[0]?.length ?? 0, room: columns.length - target.left }))
    if (lines === undefined || bottom === undefined) {
      const room = lines ? partsBetween(lines, target.top, lines.total - 1) : []
      const left = room.reduce((sum, { limit }) => sum + limit, 0)
      return refuse(t('cells.tooTall', { tall: pasted.length, room: left }))
    }
    const answers = { yes: t('fields.yes'), no: t('fields.no') }
    void writeRange({ ...target, bottom }, ({ row, column, field }) => {
      const line = pasted[row % pasted.length] ?? []
      const said = line[column % line.length] ?? ''
      const isLookup = columns[target.left + column]?.isLookup ?? false
      const value = isLookup ? said.trim() || null : valueOfText(field, said, i18n.language, answers)
      return { value, isLabel: isLookup && value !== null, text: said }
    })
  })

  return {
    editing,
    /** To be called when a hand or the focus comes to the grid. */
    comeNear: () => setNear(true),
    canWrite: isEditable && data !== undefined,
    change: (value: Value) => current.current && edit({ ...current.current, value }),
    end,
    start,
    /** @returns did the key mean something here? */
    onKeyDown: (event: KeyboardEvent): boolean => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const cell = cellAt(target)
      if (!cell || !isReady || (target instanceof Element && target.closest('input') !== null)) return false
      const done = () => {
        event.preventDefault()
        event.stopPropagation()
        return true
      }
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'd') {
        fillDown()
        return done()
      }
      if (ctrlKey || metaKey || altKey) return false
      if (key === 'F2') return start(cell, false) && done()
      // On the name of a record Enter opens it, and letters are those of the page.
      if (cell.column === 0) return false
      if (key === 'Delete' || key === 'Backspace') {
        void writeRange(extentOf(range), () => ({ value: null, isLabel: false, text: '' }))
        return done()
      }
      if (key === 'Enter') return start(cell, false) && done()
      if (key.length !== 1) return false
      // The key itself goes into the input that has the focus by then.
      if (start(cell, true)) event.stopPropagation()
      return true
    },
  }
}

/**
 * Is what is copied or pasted meant for cells? The focus tells: Firefox sends these events to the body, where
 * no text is marked.
 */
function isCellFocused(): boolean {
  const { activeElement } = document
  return cellAt(activeElement) !== undefined && activeElement?.closest('input, textarea') === null
}

/** The cells that a block goes into: it is repeated where the range is a multiple of it. */
function pastedInto({ top, bottom, left, right }: Extent, pasted: readonly (readonly string[])[]): Extent {
  const reach = (marked: number, given: number): number => (marked % given === 0 ? marked : given)
  const width = pasted[0]?.length ?? 1
  return {
    top,
    left,
    bottom: top + reach(bottom - top + 1, pasted.length) - 1,
    right: left + reach(right - left + 1, width) - 1,
  }
}
