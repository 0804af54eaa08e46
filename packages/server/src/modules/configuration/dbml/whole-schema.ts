import type { SchemaFinding } from '@trowel/contract/dbml.js'
import { definitionsByVocabulary } from '../../vocabularies/index.js'
import type { Change } from '../change.js'
import { carryOut } from './apply.js'
import { planSchema } from './plan.js'
import type { SchemaText } from './text.js'

/**
 * Makes all that a schema text describes, in a change under way; rows of its tables are journaled from now
 * on.
 *
 * @param refuse told everything that stands in the way
 * @returns the names of its tables, in their order
 */
export async function makeSchema(
  change: Change,
  schema: SchemaText,
  refuse: (findings: readonly SchemaFinding[]) => never,
): Promise<readonly string[]> {
  const { tx, catalogue } = change
  const plan = planSchema(schema, {
    catalogue,
    physical: new Set((await tx.schema.inspect()).keys()),
    vocabularies: await definitionsByVocabulary(tx),
  })
  const findings = [
    ...plan.drafts.flatMap(({ name, errors }) => errors.map((error) => ({ table: name, ...error }))),
    ...plan.vocabularies.flatMap(({ errors }) => errors),
  ]
  if (findings.length > 0) refuse(findings)
  const made = await carryOut(change, plan)
  await tx.schema.journal(made)
  return made
}
