import { useQueries } from '@tanstack/react-query'
import { fieldsInPattern, readNumberPattern } from '@trowel/contract/model/number-pattern.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { useMemo } from 'react'
import type { Value } from '../../../components/fields/value.js'
import { useApplication } from '../../../core/application.js'
import { recordQueries, type WholeRecord } from '../../../queries/records.js'
import type { Draft } from '../draft.js'

/** The numbers that a new record would get, by field. */
export interface Proposals {
  readonly numbers: Readonly<Record<string, string | number>>
  /** What the fields are called on which a number still waits. */
  readonly waitFor: Readonly<Record<string, string>>
}

/** Fields of a new record whose numbers follow a pattern. */
export const numberedIn = ({ metadata, schema }: WholeRecord): readonly FieldSchema[] =>
  metadata.rec_id === null ? schema.fields.filter(({ number_pattern }) => number_pattern !== null) : []

/** The next numbers of a new record; asked for again when others save, or what they depend on changes. */
export function useProposals(record: WholeRecord, { core }: Draft): Proposals {
  const { app } = useApplication()
  const table = record.metadata.tb_id
  const { fields } = record.schema
  const numbered = useMemo(() => numberedIn(record), [record])
  const heldIn = (name: string): Value => (name in core ? core[name] : record.core[name]?.val) ?? null
  const found = useQueries({
    queries: numbered.map(({ name, number_pattern }) => {
      const pattern = readNumberPattern(number_pattern ?? '') ?? []
      const isField = (one: string) => fields.some((field) => field.name === one)
      const needed = fieldsInPattern(pattern, isField).map((one) => [one, heldIn(one)] as const)
      return recordQueries.nextNumber(app, table, name, Object.fromEntries(needed))
    }),
    combine: (answers) => answers.map(({ data }) => data),
  })
  return useMemo(() => {
    const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
    const known = numbered.map(({ name }, place) => [name, found[place]] as const)
    return {
      numbers: Object.fromEntries(
        known.flatMap(([name, answer]) => (answer?.value == null ? [] : [[name, answer.value]])),
      ),
      waitFor: Object.fromEntries(
        known.flatMap(([name, answer]) =>
          answer && answer.missing.length > 0 ? [[name, answer.missing.map(labelOf).join(', ')]] : [],
        ),
      ),
    }
  }, [numbered, found, fields])
}
