import { beforeEach, describe, expect, test } from 'vitest'
import { openUndoSteps } from './undo-steps.js'

describe('the changes of a person in a tab', () => {
  let person: string
  let time: number
  let own: ReturnType<typeof openUndoSteps>
  beforeEach(() => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    person = 'dig/4'
    time = 1
    own = openUndoSteps(
      () => storage,
      () => person,
      () => time,
    )
  })

  test('are undone one after the other, the last first, and done again in the same order', () => {
    own.made(10)
    own.made(11)
    expect(own.last()).toEqual({ id: 11, at: 1 })
    own.undid(11, 12)
    own.undid(10, 13)
    expect([own.last(), own.lastUndone()]).toEqual([undefined, { id: 10, at: 1, by: 13 }])
    time = 2
    own.redid(13)
    expect([own.last(), own.lastUndone()?.id]).toEqual([{ id: 10, at: 2 }, 11])
  })

  test('end what can be done again when something else is changed', () => {
    own.made(10)
    own.undid(10, 11)
    own.made(12)
    expect([own.last()?.id, own.lastUndone()]).toEqual([12, undefined])
  })

  test('are those of nobody else, and an undo of what others did is none of them', () => {
    own.made(10)
    own.undid(9, 11)
    expect(own.lastUndone()).toBeUndefined()
    person = 'dig/5'
    expect(own.last()).toBeUndefined()
    own.made(20)
    person = 'dig/4'
    expect(own.last()).toBeUndefined()
  })

  test('are forgotten when they cannot be undone, and after very many others', () => {
    own.made(10)
    own.made(11)
    own.forget(11)
    expect(own.last()?.id).toBe(10)
    for (let id = 100; id < 200; id++) own.made(id)
    for (let id = 199; own.last(); id--) own.forget(id)
    expect(own.last()).toBeUndefined()
  })

  test('do without a storage that takes or holds nothing', () => {
    const broken = {
      getItem: () => '{',
      setItem: () => {
        throw new Error('full')
      },
    }
    const none = openUndoSteps(
      () => broken,
      () => 'dig/4',
      () => 1,
    )
    none.made(10)
    expect(none.last()).toBeUndefined()
  })
})
