/** The change sets that requests of this tab made, and when their answers came, by `performance.now()`. */
const answered = new Map<number, number>()
let onTheirWay = 0

/** When the answer came that named this change set; `undefined` for one that this tab did not make. */
export const ownSetAnswered = (id: number): number | undefined => answered.get(id)

/** Is a request of this tab on its way whose change set may be told before its answer is here? */
export const mayWriteNow = (): boolean => onTheirWay > 0

/** As `fetch`, and remembers which change sets this tab made. */
export const notingSets =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (address, init) => {
    if (init?.method === undefined || init.method === 'GET') return fetch(address, init)
    onTheirWay++
    try {
      const response = await fetch(address, init)
      const set = response.headers.get('x-change-set')
      if (set !== null) answered.set(Number(set), performance.now())
      return response
    } finally {
      onTheirWay--
    }
  }
