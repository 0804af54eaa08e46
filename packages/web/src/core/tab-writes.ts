import type { Fetch } from '@trowel/client'

/** The change sets that this tab made, and when it knew, by `performance.now()`. */
const known = new Map<number, number>()
let onTheirWay = 0
/** What waits until no writing request is on its way. */
let waiting: (() => void) | undefined

/** Since when this tab knows that it made a change set; `undefined` for one of another tab or person. */
export const tabSetKnown = (id: number): number | undefined => known.get(id)

export const noteTabSet = (id: number): void => void known.set(id, performance.now())

/** Is a request of this tab on its way whose change set may be told before its answer is here? */
export const mayWriteNow = (): boolean => onTheirWay > 0

/**
 * Acts once what this tab is writing has been answered, so that its change sets are known; of several that
 * wait the last counts.
 */
export function afterWrites(act: () => void): void {
  if (onTheirWay === 0) act()
  else waiting = act
}

function endWaiting(): void {
  const act = onTheirWay === 0 ? waiting : undefined
  if (!act) return
  waiting = undefined
  act()
}

/** As `fetch`, and counts what may write. */
export const countingWrites =
  (fetch: Fetch): Fetch =>
  async (address, init) => {
    if (init.method === undefined || init.method === 'GET') return fetch(address, init)
    onTheirWay++
    try {
      return await fetch(address, init)
    } finally {
      onTheirWay--
      // The change set is noted right after the answer is here.
      if (waiting) setTimeout(endWaiting)
    }
  }
