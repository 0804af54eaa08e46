import { expect, test } from 'vitest'
import { personsAfterRestore } from './kept-access.js'

const person = (id: number, privilege: number, email = `${id}@dig.example`, token_version = 0) => ({
  id,
  email,
  privilege,
  token_version,
})
const levels = (persons: readonly { readonly id: number; readonly privilege: number }[]) =>
  persons.map(({ id, privilege }) => [id, privilege])

test('levels are those of just before, and who was deleted since has none', () => {
  const after = personsAfterRestore(
    [person(1, 1), person(2, 10), person(3, 20), person(4, 30)],
    [person(1, 1), person(2, 30), person(4, 10)],
    4,
  )
  expect(levels(after)).toEqual([
    [1, 1],
    [2, 30],
    [3, 40],
    [4, 10],
  ])
})

test('on a new machine people keep the levels of the backup', () => {
  const after = personsAfterRestore(
    [person(1, 1), person(2, 10), person(7, 20)],
    [person(1, 1, 'me@dig.example')],
    1,
  )
  expect(levels(after)).toEqual([
    [1, 1],
    [2, 10],
    [7, 20],
  ])
})

test('somebody else under the same number gains nothing', () => {
  const after = personsAfterRestore([person(1, 30), person(2, 1)], [person(1, 1, 'me@dig.example')], 1)
  expect(levels(after)).toEqual([
    [1, 30],
    [2, 1],
  ])
})

test('where nobody could do everything, those of the backup can again', () => {
  const after = personsAfterRestore([person(1, 1), person(2, 10)], [person(2, 10), person(3, 1)], 3)
  expect(levels(after)).toEqual([
    [1, 1],
    [2, 10],
  ])
})

test('every session of before ends, on whichever side its number was greater', () => {
  const after = personsAfterRestore(
    [person(1, 1, '1@dig.example', 5), person(2, 10, '2@dig.example', 0)],
    [person(1, 1, '1@dig.example', 2), person(2, 10, '2@dig.example', 8)],
    2,
  )
  expect(after.map(({ token_version }) => token_version)).toEqual([6, 9])
})
