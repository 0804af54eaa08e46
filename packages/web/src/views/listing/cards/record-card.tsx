import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { FirstPicture } from '@trowel/contract/files.js'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Thumbnail } from '../../../components/files/thumbnail.js'
import { useApplication } from '../../../core/application.js'
import type { ListingSearch } from '../../../core/listing-address.js'
import { copiedText } from '../cells/cell-text.js'
import type { Column } from '../columns.js'
import type { Labels, Row } from '../use-pages.js'
import classes from './cards.module.css'

interface Props {
  readonly table: string
  /** Its place in the listing, from 0. */
  readonly index: number
  /** What it is called comes first. */
  readonly columns: readonly Column[]
  /** Missing while it is on its way. */
  readonly row: Row | undefined
  readonly labels: Labels | undefined
  readonly picture: FirstPicture | undefined
  /** Are records being chosen? Then a touch chooses this one instead of opening it. */
  readonly isChoosing: boolean
  readonly isSelected: boolean
  /** Of the address, so that the record knows where it was opened from. */
  readonly search: ListingSearch
  readonly onToggle: (id: number) => void
}

/** A record as large as a finger: its picture, what it is called, and what its preview says. */
export const RecordCard = memo(function RecordCard(props: Props) {
  const { table, index, columns, row, labels, picture, isChoosing, isSelected, search, onToggle } = props
  const { t } = useTranslation()
  const check = useId()
  const { app } = useApplication()
  const [named, ...others] = columns
  if (!row || !labels || !named) return <div className={classes['card']} data-waiting />
  const { id } = row
  const found = { row, labels }
  const name = copiedText(found, named) || t('grid.nameless', { id })
  const said = others
    .map((column) => ({ column, text: copiedText(found, column) }))
    .filter(({ text }) => text !== '')
  const [first, ...rest] = said
  const content = (
    <>
      <span className={classes['words']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['line']}>{first?.text}</span>
        <span className={classes['line']} data-soft>
          {rest.map(({ column, text }) => `${column.label} ${text}`).join(' · ')}
        </span>
      </span>
      {picture && (
        <span className={classes['picture']}>
          <Thumbnail file={picture} w={240} />
        </span>
      )}
    </>
  )
  if (isChoosing)
    return (
      <label htmlFor={check} className={classes['card']} data-selected={isSelected || undefined} data-id={id}>
        <Checkbox
          id={check}
          className={classes['check'] ?? ''}
          aria-label={t('grid.select', { name })}
          checked={isSelected}
          onChange={() => onToggle(id)}
        />
        {content}
      </label>
    )
  return (
    <Link
      className={classes['card']}
      data-id={id}
      to="/app/$app/record/$table/$id"
      params={{ app, table, id: String(id) }}
      search={{ ...search, at: index }}
      draggable={false}
    >
      {content}
    </Link>
  )
})
