import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installCurve } from '../radiocarbon/installed-curve.js'
import type { Dig } from './open-dig.js'

/** The published curve among the public data. */
export const curveFile = join(
  process.env['TROWEL_TEST_DATA'] ?? '../shared/data',
  'radiocarbon-curve',
  'intcal20.14c',
)

export const installCurveOf = (dig: Dig) => installCurve(dig.services.binaries, curveFile)

/** What nobody does who runs a service, but a new machine may have none. */
export const loseCurve = (dig: Dig) =>
  rm(join(dig.service.dataFolder, 'applications', '.service', 'curves', 'intcal20.14c'))

export type DateRow = Readonly<Record<string, string | number | null>>

/** The radiocarbon dates of a context, as its record shows them. */
export async function datesOf(dig: Dig, context: number): Promise<DateRow[]> {
  const { plugins } = (await dig.get(`/api/record/contexts/${context}`, 'reader')).json<{
    plugins: Record<string, { data: Record<string, { val: string | number | null }>[] }>
  }>()
  return (plugins['contexts_radiocarbon']?.data ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, { val }]) => [name, val])),
  )
}

/** The four calibrated bounds of a row: 1σ, then 2σ. */
export const boundsOf = (row: DateRow | undefined) =>
  ['cal_1s_from', 'cal_1s_to', 'cal_2s_from', 'cal_2s_to'].map((name) => row?.[name])

/** Saves rows of radiocarbon dates of a context: those with an id are changed, others made. */
export function saveDates(dig: Dig, context: number, rows: readonly DateRow[]) {
  const plugins = {
    contexts_radiocarbon: rows.map(({ id = null, ...fields }) => ({ id, fields })),
  }
  return dig.post(`/api/record/contexts/${context}`, { core: {}, plugins }, 'writer')
}
