import { describe, expect, test } from 'vitest'
import { workOnMatrix } from './matrix.js'

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

/** The check of a chain of so many units. */
const chainOf = (length: number) => ({
  job: 'check' as const,
  options: {},
  rows: {
    table: { name: 'contexts', label: 'Contexts' },
    hasFuzzyDate: false,
    units: bytes(Array.from({ length }, (_, k) => ({ id: k + 1, label: `C${k + 1}`, inFilter: 1 }))),
    relations: bytes(
      Array.from({ length: length - 1 }, (_, k) => ({ id: k + 1, first: k + 1, second: k + 2, relation: 5 })),
    ),
  },
})
const read = (answer: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(answer))

describe('work on a matrix', () => {
  test('that takes too long is ended, and the next one is done', async () => {
    await expect(workOnMatrix(chainOf(20_000), 1)).rejects.toMatchObject({
      code: 'overloaded',
      status: 503,
      facts: { detail: 'timeout' },
    })
    expect(read(await workOnMatrix(chainOf(3), 30_000))).toMatchObject({ ok: true, longest_chain: 3 })
  })

  test('waits for its turn, but not behind too many others', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 90 }, () => workOnMatrix(chainOf(500), 30_000)),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(90)
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'overloaded', facts: { detail: 'busy' } })
  })
})
