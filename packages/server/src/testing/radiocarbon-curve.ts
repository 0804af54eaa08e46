import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installCurve } from '../radiocarbon/curve-files.js'
import type { Dig } from './open-dig.js'

/** A curve by which an age is its own calendar year: it is nothing that was ever published. */
export const plainCurve = `# A plain curve, Nobody 1999, doi 10.1234/plain.99
#CAL BP,14C age,Error
${Array.from({ length: 101 }, (_, step) => `${step * 100},${step * 100},1`).join('\n')}
`

export async function installPlainCurve(dig: Dig, name: string) {
  const file = join(dig.service.dataFolder, 'plain.14c')
  await writeFile(file, plainCurve)
  return installCurve(dig.services.binaries, file, name)
}

/** What happens where an application comes to another machine. */
export const loseCurve = (dig: Dig, name: string) =>
  dig.services.binaries.remove({ app: '.service', area: 'curves', name: `${name}.14c` })

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
