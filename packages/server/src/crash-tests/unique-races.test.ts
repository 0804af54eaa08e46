import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Nodes, nodesOfEngines, openNodes } from './testing/nodes.js'
import type { Answer } from './testing/session.js'

const writers = 12
const rounds = Number(process.env['TROWEL_RACE_ROUNDS'] ?? 2)

describe.each(nodesOfEngines)('many write the same unique value at once (%s, nodes: %d)', (engine, count) => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await openNodes(engine, count)
  })
  afterAll(() => nodes.close())

  let used = 0
  const fresh = () => `U${++used}`
  const all = (send: (client: Nodes['clients'][0], k: number) => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: writers }, (_, k) => send(nodes.clients[k % 2] ?? nodes.clients[0], k)))
  const create = (client: Nodes['clients'][0], core: object, samples: object[] = []) =>
    client.ask('POST', '/api/record/contexts', { core, plugins: { samples } })
  const change = (client: Nodes['clients'][0], id: number, body: object) =>
    client.ask('POST', `/api/record/contexts/${id}`, body)

  async function holders(table: string, column: string, value: string): Promise<number> {
    const rows = await nodes.data.rows(`SELECT id FROM ${table} WHERE ${column} = '${value}'`)
    return rows.length
  }

  /** One of the answers is a success; each of the others says which value is taken. */
  function expectOneWinner(answers: readonly Answer[], field: string): void {
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code, body.errors]).toMatchObject([
        422,
        'validation_failed',
        [{ field, code: 'no_dupl' }],
      ])
    }
  }

  const indexes = [
    ['without a unique index', undefined],
    ['with a unique index', 'unique'],
  ] as const
  describe.each(indexes)('%s', (_words, index) => {
    beforeAll(async () => {
      if (index === undefined) return
      for (const [tb, column] of [
        ['contexts', 'ctx_no'],
        ['samples', 'lab'],
      ]) {
        const form = { name: `unique_${column}`, columns: [column], is_unique: true }
        await nodes.clients[0].must('POST', `/api/config/table/${tb}/indexes`, form)
      }
    })

    test('new records: one is made', async () => {
      for (let round = 0; round < rounds; round++) {
        const value = fresh()
        expectOneWinner(await all((client) => create(client, { ctx_no: value })), 'ctx_no')
        expect(await holders('contexts', 'ctx_no', value)).toBe(1)
      }
    })

    test('changes of different records: one is carried out, the others leave no version', async () => {
      const ids: number[] = []
      for (let k = 0; k < writers; k++)
        ids.push((await create(nodes.clients[0], { ctx_no: fresh() })).body.id)
      const value = fresh()
      expectOneWinner(
        await all((client, k) => change(client, ids[k] ?? 0, { core: { ctx_no: value } })),
        'ctx_no',
      )
      expect(await holders('contexts', 'ctx_no', value)).toBe(1)
      const versions = await nodes.data.rows(
        `SELECT id FROM sys_changes WHERE tb = 'contexts' AND row_id IN (${ids.join()}) AND operation = 'updated'`,
      )
      expect(versions.length).toBe(1)
    })

    test('new records and changes of others: one is carried out', async () => {
      const { id } = (await create(nodes.clients[0], { ctx_no: fresh() })).body
      const value = fresh()
      const answers = await all((client, k) =>
        k === 0 ? change(client, id, { core: { ctx_no: value } }) : create(client, { ctx_no: value }),
      )
      expectOneWinner(answers, 'ctx_no')
      expect(await holders('contexts', 'ctx_no', value)).toBe(1)
    })

    test('rows of plugin tables: one is made, and the records of the others with it are not', async () => {
      const value = fresh()
      const names = Array.from({ length: writers }, fresh)
      const answers = await all((client, k) =>
        create(client, { ctx_no: names[k] }, [{ id: null, fields: { lab: value } }]),
      )
      expectOneWinner(answers, 'lab')
      expect(await holders('samples', 'lab', value)).toBe(1)
      const made = await nodes.data.rows(
        `SELECT id FROM contexts WHERE ctx_no IN (${names.map((name) => `'${name}'`).join()})`,
      )
      expect(made.length).toBe(1)
    })
  })
})
