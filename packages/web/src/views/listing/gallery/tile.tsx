import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RecordGroup } from '@trowel/contract/record-groups.js'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Thumbnail } from '../../../components/files/thumbnail.js'
import { Icon, TableMark } from '../../../components/icon.js'
import { type Table, useApplication } from '../../../core/application.js'
import type { ListingSearch } from '../../../core/listing-address.js'
import { copiedText, type Found } from '../cells/cell-text.js'
import type { Column } from '../columns.js'
import classes from './gallery.module.css'

interface TileProps extends Found {
  readonly table: Table
  readonly columns: readonly Column[]
  /** Of the record in the list, or in its group, from 0. */
  readonly place: number
  /** The key of the group. */
  readonly among: RecordGroup['key'] | undefined
  readonly search: ListingSearch
  /** Is it the one that Tab leads to? */
  readonly isStop: boolean
  readonly isChoosing: boolean
  /** Is there a mark to choose it by? Fingers rest on it instead. */
  readonly hasMark: boolean
  readonly isSelected: boolean
  readonly onToggle: (id: number) => void
}

/** A record as a picture with a caption. */
export const Tile = memo(function Tile(props: TileProps) {
  const { table, columns, row, labels, picture, place, among, search, isStop, isSelected, onToggle } = props
  const { isChoosing, hasMark } = props
  const { t } = useTranslation()
  const { app } = useApplication()
  const check = useId()
  const found = { row, labels }
  const [named, ...others] = columns
  const { id } = row
  const name = (named && copiedText(found, named)) || t('grid.nameless', { id })
  const said = others.flatMap((column) => {
    const text = copiedText(found, column)
    if (text === '') return []
    return column.isNumber ? `${column.label} ${text}` : text
  })
  const content = (
    <>
      <span className={classes['picture']}>
        {picture ? <Thumbnail file={picture} w={480} /> : <TableMark table={table} size={28} />}
        {picture && picture.count > 1 && (
          <span className={classes['count']}>
            <Icon name="picture" size={13} />
            <span aria-hidden="true">{picture.count}</span>
            <span className="visually-hidden">{t('gallery.pictures', { count: picture.count })}</span>
          </span>
        )}
      </span>
      <span className={classes['caption']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['said']}>{said.join(' · ')}</span>
      </span>
    </>
  )
  const tabIndex = isStop ? 0 : -1
  return (
    <div className={classes['tile']} data-selected={isSelected || undefined}>
      {isChoosing ? (
        <label htmlFor={check} className={classes['whole']}>
          {content}
        </label>
      ) : (
        <Link
          className={classes['whole']}
          to="/app/$app/record/$table/$id"
          params={{ app, table: table.name, id: String(id) }}
          search={{ ...search, at: place, ...(among !== undefined && { among }) }}
          tabIndex={tabIndex}
          draggable={false}
          data-opens
        >
          {content}
        </Link>
      )}
      {hasMark && (
        <Checkbox
          id={check}
          className={classes['check'] ?? ''}
          aria-label={t('grid.select', { name })}
          checked={isSelected}
          tabIndex={isChoosing ? tabIndex : -1}
          onChange={() => onToggle(id)}
          data-opens={isChoosing || undefined}
        />
      )}
    </div>
  )
})
