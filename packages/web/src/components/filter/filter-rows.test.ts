import type { Filter } from '@trowel/client'
import { offeredOperators } from '@trowel/contract/model/operators.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FilterField } from './filter-fields.js'
import { type Condition, type FilterRows, readFilter } from './read-filter.js'
import { countOf, writeFilter } from './write-filter.js'

const field = (path: string, kind: FilterField['kind'], ofRows = false): FilterField => ({
  path,
  table: 'contexts',
  name: path,
  label: path,
  group: '',
  kind,
  ofRows,
})
const fields = [
  field('code', 'text'),
  field('type', 'choice'),
  field('elevation', 'number'),
  field('trench.code', 'text'),
  field('samples.lab', 'text', true),
]

const condition = fc.constantFrom(...fields).chain(({ path, kind }) =>
  fc.constantFrom(...offeredOperators[kind]).chain((operator) => {
    const value = kind === 'number' ? fc.integer().map(String) : fc.stringMatching(/^[a-z]{1,6}$/)
    const count = /_null|_empty|_nempty/.test(operator) ? 0 : operator === '_between' ? 2 : 1
    return fc
      .array(value, { minLength: count, maxLength: count })
      .map((values): Condition => ({ field: path, operator, values }))
  }),
)
const join = fc.constantFrom('_and', '_or')
const rows: fc.Arbitrary<FilterRows> = fc.record({
  join,
  items: fc.array(
    fc.oneof(condition, fc.record({ join, items: fc.array(condition, { minLength: 2, maxLength: 3 }) })),
    { minLength: 1, maxLength: 4 },
  ),
})

/** Whether a record fits, when it is known which single conditions hold. */
const holds = (filter: Filter, leaf: (condition: Filter) => boolean): boolean =>
  Object.entries(filter).every(([key, value]) =>
    key === '_and'
      ? (value as Filter[]).every((one) => holds(one, leaf))
      : key === '_or'
        ? (value as Filter[]).some((one) => holds(one, leaf))
        : leaf({ [key]: value }),
  )

describe('the rows of the filter builder', () => {
  test('mean the same after they were written into an address and read again', () =>
    fc.assert(
      fc.property(rows, fc.func(fc.boolean()), (made, isTrue) => {
        const filter = writeFilter(made, fields) ?? {}
        const again = writeFilter(readFilter(filter, fields), fields) ?? {}
        const leaf = (one: Filter) => isTrue(JSON.stringify(one))
        expect(holds(again, leaf)).toBe(holds(filter, leaf))
      }),
    ))

  test('that are not complete ask for nothing', () => {
    const items = [
      { field: '', operator: '_eq', values: [] },
      { field: 'code', operator: '_eq', values: [''] },
      { field: 'elevation', operator: '_between', values: ['1'] },
    ] as const
    expect(writeFilter({ join: '_and', items }, fields)).toBeUndefined()
  })

  test('ask for numbers as they were read; what cannot be read is left to the service, which refuses it', () => {
    const above = (value: string) =>
      writeFilter({ join: '_and', items: [{ field: 'elevation', operator: '_gt', values: [value] }] }, fields)
    expect(above('2.5')).toEqual({ elevation: { _gt: 2.5 } })
    for (const unread of ['1,234', '1.234 ?', 'high'])
      expect(above(unread)).toEqual({ elevation: { _gt: unread } })
  })

  test('keep as it is what they cannot show', () => {
    const filter = { samples: { lab: { _eq: 'a' }, kind: { _eq: 'b' } } }
    const read = readFilter(filter, fields)
    expect(read.items).toEqual([{ filter }])
    expect([writeFilter(read, fields), countOf(read)]).toEqual([filter, 1])
  })

  test('turn a flag that is false into its opposite', () =>
    expect(readFilter({ code: { _empty: false } }, fields).items).toEqual([
      { field: 'code', operator: '_nempty', values: [] },
    ]))
})
