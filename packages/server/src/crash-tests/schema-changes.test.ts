import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findContradictions } from './testing/journal-check.js'
import { type Nodes, nodesOfEngines, openNodes } from './testing/nodes.js'
import { type Answer, account, type Session } from './testing/session.js'
import { makeRecordsToWriteTo, singleWriters } from './testing/single-writers.js'
import { compareAll, WritingClient } from './testing/writing-client.js'

const rounds = Number(process.env['TROWEL_SCHEMA_ROUNDS'] ?? 1)
const tables = ['contexts', 'samples']

describe.each(nodesOfEngines)('fields come and go while many write (%s, nodes: %d)', (engine, count) => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await openNodes(engine, count)
    await makeRecordsToWriteTo(nodes.clients[0])
    await nodes.clients[0].must('POST', '/api/free-sql/verify', { password: account.password })
  })
  afterAll(() => nodes.close())
  afterEach(async () => expect(await findContradictions(nodes.data)).toEqual([]))

  const client = (n: number): Session => (n % 2 === 0 ? nodes.clients[0] : nodes.clients[1])

  /** Changes the tables, and changes them back, again and again; in the long form all that are written to. */
  async function changeBackAndForth(some: readonly string[]): Promise<void> {
    const [configurator] = nodes.clients
    const extra = { name: 'extra', label: 'Extra', type: 'text', db_type: 'TEXT' }
    for (let round = 0; round < rounds; round++) {
      for (const table of rounds > 1 ? tables : some) {
        const path = `/api/config/table/${table}/field`
        await configurator.must('POST', path, extra)
        await configurator.must('PATCH', `${path}/extra`, { new_name: 'more' })
        await configurator.must('PATCH', `${path}/more`, { new_name: 'extra' })
        await configurator.must('DELETE', `${path}/extra`)
      }
    }
  }

  /** Performs `work` while the tables change. @param work goes on until `isOver` */
  async function meanwhile<T>(
    some: readonly string[],
    work: (isOver: () => boolean) => Promise<T>,
  ): Promise<T> {
    let isOver = false
    const changing = changeBackAndForth(some).finally(() => {
      isOver = true
    })
    const [done] = await allOver([work(() => isOver), changing])
    return done
  }

  /** The answers of all, or the first failure once all are over: what is read after it stands still. */
  async function allOver<T extends readonly unknown[]>(all: readonly [...T]) {
    await Promise.allSettled(all)
    return Promise.all(all)
  }

  interface Asked {
    /** How many answers were successes. */
    readonly acknowledged: number
    /** Answers that are neither a success nor say when to try again. */
    readonly wrong: readonly Answer[]
  }

  async function ask(isOver: () => boolean, request: (n: number) => Promise<Answer>): Promise<Asked> {
    let acknowledged = 0
    const wrong: Answer[] = []
    for (let n = 0; !isOver(); n++) {
      const answer = await request(n)
      if (answer.status === 200) acknowledged += 1
      else if (answer.status !== 503 || !(Number(answer.retryAfter) > 0)) wrong.push(answer)
    }
    return { acknowledged, wrong }
  }

  test(
    'what is acknowledged is stored exactly once, whatever is written, and no answer is 500',
    async () => {
      const asked = await meanwhile(tables, (isOver) =>
        Promise.all(
          singleWriters.map(({ write }, writer) =>
            ask(isOver, (n) => write(client(n + writer), `${rounds}-${n}`)),
          ),
        ),
      )
      expect(asked.flatMap(({ wrong }) => wrong)).toEqual([])
      for (const [k, { what, stored }] of singleWriters.entries()) {
        const marks = (await nodes.data.rows<{ mark: unknown }>(stored)).map(({ mark }) => mark)
        expect([what, marks.length]).toEqual([what, asked[k]?.acknowledged])
        expect(new Set(marks).size).toBe(marks.length)
        expect(marks.length).toBeGreaterThan(0)
      }
    },
    60_000 + rounds * 30_000,
  )

  test(
    'a configuration that is changed and changed back at once is no reason for a 500 to those who read',
    async () => {
      const paths = ['/api/records/contexts', '/api/record/contexts/1', '/api/record/contexts/2/versions']
      const asked = await meanwhile(['contexts'], (isOver) =>
        Promise.all(
          paths.flatMap((path) => [0, 1].map((at) => ask(isOver, () => client(at).ask('GET', path)))),
        ),
      )
      expect(asked.flatMap(({ wrong }) => wrong)).toEqual([])
    },
    60_000 + rounds * 30_000,
  )

  test(
    'records, their plugin rows, versions, relations and links are what their writers were told',
    async () => {
      const writers = Array.from({ length: 6 }, (_, k) => new WritingClient(`w${k}-`))
      await meanwhile(['samples'], (isOver) => {
        const until = (session: Session): Session => ({
          ...session,
          ask: async (...request) => {
            if (isOver()) throw new Error('The writers stop.')
            return session.ask(...request)
          },
        })
        return allOver(writers.map((writer, k) => writer.writeUntilTheEnd(until(client(k)), () => undefined)))
      })
      expect(await compareAll(nodes.data, writers)).toEqual([])
    },
    60_000 + rounds * 30_000,
  )
})
