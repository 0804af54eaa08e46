import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.js'
import { showProgress } from './progress.js'
import type { Terminal } from './terminal.js'

function recording(isInteractive: boolean) {
  const notes: string[] = []
  const drawn: string[] = []
  const terminal: Terminal = {
    environment: {},
    readSettings: () => readConfig({}, 1),
    folder: '.',
    print: () => undefined,
    note: (line) => notes.push(line),
    redraw: isInteractive ? (line) => drawn.push(line) : undefined,
    askSecret: undefined,
  }
  return { terminal, notes, drawn }
}

describe('progress', () => {
  test('is a bar with the rest of the time where lines can be replaced', () => {
    const { terminal, drawn } = recording(true)
    let now = 0
    const progress = showProgress(terminal, () => now)
    now = 10_000
    progress.update(250, 1000, '250 rows')
    expect(drawn).toEqual([`[${'#'.repeat(8)}${'-'.repeat(22)}]  25 %  250 rows, 30 s left`])
  })

  test('is not drawn more often than somebody can see', () => {
    const { terminal, drawn } = recording(true)
    const progress = showProgress(terminal, () => 5)
    for (let row = 1; row <= 500; row++) progress.update(row, 1000, '')
    expect(drawn).toHaveLength(1)
  })

  test('always shows its end, and leaves the line', () => {
    const { terminal, drawn, notes } = recording(true)
    const progress = showProgress(terminal, () => 5)
    progress.update(1, 1000, 'begun')
    progress.update(1000, 1000, 'done')
    progress.end()
    expect(drawn.at(-1)).toBe(`[${'#'.repeat(30)}] 100 %  done`)
    expect(notes).toEqual([''])
  })

  test('is a line for each tenth where lines cannot be replaced', () => {
    const { terminal, notes } = recording(false)
    const progress = showProgress(terminal)
    for (let row = 0; row <= 1000; row++) progress.update(row, 1000, `${row} rows`)
    expect(notes).toHaveLength(10)
    expect(notes[0]).toBe(' 10 %  100 rows')
  })

  test('of nothing is complete', () => {
    const { terminal, notes } = recording(false)
    showProgress(terminal).update(0, 0, 'empty')
    expect(notes).toEqual(['100 %  empty'])
  })
})
