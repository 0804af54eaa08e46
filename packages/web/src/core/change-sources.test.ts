import type { Change, FollowedSet } from '@trowel/contract/changes.js'
import { expect, test } from 'vitest'
import { sourcesOf } from './change-sources.js'

const change = (given: Partial<Change>): Change => ({
  entity: 'record',
  table: 'finds',
  id: 7,
  record: { table: 'finds', id: 7, label: 'F7' },
  operation: 'updated',
  fields: [],
  ...given,
})
const set = (changes: readonly Change[], total = changes.length, counts: FollowedSet['counts'] = {}) =>
  ({ changes, total, counts }) as FollowedSet

test('a change of a record, of a row in it or of what hangs from it is about that record', () =>
  expect(
    sourcesOf(
      set([
        change({}),
        change({ entity: 'plugin_row', table: 'measurements', id: 2 }),
        change({ entity: 'geometry', id: 3 }),
      ]),
    ),
  ).toEqual([
    { of: 'record', table: 'finds', id: 7 },
    { of: 'feature', table: 'finds', id: 7 },
  ]))

test('a relation or link is shown by both of its ends, a file by whoever has it', () =>
  expect(
    sourcesOf(
      set([
        change({ entity: 'relation' }),
        change({ entity: 'manual_link' }),
        change({ entity: 'file', table: null, record: null }),
      ]),
    ),
  ).toEqual([{ of: 'relation', table: 'finds' }, { of: 'link', table: 'finds' }, { of: 'file' }]))

test('of a set with more changes than it tells, all of their kinds may be others', () =>
  expect(sourcesOf(set([change({})], 4000, { record: { created: 4000, updated: 0, deleted: 0 } }))).toEqual([
    { of: 'record' },
  ]))
