import { describe, expect, test } from 'vitest'
import { createClient, entriesOf } from './client.js'
import { stubService } from './testing/stub-service.js'

async function all<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

describe('the entries of a list that comes in pages', () => {
  /** A list of numbers in pages of three. */
  const pagesOf = (total: number) => {
    const asked: number[] = []
    const list = async (page: number) => {
      asked.push(page)
      const data = [1, 2, 3].map((place) => (page - 1) * 3 + place).filter((number) => number <= total)
      return { total, data }
    }
    return { asked, list }
  }

  test.each([
    [0, [1]],
    [3, [1]],
    [7, [1, 2, 3]],
  ])('are all %i, of the pages %j', async (total, pages) => {
    const { asked, list } = pagesOf(total)
    expect(await all(entriesOf(list))).toHaveLength(total)
    expect(asked).toEqual(pages)
  })

  test('are asked for no further than they are wanted', async () => {
    const { asked, list } = pagesOf(7)
    for await (const number of entriesOf(list)) if (number === 3) break
    expect(asked).toEqual([1])
  })

  test('end where a page is empty, whatever the total says', async () => {
    expect(await all(entriesOf(async () => ({ total: 9, data: [] })))).toEqual([])
  })
})

describe('the records of a listing, one after the other', () => {
  /** A client whose service sends these pieces, and what has been done with them. */
  const sending = (...pieces: (string | Error)[]) => {
    const left = [...pieces]
    const bytes = new TextEncoder()
    const seen = { taken: 0, isCancelled: false }
    const body = new ReadableStream<Uint8Array>(
      {
        pull(control) {
          const piece = left.shift()
          if (piece instanceof Error) return control.error(piece)
          if (piece === undefined) return control.close()
          seen.taken += 1
          control.enqueue(bytes.encode(piece))
        },
        cancel() {
          seen.isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const service = stubService(() => new Response(body))
    const client = createClient({ baseUrl: 'http://service.example', fetch: service.fetch, retries: 0 })
    return { client, asked: service.asked, seen }
  }

  test('are put together of the pieces that come', async () => {
    const { client, asked } = sending('{"id":1,"na', 'me":"Öfen"}\n{"id":2}\n', '{"id":3}', '\n')
    expect(await all(client.records.each('finds', { sort_field: 'id' }))).toEqual([
      { id: 1, name: 'Öfen' },
      { id: 2 },
      { id: 3 },
    ])
    expect(asked).toMatchObject([{ path: '/api/records/finds/export?sort_field=id&format=ndjson' }])
  })

  test('may be none', async () => {
    const { client } = sending()
    expect(await all(client.records.each('finds'))).toEqual([])
  })

  test('that are not wanted any more are not read', async () => {
    const { client, seen } = sending('{"id":1}\n', '{"id":2}\n', '{"id":3}\n')
    for await (const { id } of client.records.each('finds')) if (id === 1) break
    expect(seen).toEqual({ taken: 1, isCancelled: true })
  })

  test.each([
    ['breaks off', ['{"id":1}\n', new TypeError('terminated')]],
    ['ends in the middle of one', ['{"id":1}\n', '{"id":']],
  ])('are not taken for all where the answer %s', async (_case, pieces) => {
    const { client } = sending(...pieces)
    const found: number[] = []
    const reading = async () => {
      for await (const { id } of client.records.each('finds')) found.push(id)
    }
    await expect(reading()).rejects.toMatchObject({ name: 'NetworkError' })
    expect(found).toEqual([1])
  })

  test('can be given up', async () => {
    const { client } = sending('{"id":1}\n', '{"id":2}\n')
    const control = new AbortController()
    const reading = async () => {
      for await (const _ of client.records.each('finds', {}, { signal: control.signal }))
        control.abort(new Error('enough'))
    }
    await expect(reading()).rejects.toThrow('enough')
  })
})
