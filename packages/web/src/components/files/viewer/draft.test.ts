import type { PictureMark } from '@trowel/contract/picture-marks.js'
import { describe, expect, test } from 'vitest'
import {
  begun,
  changed,
  continued,
  draftOf,
  drawnTo,
  finished,
  markAt,
  merged,
  movedTo,
  redone,
  undone,
} from './draft.js'

const size = { width: 1000, height: 1000 }
const pencil = { kind: 'arrow', colour: '#e03131', size: 'medium' } as const
const arrow = drawnTo(begun([], pencil, [0.1, 0.1]), [0.5, 0.5])
const text: PictureMark = { ...pencil, kind: 'text', points: [[0.7, 0.7]], text: 'Wall' }

describe('drawing', () => {
  test('begins at a point, ends at another, and stays on the picture', () => {
    expect(arrow.points).toEqual([
      [0.1, 0.1],
      [0.5, 0.5],
    ])
    expect(drawnTo(arrow, [1.4, -2]).points[1]).toEqual([1, 0])
  })

  test('counts numbered points on', () => {
    const first = begun([], { ...pencil, kind: 'number' }, [0, 0])
    expect(first.number).toBe(1)
    expect(begun([{ ...first, number: 7 }, first], { ...pencil, kind: 'number' }, [0, 0]).number).toBe(8)
  })

  test('keeps of a free line the points that make its form', () => {
    let line = begun([], { ...pencil, kind: 'free' }, [0, 0])
    for (let k = 1; k <= 400; k++) line = drawnTo(line, [k / 800, k <= 200 ? 0 : (k - 200) / 400])
    expect(finished(line, size)?.points).toEqual([
      [0, 0],
      [0.25, 0],
      [0.5, 0.5],
    ])
  })

  test('keeps nothing of a slip', () => {
    expect(finished(begun([], pencil, [0.5, 0.5]), size)).toBeUndefined()
    expect(finished(text, size)).toEqual(text)
  })

  test('goes back and forth, a drag in one step', () => {
    const drawn = continued(continued(changed(draftOf([]), [arrow]), [arrow, arrow]), [text])
    const back = undone(drawn)
    expect(back.marks).toEqual([])
    expect(undone(back)).toEqual(back)
    expect(redone(back).marks).toEqual([text])
    expect(redone(changed(back, [arrow])).marks).toEqual([arrow])
  })

  test('moves a mark as a whole, to the edge at most', () => {
    expect(movedTo(arrow, [0.2, -0.05]).points).toEqual([
      [0.3, 0.05],
      [0.7, 0.45],
    ])
    expect(movedTo(arrow, [9, 0]).points).toEqual([
      [0.6, 0.1],
      [1, 0.5],
    ])
  })

  test('finds the topmost mark near a finger', () => {
    const marks = [arrow, { ...arrow, kind: 'rectangle' as const }, text]
    expect(markAt(marks, [0.3, 0.31], size, 12)).toBe(0)
    expect(markAt(marks, [0.1, 0.11], size, 12)).toBe(1)
    expect(markAt(marks, [0.72, 0.71], size, 0)).toBe(2)
    expect(markAt(marks, [0.9, 0.1], size, 12)).toBeUndefined()
  })

  test('of two people is put together', () => {
    const other = { ...arrow, colour: '#1971c2' }
    expect(merged([arrow], [arrow, text], [arrow, other])).toEqual([arrow, other, text])
    expect(merged([arrow], [text], [arrow, other])).toEqual([other, text])
    expect(merged([arrow], [arrow], [])).toEqual([])
  })
})
