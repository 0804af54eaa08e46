import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import english from '../../locales/en.json'
import { columnsBody, gapInRoles, isOfPairs, rolesAtFirst, sentencesOf, withRole } from './relation-roles.js'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: english } } }))

const columns = ['us', 'rapporto', 'altra us', 'note']
const named = ['unit', 'relation', 'named', null] as const

test('columns have the roles that their names suggest, and the request says them', () => {
  expect(rolesAtFirst(columns)).toEqual(named)
  expect(columnsBody(columns, named)).toEqual({
    unit: 'us',
    relations: [{ column: 'altra us', named_in: 'rapporto' }],
  })
  expect(rolesAtFirst(['context', 'above', 'type', 'below'])).toEqual(['unit', 1, null, 5])
})

test.each([
  [['younger', 'older', 'url'], true],
  [['us', 'rapporto', 'altra us'], true],
  [['Context', 'Type', 'Above', 'Below'], false],
  [['Find', 'Younger', 'Older'], false],
  [['younger', 'older', 'a', 'b', 'c'], false],
])('%j are pairs of units: %s', (names, areThey) => {
  expect(isOfPairs(names)).toBe(areThey)
})

test('a second column of units takes the role from the first', () => {
  expect(withRole(named, 3, 'unit')).toEqual([null, 'relation', 'named', 'unit'])
  expect(withRole(named, 3, 'named')).toEqual(['unit', 'relation', 'named', 'named'])
})

test.each([
  [named, undefined],
  [['unit', 5], undefined],
  [[5, 1], 'unit'],
  [['unit', 'relation'], 'others'],
  [['unit', 'named'], 'relation'],
] as const)('what is missing in %j', (roles, gap) => {
  expect(gapInRoles(roles)).toBe(gap)
})

test('the first relations are told in words', () => {
  const rows = [
    ['1', 'cuts', '2', ''],
    ['2', 'near', '3', ''],
    ['3', 'copre', '4, 5', ''],
  ]
  expect(sentencesOf({ rows }, named)).toEqual(['1 cuts 2', '3 covers 4, 5'])
  expect(sentencesOf({ rows: [['7', '', '8', '9']] }, ['unit', null, 1, 5])).toEqual([
    '7 is covered by 8',
    '7 covers 9',
  ])
})
