import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')
const rowsOf = async (file: string): Promise<Record<string, string>[]> =>
  parse(await readFile(resolve(data, file), 'utf8'), { columns: true })

interface Check {
  ok: boolean
  units: number
  relations: number
  components: number
  longest_chain: number
  groups: number[][]
  loops: unknown[]
  redundant: { id: number; path: number[] }[]
  isolated: number[]
}

interface Matrix {
  nodes: { db_id: number; level: number }[]
  relations: { relation: number }[]
}

describe.each(oneEngine)('sequences that were excavated (%s)', (engine) => {
  let dig: Dig
  const ids = new Map<string, number>()
  const labels = new Map<number, string>()
  const idOf = (label: string): number => ids.get(label) ?? 0
  const read = async <Answer>(question: string): Promise<Answer> => {
    const reply = await dig.get(`/api/rs/${question}`, 'reader')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<Answer>()
  }
  const state = (first: string, relation: number, second: string) =>
    dig.post('/api/record/contexts/rs', { first: idOf(first), relation, second: idOf(second) }, 'writer')

  /** Puts contexts of these names in place of all others. */
  const excavate = async (names: readonly string[]): Promise<void> => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_rs"`)
      await tx.run(sql`DELETE FROM "finds"`)
      await tx.run(sql`DELETE FROM "samples"`)
      await tx.run(sql`DELETE FROM "contexts"`)
      const made = await tx.insertMany(
        'contexts',
        ['ctx_no', 'creator'],
        names.map((name) => [name, 1]),
      )
      ids.clear()
      labels.clear()
      names.forEach((name, k) => {
        ids.set(name, made[k] as number)
        labels.set(made[k] as number, name)
      })
    })
  }

  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  describe('Çatalhöyük, buildings 1 and 5', () => {
    const folder = 'strat-catalhoyuk-b1b5'
    beforeAll(async () => {
      await excavate((await rowsOf(`${folder}/contexts.csv`)).map(({ label = '' }) => label))
      const replies: number[] = []
      for (const { younger = '', older = '' } of await rowsOf(`${folder}/observations.csv`)) {
        replies.push((await state(younger, 5, older)).statusCode)
      }
      expect(replies.filter((status) => status === 200)).toHaveLength(852)
      // Two observations stand there twice.
      expect(replies.filter((status) => status === 409)).toHaveLength(2)
    })

    test('is in order, with the counts that are known of it', async () => {
      const check = await read<Check>('check?tb=contexts')
      expect(check).toMatchObject({
        ok: true,
        units: 705,
        relations: 852,
        components: 16,
        longest_chain: 102,
      })
      expect([check.groups, check.loops, check.isolated.length, check.redundant.length]).toEqual([
        [],
        [],
        15,
        2,
      ])
    })

    test('reduced has 850 relations on 102 levels', async () => {
      const { nodes, relations } = await read<Matrix>('matrix?tb=contexts&reduced=1')
      expect([nodes.length, relations.length]).toEqual([705, 850])
      const levels = new Set(nodes.map(({ level }) => level))
      expect([levels.size, Math.max(...levels)]).toEqual([102, 102])
    })

    test('36 relations that somebody may state are judged as they should be', async () => {
      const probes = await rowsOf(`${folder}/probe-relations.csv`)
      expect(probes).toHaveLength(36)
      for (const {
        younger = '',
        older = '',
        expected,
        loop_or_path_length: length,
        witness_path: path,
      } of probes) {
        const reply = await state(younger, 5, older)
        const { id, text, detail, warnings } = reply.json()
        if (expected === 'contradiction') {
          expect([reply.statusCode, detail.loop.length]).toEqual([409, Number(length)])
          expect([detail.loop[0].label, detail.loop.at(-1).label]).toEqual([older, younger])
          expect(text).toContain(`${younger} covers ${older}.`)
          expect(text.split(' covers ')).toHaveLength(Number(length) + 1)
          continue
        }
        expect(reply.statusCode, reply.body).toBe(200)
        if (expected === 'redundant') {
          expect(warnings).toMatchObject([{ code: 'redundant_relation' }])
          const found: string[] = warnings[0].detail.path.map((unit: number) => labels.get(unit))
          expect([found[0], found.at(-1), found.length]).toEqual([younger, older, path?.split(' > ').length])
        } else {
          expect([expected, warnings]).toEqual(['valid_new', undefined])
        }
        await dig.delete(`/api/rs/${id}`, undefined, 'writer')
      }
      expect((await read<Check>('check?tb=contexts')).relations).toBe(852)
    })
  })

  describe('Shubayqa 1', () => {
    beforeAll(async () => {
      const rows = await rowsOf('strat-small-mit/shub1.csv')
      await excavate(rows.map(({ context = '' }) => context))
      const named = (cell = ''): string[] =>
        cell
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== '')
      // Six relations are written on one side only: the union counts, each fact once.
      const facts = new Map<string, readonly [string, number, string]>()
      for (const { context = '', above, below, equal } of rows) {
        for (const other of named(above)) facts.set(`${other} > ${context}`, [other, 5, context])
        for (const other of named(below)) facts.set(`${context} > ${other}`, [context, 5, other])
        for (const other of named(equal)) facts.set([context, other].sort().join(' = '), [context, 9, other])
      }
      for (const fact of facts.values()) expect((await state(...fact)).statusCode).toBe(200)
    })

    test('is in order, with the counts that are known of it', async () => {
      const check = await read<Check>('check?tb=contexts')
      expect(check).toMatchObject({
        ok: true,
        units: 30,
        components: 1,
        longest_chain: 18,
        isolated: [],
        loops: [],
      })
      expect(check.groups.map((group) => group.length)).toEqual([2, 2, 2])
    })

    test('reduced has 31 relations beside those that join, on 18 levels', async () => {
      const { nodes, relations } = await read<Matrix>('matrix?tb=contexts&reduced=1')
      expect(relations.filter(({ relation }) => relation < 9)).toHaveLength(31)
      expect(relations.filter(({ relation }) => relation >= 9)).toHaveLength(3)
      expect(new Set(nodes.map(({ level }) => level)).size).toBe(18)
    })
  })
})
