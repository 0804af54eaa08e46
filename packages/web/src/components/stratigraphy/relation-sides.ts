import {
  stratigraphicRelation,
  stratigraphicRelations,
} from '@trowel/contract/model/stratigraphic-relations.js'
import type { RelationEntry } from '@trowel/contract/stratigraphy.js'
import i18next from 'i18next'

/** Where another unit lies on the form of this one: later units above, earlier ones below. */
export const sides = ['above', 'beside', 'below'] as const
export type Side = (typeof sides)[number]

const sideOf = { second: 'above', neither: 'beside', first: 'below' } as const

/**
 * Codes of the relations that this unit can have to one on that side, read as "this unit *relation* the
 * other".
 */
export const relationsTo = (side: Side): readonly number[] =>
  stratigraphicRelations.filter(({ newer }) => sideOf[newer] === side).map(({ code }) => code)

/** A relation as one of its units tells it: "this unit *code* other". */
export interface SeenRelation {
  readonly id: number
  readonly code: number
  readonly side: Side
  readonly other: { readonly id: number; readonly label: string }
}

export function seenFrom(unit: number, entry: RelationEntry): SeenRelation {
  const isFirst = entry.first === unit
  const stated = stratigraphicRelation(entry.relation)
  const code = isFirst ? entry.relation : (stated?.inverse ?? entry.relation)
  return {
    id: entry.id,
    code,
    side: sideOf[stratigraphicRelation(code)?.newer ?? 'neither'],
    other: isFirst
      ? { id: entry.second, label: entry.second_label }
      : { id: entry.first, label: entry.first_label },
  }
}

/** A relation as people say it: "covers". */
export function relationWords(code: number): string {
  const relation = stratigraphicRelation(code)
  return relation ? i18next.t(`relations.${relation.name}`) : String(code)
}

/** "C12 covers C14". */
export const relationSentence = (first: string, code: number, second: string): string =>
  `${first} ${relationWords(code)} ${second}`
