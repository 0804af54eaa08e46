import { expect, test } from 'vitest'
import { isAvailableOffline, isMadeOfRecords } from './query-kinds.js'

test.each(['info', 'tables', 'records', 'record', 'features', 'matrix'])(
  'what is needed to read records may be kept on the machine: %s',
  (kind) => expect(isAvailableOffline(['dig', kind, 'finds', 3])).toBe(true),
)

test.each(['users', 'keys', 'log', 'backups', 'configuration', 'libraries', 'upgrade', 'candidates'])(
  'what concerns people, keys and settings stays away from the machine: %s',
  (kind) => expect(isAvailableOffline(['dig', kind])).toBe(false),
)

test('what belongs to no application is not kept', () =>
  expect(isAvailableOffline(['door', 'apps'])).toBe(false))

test.each(['records', 'record', 'candidates', 'chart-data'])(
  'what is made of records is fetched again when some were written: %s',
  (kind) => expect(isMadeOfRecords(['dig', kind, 'finds'])).toBe(true),
)

test.each(['users', 'layouts', 'vocabularies', 'charts'])(
  'what is made of something else stays as it is when records were written: %s',
  (kind) => expect(isMadeOfRecords(['dig', kind])).toBe(false),
)
