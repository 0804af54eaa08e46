import { UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.js'
import classes from './order-list.module.css'

export interface Ordered {
  readonly key: string
  /** What people call it. */
  readonly name: string
}

interface Move {
  readonly next: readonly string[]
  readonly before: readonly string[]
}

const places: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** Lines whose order a user decides: each has a handle that is dragged, or moved by the arrow keys. */
export function OrderList<Item extends Ordered>({
  label,
  items,
  onOrder,
  children,
}: {
  label: string
  items: readonly Item[]
  /**
   * As long as it waits, the new order is shown; the next one is asked for afterwards.
   * @param keys in their new order. @param before as the person saw them
   */
  onOrder: (keys: readonly string[], before: readonly string[]) => unknown
  children: (item: Item) => ReactNode
}) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const [pendingOrder, setPendingOrder] = useState<readonly string[]>()
  const [announcement, setAnnouncement] = useState('')
  const waiting = useRef<Move>(undefined)
  const isUnderWay = useRef(false)
  /** The order in which something was taken up. */
  const seen = useRef<readonly string[]>([])
  const stored = items.map(({ key }) => key)
  const keys =
    pendingOrder?.length === stored.length && pendingOrder.every((key) => stored.includes(key))
      ? pendingOrder
      : stored
  const itemOf = new Map(items.map((item) => [item.key, item]))

  /** The order is shown already. */
  const settle = async (next: readonly string[], before: readonly string[]) => {
    // Of those that wait only the last one is sent, in the place of what the first of them was made of.
    waiting.current = { next, before: waiting.current?.before ?? before }
    if (isUnderWay.current) return
    isUnderWay.current = true
    while (waiting.current) {
      const { next, before }: Move = waiting.current
      waiting.current = undefined
      await Promise.resolve(onOrder(next, before)).catch(() => {})
    }
    isUnderWay.current = false
    setPendingOrder(undefined)
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>, { key, name }: Item) => {
    const by = places[event.key]
    const place = keys.indexOf(key) + (by ?? 0)
    if (by === undefined) return
    event.preventDefault()
    if (place < 0 || place >= keys.length) return
    const handle = event.currentTarget
    const next = keys.filter((one) => one !== key)
    next.splice(place, 0, key)
    flushSync(() => {
      setAnnouncement(t('order.moved', { name, place: place + 1, total: keys.length }))
      setPendingOrder(next)
    })
    // A line that has moved may have lost the focus, which the next key needs.
    handle.focus()
    void settle(next, keys)
  }
  const drag = (event: PointerEvent, key: string) => {
    if (dragged !== key) return
    const others = keys.filter((one) => one !== key)
    const lines = [...(list.current?.children ?? [])]
    const above = others.filter((other) => {
      const box = lines[keys.indexOf(other)]?.getBoundingClientRect()
      return box !== undefined && box.top + box.height / 2 < event.clientY
    }).length
    others.splice(above, 0, key)
    setPendingOrder(others)
  }
  const drop = () => {
    if (dragged === undefined) return
    setDragged(undefined)
    if (keys.join('\n') !== seen.current.join('\n')) void settle(keys, seen.current)
    else setPendingOrder(undefined)
  }
  return (
    <>
      <ul className={classes['list']} aria-label={label} ref={list}>
        {keys.map((key) => {
          const item = itemOf.get(key)
          return (
            item && (
              <li key={key} className={classes['line']} data-dragged={dragged === key || undefined}>
                <UnstyledButton
                  className={classes['handle'] ?? ''}
                  aria-label={t('order.move', { name: item.name })}
                  title={t('order.hint')}
                  onKeyDown={(event) => press(event, item)}
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDragged(key)
                    seen.current = keys
                  }}
                  onPointerMove={(event) => drag(event, key)}
                  onPointerUp={drop}
                  onPointerCancel={drop}
                >
                  <Icon name="drag" size={16} style={{ strokeWidth: 2.6 }} />
                </UnstyledButton>
                <div className={classes['content']}>{children(item)}</div>
              </li>
            )
          )
        })}
      </ul>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  )
}
