import { expect, test } from 'vitest'
import type { WholeRecord } from '../../queries/records.js'
import {
  beginningOf,
  type Draft,
  emptyDraft,
  inputOf,
  isSameProblems,
  standingProblems,
  withoutField,
} from './draft.js'

const required = { code: 'validation_failed', text: 'A value is needed here.' }
const problems = [
  { ...required, field: 'code', tb: 'units', row: null },
  { ...required, field: 'lab', tb: 'samples', row: 1 },
]
const sent: Draft = {
  ...emptyDraft,
  core: { code: null },
  changedRows: { samples: [{ key: 7, values: { lab: 'Oxford' } }] },
  newRows: { samples: [{ key: -1, values: { weight: '2' } }] },
}
const standing = (now: Draft) =>
  standingProblems(problems, 'units', sent, now).map(({ field, row }) => [field, row])

test('a problem stands for as long as the value is the one that was refused', () => {
  expect(standing(sent)).toEqual([
    ['code', null],
    ['lab', -1],
  ])
  expect(standing({ ...sent, core: { code: 'A' } })).toEqual([['lab', -1]])
  expect(standing({ ...sent, core: { code: null, name: 'x' } })).toHaveLength(2)
  const mended = { samples: [{ key: -1, values: { weight: '2', lab: 'Kiel' } }] }
  expect(standing({ ...sent, newRows: mended })).toEqual([['code', null]])
})

test('problems are the same for as long as the same is said of the same values', () => {
  const told = (now: Draft) => standingProblems(problems, 'units', sent, now)
  expect(isSameProblems(told(sent), told({ ...sent, core: { code: null, name: 'x' } }))).toBe(true)
  expect(isSameProblems(told(sent), told({ ...sent, core: { code: 'A' } }))).toBe(false)
  const [, ofRow] = told(sent)
  expect(
    isSameProblems(told(sent), [{ ...required, field: 'code', text: 'Too long.' }, ofRow ?? required]),
  ).toBe(false)
})

test('a problem of a row stays with it when others are added, changed or removed', () => {
  const rows = { samples: [{ key: 9, values: {} }, ...(sent.changedRows['samples'] ?? [])] }
  expect(standing({ ...sent, changedRows: rows })).toContainEqual(['lab', -1])
  expect(standing({ ...sent, removedRows: { samples: [7] } })).toContainEqual(['lab', -1])
  expect(standing({ ...sent, newRows: {} })).toEqual([['code', null]])
  expect(inputOf(sent).plugins?.['samples']).toEqual([
    { id: 7, fields: { lab: 'Oxford' } },
    { id: null, _isNew: true, fields: { weight: '2' } },
  ])
})

test('reversed years are no longer blamed when either of them is mended', () => {
  const reversed = [{ ...required, field: 'chrono_from', tb: 'units', row: null }]
  const years: Draft = { ...emptyDraft, core: { chrono_from: '50', chrono_to: '20' } }
  const now: Draft = { ...emptyDraft, core: { chrono_from: '50', chrono_to: '80' } }
  expect(standingProblems(reversed, 'units', years, years)).toHaveLength(1)
  expect(standingProblems(reversed, 'units', years, now)).toEqual([])
})

test('a new record is sent with what it began with, under what was typed', () => {
  const cell = (val: string | number | null) => ({ name: '', label: '', val, val_label: null })
  const core = { id: cell(null), kind: cell('layer'), dug: cell('2026-05-01'), notes: cell('') }
  const beginning = beginningOf({ core } as Partial<WholeRecord> as WholeRecord, { code: 'U7' })
  expect(beginning).toEqual({ kind: 'layer', dug: '2026-05-01', code: 'U7' })
  const draft = { ...emptyDraft, core: { kind: 'cut', dug: null } }
  expect(inputOf(draft, beginning).core).toEqual({ kind: 'cut', dug: null, code: 'U7' })
  expect(inputOf(withoutField(draft, 'kind'), beginning).core).toMatchObject({ kind: 'layer' })
  expect(inputOf(draft).core).toEqual({ kind: 'cut', dug: null })
})
