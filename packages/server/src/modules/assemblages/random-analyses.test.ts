import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'

interface Find {
  readonly id: number
  readonly context: number | null
  readonly material: string | null
  readonly weight_g: number | null
}

const contextIds = [1, 2, 3, 4, 5, 6]
/** Of the contexts of the dig, by id: the kinds, and the trenches, of which C5 has none. */
const types = ['layer', 'cut', 'fill', 'layer', 'wall', 'layer']
const trenches = [1, 1, 2, 2, null, 3]

const findsOf = fc
  .array(
    fc.record({
      // 99 is the id of no context.
      context: fc.option(fc.constantFrom(...contextIds, 99)),
      material: fc.option(fc.constantFrom('', 'bone', 'Bone', 'flint', 'Öllampe', '🏺', '\uff5e', '10', '9')),
      weight_g: fc.option(fc.integer({ min: -5000, max: 50_000 }).map((number) => number / 10 + 0)),
    }),
    { maxLength: 30 },
  )
  .map((finds) => finds.map((find, index): Find => ({ id: index + 1, ...find })))

const analysis = fc.record({
  hops: fc.constantFrom(0, 1, 2),
  char: fc.constantFrom<'material' | 'context'>('material', 'context'),
  measure: fc.constantFrom<'count' | 'sum' | 'count_distinct'>('count', 'sum', 'count_distinct'),
  heavierThan: fc.option(fc.integer({ min: -500, max: 5000 })),
})
type Analysis = typeof analysis extends fc.Arbitrary<infer Value> ? Value : never

const steps = [
  { local_field: 'context', join_tb: 'contexts', join_pk: 'id' },
  { local_field: 'trench', join_tb: 'trenches', join_pk: 'id' },
]
const groupFields = ['material', 'ctx_type', 'id']

/** The cells as a plain model has them; the reader does not see walls. */
function expected(finds: readonly Find[], { hops, char, measure, heavierThan }: Analysis) {
  const cells = new Map<string, Map<string, (number | null)[]>>()
  for (const find of finds) {
    if (heavierThan !== null && (find.weight_g === null || find.weight_g <= heavierThan)) continue
    const place = contextIds.indexOf(find.context ?? 0)
    const trench = trenches[place] ?? null
    if (hops > 0 && (place < 0 || types[place] === 'wall')) continue
    if (hops > 1 && trench === null) continue
    const group = String([find.material, types[place], trench][hops] ?? '')
    const kind = String(find[char] ?? '')
    const row = cells.get(group) ?? new Map<string, (number | null)[]>()
    cells.set(group, row)
    row.set(kind, [...(row.get(kind) ?? []), find.weight_g])
  }
  const number = (weights: readonly (number | null)[]): number | undefined => {
    const known = weights.filter((weight) => weight !== null)
    if (measure === 'count') return weights.length
    if (measure === 'count_distinct') return new Set(known).size
    return known.length === 0
      ? undefined
      : known.reduce((sum, weight) => sum + Math.round(weight * 10), 0) / 10
  }
  return Object.fromEntries(
    [...cells].map(([group, row]) => [
      group,
      Object.fromEntries(
        [...row].flatMap(([kind, all]) => (number(all) === undefined ? [] : [[kind, number(all)]])),
      ),
    ]),
  )
}

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

describe.each(engines)('random analyses of random finds (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await hideRows(dig, 'reader', 'contexts', { ctx_type: { _neq: 'wall' } })
  })
  afterAll(() => dig.close())

  test('count what a plain model counts, in the order of the values', async () => {
    await fc.assert(
      fc.asyncProperty(
        findsOf,
        fc.array(analysis, { minLength: 4, maxLength: 4 }),
        async (finds, analyses) => {
          await dig.application.db.write(async (tx) => {
            await tx.run(sql`DELETE FROM "finds"`)
            for (const find of finds) await tx.insert('finds', { ...find })
          })
          for (const wanted of analyses) {
            const { hops, char, measure, heavierThan } = wanted
            const definition = {
              source_tb: 'finds',
              char_field: char,
              group_path: steps.slice(0, hops),
              group_field: groupFields[hops],
              measure,
              measure_field: 'weight_g',
              filters: heavierThan === null ? [] : [{ field: 'weight_g', op: '_gt', value: heavierThan }],
            }
            const reply = await dig.post('/api/assemblage/data', { definition }, 'reader')
            expect(reply.statusCode, reply.body).toBe(200)
            const { data, groups, chars } = reply.json()
            expect(data).toEqual(expected(finds, wanted))
            expect(groups).toEqual(Object.keys(data).sort(byBytes))
            expect(chars).toEqual([...chars].sort(byBytes))
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})
