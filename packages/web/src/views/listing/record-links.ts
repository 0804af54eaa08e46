import { useRouter } from '@tanstack/react-router'
import type { RecordGroup } from '@trowel/contract/record-groups.js'
import { type FocusEvent, type MouseEvent, type TouchEvent, useMemo } from 'react'
import type { ListingSearch } from '../../core/listing-address.js'

/**
 * The ways from the rows of a grid to their records. One ear listens for all of them: to make a link of the
 * router's for each row takes longer than to draw the row.
 */
export function useRecordLinks(app: string, table: string, search: ListingSearch) {
  const router = useRouter()
  const addressOf = useMemo(() => {
    const to = '/app/$app/record/$table/$id'
    const { publicHref } = router.buildLocation({ to, params: { app, table, id: '0' }, search })
    const { stringifySearch } = router.options
    const [path = '', asked] = publicHref.split('?')
    const before = path.slice(0, -1)
    const behind = asked ? `?${asked}&at=` : '?at='
    /**
     * @param place which one it is in the listing or in its group, from 0
     * @param among the key of the group
     */
    return (id: number, place: number, among?: RecordGroup['key']) =>
      `${before}${id}${behind}${place}${among === undefined ? '' : stringifySearch({ among }).replace('?', '&')}`
  }, [router, app, table, search])

  const ears = useMemo(() => {
    let coming: number | undefined
    /** Fetches what the link leads to, unless the hand goes on within that time. */
    const prepareAfter = (delay: number | undefined) => (event: MouseEvent | FocusEvent | TouchEvent) => {
      window.clearTimeout(coming)
      const href = linkAt(event)?.getAttribute('href')
      if (href) coming = window.setTimeout(() => void router.preloadRoute({ to: '/', href }), delay)
    }
    const follow = (event: MouseEvent, link: Element | null) => {
      const href = link?.getAttribute('href')
      // A click with a key asks the browser for another tab or window.
      if (!href || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return
      event.preventDefault()
      void router.navigate({ to: '/', href })
    }
    return {
      onMouseOver: prepareAfter(router.options.defaultPreloadDelay),
      onFocus: prepareAfter(router.options.defaultPreloadDelay),
      onTouchStart: prepareAfter(0),
      onClick: (event: MouseEvent) => follow(event, linkAt(event)),
      /** The whole row leads to its record, where fingers point at it. */
      onTap: (event: MouseEvent) => {
        const isMark = event.target instanceof Element && event.target.closest('label') !== null
        if (!isMark) follow(event, linkAt(event) ?? linkIn(event))
      },
    }
  }, [router])
  return { addressOf, ears }
}

const linkIn = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? (target.closest('[data-index]')?.querySelector('a') ?? null) : null

const linkAt = ({ target }: { target: EventTarget }) =>
  target instanceof Element ? target.closest('a') : null
