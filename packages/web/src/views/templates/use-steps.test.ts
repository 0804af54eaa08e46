import { expect, test } from 'vitest'
import { stepped, stepsOf } from './use-steps.js'

test('steps lead back and forth, and what is typed is one of them', () => {
  const typed = ['a', 'an', 'and'].reduce(
    (steps, next) => stepped(steps, { kind: 'change', next, about: 'name' }),
    stepped(stepsOf('one'), { kind: 'change', next: 'two' }),
  )
  const back = stepped(typed, { kind: 'undo' })
  expect([typed.now, back.now, stepped(back, { kind: 'undo' }).now]).toEqual(['and', 'two', 'one'])
  expect(stepped(back, { kind: 'redo' })).toMatchObject({ now: 'and', past: ['one', 'two'], future: [] })
  // After a way back the next word is a step of its own, and there is no way forth.
  const other = stepped(back, { kind: 'change', next: 'x', about: 'name' })
  expect(other).toMatchObject({ now: 'x', past: ['one', 'two'], future: [] })
  expect(stepped(stepsOf('one'), { kind: 'undo' }).now).toBe('one')
})
