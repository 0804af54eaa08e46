import type { ChangeSet } from '@trowel/contract/changes.js'
import { expect, test } from 'vitest'
import { groupSets } from './recent-work.js'

let id = 1000

/** A set that changed one record, or what `more` says. Each is a minute older than the one before. */
function set(more: Partial<ChangeSet> = {}): ChangeSet {
  id -= 1
  return {
    id,
    time: new Date(Date.UTC(2026, 5, 1, 8, id % 60)).toISOString(),
    user: 1,
    user_name: 'Ada',
    key: null,
    origin: 'form',
    note: null,
    title: '',
    sentence: 'set_updated',
    counts: { record: { created: 0, updated: 1, deleted: 0 } },
    record: { table: 'finds', id, label: `F${id}` },
    undone_by: null,
    undoes: null,
    undoable: true,
    incomplete: false,
    ...more,
  }
}

const sizesOf = (sets: readonly ChangeSet[]) => groupSets(sets).map((work) => work.sets.length)

test('what a person did to records of a table stands in one line, each record once', () => {
  const record = { table: 'finds', id: 7, label: 'F7' }
  const [work, ...others] = groupSets([set({ record }), set(), set({ record })])
  expect(others).toEqual([])
  expect(work?.records.map(({ id: one }) => one)).toEqual([7, expect.any(Number)])
  expect(work?.counts).toEqual({ record: { created: 0, updated: 3, deleted: 0 } })
})

test('another person, another table, a note and a long pause begin another line', () => {
  expect(sizesOf([set(), set({ user: 2 }), set({ user: 2 })])).toEqual([1, 2])
  expect(sizesOf([set(), set({ record: { table: 'contexts', id: 1, label: 'C1' } })])).toEqual([1, 1])
  expect(sizesOf([set(), set({ note: 'as drawn' }), set()])).toEqual([1, 1, 1])
  expect(sizesOf([set(), set({ time: '2026-05-31T08:00:00Z' })])).toEqual([1, 1])
})

test('an import stands by itself; small changes of one kind do not', () => {
  const many = { record: null, counts: { record: { created: 900, updated: 0, deleted: 0 } } }
  const setting = { record: null, counts: { configuration: { created: 0, updated: 1, deleted: 0 } } }
  expect(sizesOf([set(many), set(many)])).toEqual([1, 1])
  expect(sizesOf([set(setting), set(setting), set()])).toEqual([2, 1])
})

test('nothing was done where there are no sets', () => {
  expect(groupSets([])).toEqual([])
})
