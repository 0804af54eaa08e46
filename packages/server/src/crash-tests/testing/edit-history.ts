import { readVersions, type StoredVersion } from './read-versions.js'
import type { StoredData } from './stored-data.js'

/** A context as far as these tests write it. */
export interface ContextState {
  readonly notes: string | null
  readonly count_of: number | null
  /** By the id of the row. */
  readonly samples: Readonly<Record<number, SampleState>>
}

export interface SampleState {
  readonly lab: string | null
  readonly litres: number | null
}

type SampleRow = SampleState & { readonly id: number }

/** The state that a version keeps. */
const stateOfVersion = ({ core, samples }: StoredVersion): ContextState => stateOf(core, samples)

const stateOf = (
  core: Pick<ContextState, 'notes' | 'count_of'>,
  samples: readonly SampleRow[],
): ContextState => ({
  notes: core.notes,
  count_of: core.count_of,
  samples: Object.fromEntries(samples.map(({ id, lab, litres }) => [id, { lab, litres }])),
})

/** The states that each context had, oldest first; the last one is what it is now. */
export async function readHistories(data: StoredData): Promise<Map<number, ContextState[]>> {
  const histories = new Map<number, ContextState[]>()
  for (const version of await readVersions(data)) {
    histories.set(version.rowid, [...(histories.get(version.rowid) ?? []), stateOfVersion(version)])
  }
  const samples = await data.rows<SampleRow & { id_link: number }>(
    'SELECT id, id_link, lab, litres FROM samples ORDER BY id',
  )
  const contexts = await data.rows<ContextState & { id: number }>('SELECT id, notes, count_of FROM contexts')
  for (const context of contexts) {
    const own = samples.filter((row) => row.id_link === context.id)
    histories.set(context.id, [...(histories.get(context.id) ?? []), stateOf(context, own)])
  }
  return histories
}
