import { NetworkError } from './errors.js'
import { reach } from './transport.js'

/** A list that the service answers page by page. */
export interface Page<Entry> {
  readonly total: number
  readonly data: readonly Entry[]
}

/**
 * The entries of a list that comes in pages, one after the other; a page is asked for when it is needed:
 * `entriesOf((page) => client.history.changeSets({ page }))`
 *
 * What comes into the list meanwhile, or leaves it, moves the others: an entry may then come twice or not at
 * all. Of records `client.records.each` tells one state.
 */
export async function* entriesOf<Entry>(
  list: (page: number) => Promise<Page<Entry>>,
): AsyncGenerator<Entry, void, undefined> {
  for (let page = 1, known = 0; ; page += 1) {
    const { total, data } = await list(page)
    yield* data
    known += data.length
    if (data.length === 0 || known >= total) return
  }
}

/**
 * The values of a text with a JSON value in each line, as it comes. Leaving the loop ends the reading.
 * @throws NetworkError when it breaks off; the reason of the signal
 */
export async function* jsonLines<Line>(
  text: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Line, void, undefined> {
  const reader = text.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reach(signal, () => reader.read())
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        yield JSON.parse(line)
        signal?.throwIfAborted()
      }
    }
    // A whole one ends with the end of a line.
    if (rest !== '') throw new NetworkError(new Error('The answer ends in the middle of a line.'))
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
