import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import classes from './gallery.module.css'

/** The line of a group: what it is called and how many records it has. */
export function GalleryHead({
  name,
  count,
  start,
  place,
  isOpen,
  isStop,
  onToggle,
}: {
  name: string
  count: number
  /** Where it stands, in pixels from the top. */
  start: number
  /** Its place as the document notes it. */
  place: string
  isOpen: boolean
  /** Is it the one that Tab leads to? */
  isStop: boolean
  onToggle: () => void
}) {
  const { i18n } = useTranslation()
  const fold = (event: KeyboardEvent) => {
    if (event.key !== (isOpen ? 'ArrowLeft' : 'ArrowRight')) return
    event.preventDefault()
    event.stopPropagation()
    onToggle()
  }
  return (
    <li className={classes['head']} style={{ transform: `translateY(${start}px)` }} data-place={place}>
      <button
        type="button"
        className={classes['fold']}
        aria-expanded={isOpen}
        tabIndex={isStop ? 0 : -1}
        onClick={onToggle}
        onKeyDown={fold}
        data-opens
      >
        <Icon name={isOpen ? 'down' : 'right'} size={14} />
        <span className={classes['groupName']}>{name}</span>
        <span className={classes['groupCount']}>{count.toLocaleString(i18n.language)}</span>
      </button>
    </li>
  )
}
