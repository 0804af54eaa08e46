import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { buildMatrix } from '../modules/stratigraphy/matrix/build-matrix.js'
import type { Chronology, HarrisMatrix } from '../modules/stratigraphy/matrix/harris-matrix.js'

/** A relation as people write it, its name one of the ten: `['C1', 'covers', 'C2']`. */
export type WrittenRelation = readonly [first: string, relation: string, second: string]

export interface SampleFacts {
  readonly table?: string
  readonly alone?: readonly string[]
  readonly outside?: readonly string[]
  readonly dates?: Readonly<Record<string, string>>
  readonly isReduced?: boolean
}

/** A matrix of units in the order in which relations first name them, and units that stand alone. */
export function sampleMatrix(written: readonly WrittenRelation[], facts: SampleFacts = {}): HarrisMatrix {
  const { table = 'Contexts', alone = [], outside = [], dates, isReduced = false } = facts
  const labels = [...new Set([...written.flatMap(([first, , second]) => [first, second]), ...alone])]
  const idOf = new Map(labels.map((label, place) => [label, place + 1]))
  const codes = new Map<string, number>(stratigraphicRelations.map(({ name, code }) => [name, code]))
  const relations = written.map(([first, relation, second], place) => ({
    id: place + 1,
    first: idOf.get(first) as number,
    relation: codes.get(relation) as number,
    second: idOf.get(second) as number,
  }))
  const units = labels.map((label, place) => ({
    id: place + 1,
    label,
    inFilter: !outside.includes(label),
    ...(dates ? { chrono: chronology(dates[label]) } : {}),
  }))
  const rows = {
    table: { name: 'contexts', label: table },
    hasFuzzyDate: dates !== undefined,
    units,
    relations,
  }
  const built = buildMatrix(rows, { reduced: true, levels: true })
  return isReduced ? built : { ...built, relations }
}

const chronology = (label: string | undefined): Chronology => ({
  from: null,
  to: null,
  label: label ?? null,
  certainty: null,
})
