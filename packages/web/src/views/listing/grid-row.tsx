import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { readWebAddress } from '@trowel/contract/web-address.js'
import type { TFunction } from 'i18next'
import { memo, type ReactNode } from 'react'
import { addressText } from '../../components/fields/address-text.js'
import { Icon } from '../../components/icon.js'
import type { Draft } from './cells/cell-drafts.js'
import type { RowMarks } from './cells/cell-range.js'
import { type Found, textOf } from './cells/cell-text.js'
import type { Column } from './columns.js'
import classes from './record-grid.module.css'
import type { Labels, Row } from './use-pages.js'

interface Props {
  readonly t: TFunction
  /** Its place in the grid, from 0. */
  readonly index: number
  /** Where it stands, in pixels from the top. */
  readonly start: number
  readonly columns: readonly Column[]
  /** Missing while it is on its way. */
  readonly row: Row | undefined
  readonly labels: Labels | undefined
  readonly isSelected: boolean
  /** The columns of the row that are marked. */
  readonly marks: RowMarks | undefined
  /** What was written into its cells and is not in the list yet, by field. */
  readonly drafts: ReadonlyMap<string, Draft> | undefined
  /** The input in the cell in which somebody types, and its column. */
  readonly editor: ReactNode
  readonly editedColumn: number | undefined
  /** So many columns stay in sight while the others are scrolled. */
  readonly frozen: number
  /** Where the record at a place of the grid is read. */
  readonly addressOf: (id: number, place: number) => string
  /** @param reach everything between this one and the one that was chosen before */
  readonly onToggle: (index: number, id: number, reach: boolean) => void
}

/** One record of the grid; drawn again only when something about it is different. */
export const GridRow = memo(function GridRow(props: Props) {
  const { t, index, start, columns, row, labels, isSelected, marks, drafts, editor, editedColumn } = props
  const { frozen, addressOf, onToggle } = props
  const found = row && labels ? { row, labels } : undefined
  const [lead] = columns
  const name = found && lead ? textOf(found, lead) : ''
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      className={classes['row']}
      style={{ transform: `translateY(${start}px)` }}
    >
      <div role="gridcell" className={`${classes['cell']} ${classes['mark']}`} tabIndex={-1}>
        {found && (
          <label className={classes['hit']}>
            <input
              type="checkbox"
              tabIndex={-1}
              className={classes['check']}
              aria-label={t('grid.select', { name: lead ? name : found.row.id })}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onToggle(index, found.row.id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
              }
            />
          </label>
        )}
      </div>
      {/* Rows that fly past while a user scrolls far hold as little as can be. */}
      {(found ? columns : columns.slice(0, 4)).map((column, place) => {
        const isLead = column === lead
        const draft = drafts?.get(column.name)
        const content = draft ? draft.text : found && !isLead && contentOf(found, column)
        return (
          <div
            key={column.name}
            role="gridcell"
            tabIndex={-1}
            aria-colindex={place + 2}
            data-column={place}
            className={classes['cell']}
            data-lead={isLead || undefined}
            data-frozen={place < frozen || undefined}
            data-edge={place === frozen - 1 || undefined}
            style={place < frozen ? { left: `var(--left-${place})` } : undefined}
            data-number={column.isNumber || undefined}
            data-marked={(marks && place >= marks.left && place <= marks.right) || undefined}
            data-active={marks?.active === place || undefined}
            data-edited={editedColumn === place || undefined}
            data-draft={draft && (draft.isSaving ? 'saving' : 'refused')}
            aria-invalid={draft?.problem ? true : undefined}
            title={
              draft?.problem ?? (typeof content === 'string' && content.length > 30 ? content : undefined)
            }
            dir={isLead ? undefined : 'auto'}
          >
            {found ? !isLead && content : <span className={classes['grey']} />}
            {found && isLead && (
              <a
                href={addressOf(found.row.id, index)}
                className={classes['link']}
                onKeyDown={(event) => {
                  if (event.key !== ' ') return
                  event.preventDefault()
                  onToggle(index, found.row.id, event.shiftKey)
                }}
              >
                {(draft?.text ?? name) || t('grid.nameless', { id: found.row.id })}
              </a>
            )}
            {editedColumn === place && editor}
          </div>
        )
      })}
    </div>
  )
})

/** What stands in a cell: a text, or for yes and no a sign. */
function contentOf(found: Found, column: Column): ReactNode {
  const { holds } = describeFieldType(column.type)
  if (holds === 'address') return <AddressLink value={found.row[column.name]} />
  if (holds !== 'answer') return textOf(found, column)
  const value = found.row[column.name]
  if (value === null || value === undefined || value === '') return null
  return Number(value) ? <Icon name="check" size={15} /> : <span aria-hidden="true">–</span>
}

/** A click on it opens the page; the keyboard goes from cell to cell. */
function AddressLink({ value }: { value: unknown }) {
  const text = String(value ?? '')
  const address = readWebAddress(text)
  if (!address) return <>{text}</>
  return (
    <a
      href={address.url}
      target="_blank"
      rel="noopener noreferrer"
      tabIndex={-1}
      className="reference"
      onClick={(event) => event.stopPropagation()}
    >
      {addressText(address)}
    </a>
  )
}
