import { usualPolicies } from '@trowel/contract/model/delete-policies.js'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { Field } from '../../../catalogue/catalogue.js'
import type { Transaction } from '../../../storage/storage.js'
import { addDefinitions, definitionsByVocabulary, missingDefinitions } from '../../vocabularies/index.js'
import type { Change } from '../change.js'
import { addRelation } from '../relations/relations.js'

/** What new fields bring along. */
export interface FieldsBesides {
  /** Values of vocabularies; those that are there already stay as they are. */
  readonly vocabularies?: readonly NewValues[] | undefined
  /** Do the fields that refer to records get their relations? */
  readonly relations?: boolean
  /** Are the first short ones of them shown in lists, as far as there is room? */
  readonly inLists?: boolean
}

/** What a vocabulary is to offer, in this order behind what it has. */
export interface NewValues {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Gives vocabularies the values that they do not have yet. @throws `parameter_missing`, `invalid_parameter`
 */
export async function addValues(tx: Transaction, vocabularies: readonly NewValues[]): Promise<void> {
  if (vocabularies.length === 0) return
  const stored = await definitionsByVocabulary(tx)
  for (const { name, values } of vocabularies) {
    const missing = missingDefinitions(name, values, stored.get(name) ?? [])
    await addDefinitions(tx, name, missing)
    stored.set(name, [...(stored.get(name) ?? []), ...missing])
  }
}

/** Has the engine hold new lookup fields of a main table to the records that there are. */
export async function relateLookups(change: Change, table: string, fields: readonly Field[]): Promise<void> {
  for (const { name, idFromTable } of fields) {
    if (idFromTable === undefined) continue
    await addRelation(change, {
      fromTable: table,
      fromColumn: name,
      toTable: idFromTable,
      toColumn: 'id',
      ...usualPolicies,
    })
  }
}

/** So many columns a list shows by itself before people choose them. */
const maxColumns = 5

/** The columns that lists show, with the first short ones of new fields as far as there is room. */
export function previewWith(preview: readonly string[], fields: readonly Field[]): readonly string[] {
  const short = fields.filter(({ type, hide }) => !hide && describeFieldType(type).holds !== 'paragraphs')
  const added = short.map(({ name }) => name).filter((name) => !preview.includes(name))
  return [...preview, ...added.slice(0, Math.max(0, maxColumns - preview.length))]
}
