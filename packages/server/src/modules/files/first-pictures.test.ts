import type { FirstPicture, RecordFile } from '@trowel/contract/files.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { countStatements } from '../../testing/count-statements.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'

interface List {
  readonly data: readonly { readonly id: number }[]
  readonly pictures?: Readonly<Record<string, FirstPicture>>
}

const jpegOf = (width: number, height: number, orientation = 1): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a04020' } })
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer()

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><path d="M0 0h40"/></svg>'

describe.each(engines)('the first pictures of listed records (%s)', (engine) => {
  let dig: Dig
  let files: Record<'plan' | 'first' | 'second' | 'drawing' | 'hidden', RecordFile>
  beforeAll(async () => {
    dig = await openDig(engine)
    const add = async (name: string, record: number, content: Buffer | string) => {
      const reply = await sendFile(dig, `/api/record/finds/${record}/file`, name, content, 'writer')
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json<{ file: RecordFile }>().file
    }
    files = {
      plan: await add('plan.txt', 1, 'no picture'),
      first: await add('first.jpg', 1, await jpegOf(60, 40)),
      second: await add('second.jpg', 1, await jpegOf(30, 30)),
      drawing: await add('drawing.svg', 2, svg),
      hidden: await add('hidden.jpg', 3, await jpegOf(64, 32, 6)),
    }
    await hideRows(dig, 'reader', 'finds', { id: { _neq: 3 } })
  })
  afterAll(() => dig.close())

  const list = async (query: string, as: Role = 'writer'): Promise<List> => {
    const reply = await dig.get(`/api/records/finds?${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const namesIn = ({ pictures = {} }: List) =>
    Object.entries(pictures).map(([record, picture]) => [Number(record), picture.filename, picture.count])

  test('stand beside the rows when they are asked for, in the order of the files', async () => {
    const found = await list('pictures=1&columns=inv_no')
    expect(namesIn(found)).toEqual([
      [1, 'first', 2],
      [2, 'drawing', 1],
      [3, 'hidden', 1],
    ])
    const { link_id, link_sort, creator, marks, ...first } = files.first
    expect(found.pictures?.['1']).toEqual({ ...first, count: 2 })
    expect(await list('pictures=0&columns=inv_no')).not.toHaveProperty('pictures')
    expect(await list('columns=inv_no')).not.toHaveProperty('pictures')
    expect((await list('pictures=1&per_page=1&page=5')).pictures).toEqual({})
    expect((await list('pictures=1&page=50')).pictures).toEqual({})
  })

  test('come with a body, too, for plugin rows and tables without files', async () => {
    const asked = { pictures: true, filter: { inv_no: { _eq: 'F2' } } }
    expect(namesIn((await dig.post('/api/records/finds', asked, 'reader')).json())).toEqual([
      [2, 'drawing', 1],
    ])
    for (const table of ['samples', 'trenches']) {
      const reply = await dig.get(`/api/records/${table}?pictures=1`, 'reader')
      expect(reply.json<List>().pictures).toEqual({})
    }
    expect((await dig.get('/api/records/finds?pictures=perhaps', 'reader')).statusCode).toBe(400)
  })

  test('say how large they are as they are shown, and open with their address', async () => {
    const { pictures } = await list('pictures=1')
    const sizes = ['1', '2', '3'].map((record) => [pictures?.[record]?.width, pictures?.[record]?.height])
    expect(sizes).toEqual([
      [60, 40],
      [null, null],
      [32, 64],
    ])
    const small = await dig.get(`/${pictures?.['1']?.url}&w=120`)
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  test('those of records that the caller does not see stay hidden', async () => {
    expect(namesIn(await list('pictures=1', 'reader')).map(([record]) => record)).toEqual([1, 2])
  })

  test('take the same number of statements for one record and for many', async () => {
    await list('pictures=1')
    const counted = (query: string) => countStatements(dig, () => list(query))
    const costOf = async (rows: number) =>
      (await counted(`pictures=1&per_page=${rows}`)) - (await counted(`per_page=${rows}`))
    // Word of an earlier write may come late, and lets the total be counted once more.
    await expect.poll(() => costOf(1)).toBe(1)
    await expect.poll(() => costOf(8)).toBe(1)
  })

  test('follow the order that people give them, and are those of then in an earlier state', async () => {
    const newest = await dig.application.db.quick.get<{ id: number }>(
      sql`SELECT max("id") AS "id" FROM "sys_change_sets"`,
    )
    await dig.post('/api/files/sort', { order: [files.second.link_id, files.first.link_id] }, 'writer')
    await dig.delete(`/api/file/${files.drawing.id}`, undefined, 'writer')
    expect(namesIn(await list('pictures=1'))).toEqual([
      [1, 'second', 2],
      [3, 'hidden', 1],
    ])
    const then = `pictures=1&as_of=${newest?.id}`
    expect(namesIn(await list(then))).toEqual([
      [1, 'first', 2],
      [2, 'drawing', 1],
      [3, 'hidden', 1],
    ])
    expect(namesIn(await list(then, 'reader')).map(([record]) => record)).toEqual([1])
  })

  test('other bytes have another size', async () => {
    await sendFile(dig, `/api/file/${files.second.id}/replace`, 'new.jpg', await jpegOf(20, 50), 'writer')
    expect((await list('pictures=1')).pictures?.['1']).toMatchObject({ width: 20, height: 50 })
  })
})
