import type { ChangeTimesReply } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'

/** Finds of which one is seen by those who see iron. */
const [hidden, visible] = [1, 7]

describe.each(engines)('the times of changes (%s)', (engine) => {
  let dig: Dig
  let before: number
  beforeAll(async () => {
    dig = await openDig(engine)
    await hideRows(dig, 'self_writer', 'finds', { material: { _eq: 'iron' } })
    before = (await dig.get('/api/changes', 'reader')).json<{ last: number }>().last
    await save('contexts', 1, { notes: 'clay' })
    await save('finds', hidden, { weight_g: 30 })
    await save('finds', visible, { weight_g: 31 })
    await save('contexts', 1, { notes: 'sand' })
  })
  afterAll(() => dig.close())

  async function save(table: string, id: number, core: object): Promise<void> {
    const reply = await dig.patch(`/api/record/${table}/${id}`, { core }, 'writer')
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const ask = async (query: string, as: Role = 'reader'): Promise<ChangeTimesReply> => {
    const reply = await dig.get(`/api/changes/times${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<ChangeTimesReply>()
  }
  /** The sets of this file, by their places. */
  const places = ({ times }: ChangeTimesReply): number[] =>
    times.map(({ id }) => id - before).filter((place) => place > 0)

  test('are those of everybody, oldest first, with the time from which on states are known', async () => {
    const all = await ask('')
    expect(places(all)).toEqual([1, 2, 3, 4])
    expect(all.times.every(({ count }) => count === 1)).toBe(true)
    expect(all.total).toBe(all.times.length)
    expect(Date.parse(all.since ?? '')).toBeLessThanOrEqual(Date.parse(all.times[0]?.time ?? ''))
  })

  test('are asked for of a table or of a record', async () => {
    expect(places(await ask('?table=contexts'))).toEqual([1, 4])
    expect(places(await ask(`?record=finds:${visible}`))).toEqual([3])
    expect(await ask('?record=nothing:1&at=1')).toMatchObject({
      total: 0,
      times: [],
      around: { previous: null, at: null, next: null },
    })
  })

  test('of a table are also those of what hangs from its records', async () => {
    const reply = await dig.post(
      '/api/record/contexts/rs',
      { first: 1, relation: 1, second: 2, force: true },
      'writer',
    )
    expect(reply.statusCode, reply.body).toBe(200)
    expect(places(await ask('?table=contexts'))).toEqual([1, 4, 5])
    expect(places(await ask('?table=finds'))).toEqual([2, 3])
  })

  test('leave out what the caller may not see', async () => {
    expect(places(await ask('?table=finds', 'self_writer'))).toEqual([3])
    expect((await ask(`?record=finds:${hidden}`, 'self_writer')).total).toBe(0)
  })

  test('are joined where there are more than marks, and none are told where none are wanted', async () => {
    const { times, total } = await ask('?table=contexts&most=1')
    expect(times).toMatchObject([{ id: before + 5, count: total }])
    expect(await ask('?table=contexts&most=0')).toMatchObject({ times: [], total })
  })

  test('around a state are its last set, the one before and the one after', async () => {
    const around = async (query: string) => {
      const found = (await ask(`?most=0&${query}`)).around
      return [found?.previous, found?.at, found?.next].map((set) => set && set.id - before)
    }
    expect(await around(`at=${before + 3}`)).toEqual([2, 3, 4])
    expect((await ask(`?most=0&table=contexts&at=${before + 3}`)).around?.state?.id).toBe(before + 3)
    expect(await around(`at=${before + 3}&table=contexts`)).toEqual([expect.any(Number), 1, 4])
    expect(await around(`at=${before + 4}&record=contexts:1`)).toEqual([1, 4, 5])
    expect((await around('at=2999-01-01')).slice(1)).toEqual([5, null])
    expect(await around('at=1990-01-01')).toEqual([null, null, expect.any(Number)])
  })

  test('a state that is neither a set nor a time is refused', async () => {
    const reply = await dig.get('/api/changes/times?at=yesterday', 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
  })
})
