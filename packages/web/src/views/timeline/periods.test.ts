import type { DatedRecord, TimelineTable } from '@trowel/contract/chronology.js'
import { expect, test } from 'vitest'
import { periodsOf } from './periods.js'

const record = (id: number, period: string, from: number | null): DatedRecord => ({
  id,
  label: `C${id}`,
  from,
  to: null,
  chrono_label: null,
  certainty: 1,
  period,
})
const tableOf = (...records: readonly DatedRecord[]): TimelineTable => ({
  tb_id: 'contexts',
  tb_label: 'Contexts',
  records: [...records],
})

test('periods come in the order of time, each with a colour of its own', () => {
  const periods = periodsOf([
    tableOf(record(1, 'Roman', 50), record(2, 'Iron Age', -600), record(3, '', 900)),
    tableOf(record(4, 'Roman', -20), record(5, 'Late Bronze Age', -1100)),
  ])
  expect(periods.map(({ name }) => name)).toEqual(['Late Bronze Age', 'Iron Age', 'Roman'])
  expect(new Set(periods.map(({ light }) => light)).size).toBe(3)
})

test('one period alone has no colour, and the rarest of very many have none', () => {
  expect(periodsOf([tableOf(record(1, 'Roman', 50), record(2, '', -600))])).toEqual([])
  const many = Array.from({ length: 14 }, (_, k) => record(k, `P${k}`, k))
  const twice = many.slice(2).map((one) => ({ ...one, id: one.id + 100 }))
  expect(periodsOf([tableOf(...many, ...twice)]).map(({ name }) => name)).toEqual(
    many.slice(2).map(({ period }) => period),
  )
})
