import { expect, test } from 'vitest'
import { isAvailableOffline } from './available-offline.js'

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
