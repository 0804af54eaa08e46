import type { JsonObject } from '@trowel/contract/json.js'
import { type DeletePolicy, usualPolicies } from '@trowel/contract/model/delete-policies.js'
import { type Catalogue, type TableRelation, tableOf } from '../../../catalogue/catalogue.js'
import { generatedFields } from '../../../catalogue/reserved-names.js'
import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'
import { isUnset } from '../input-values.js'
import { configuredColumn } from '../names.js'
import { policyNamed } from './relations.js'

/** A relation as a caller asks for it. */
export interface WantedRelation extends Omit<TableRelation, 'id' | 'onDelete' | 'onUpdate'> {
  readonly onDelete: DeletePolicy
  readonly onUpdate: DeletePolicy
}

/** What is no text names nothing; the refusal shows it as it was sent. */
const nameOf = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given))

/** @throws `parameter_missing`; `invalid_on_delete`; `invalid_on_update` */
export function readNewRelation(body: JsonObject): WantedRelation {
  const ends = ['from_tb', 'from_col', 'to_tb', 'to_col'] as const
  const missing = ends.find((key) => isUnset(body[key]))
  if (missing !== undefined) {
    throw new AppError('parameter_missing', { ...message('relation_needs', { missing }), detail: missing })
  }
  const [fromTable, fromColumn, toTable, toColumn] = ends.map((key) => nameOf(body[key])) as [
    string,
    string,
    string,
    string,
  ]
  return withUsualPolicies({ fromTable, fromColumn, toTable, toColumn, ...readPolicies(body, usualPolicies) })
}

/** What the body changes of a relation: where it leads and its policies; where it comes from stays. */
export function readRelationChange(body: JsonObject, stored: TableRelation): WantedRelation {
  const { fromTable, fromColumn } = stored
  const [toTable, toColumn] = [body['to_tb'], body['to_col']]
  return withUsualPolicies({
    fromTable,
    fromColumn,
    toTable: isUnset(toTable) ? stored.toTable : nameOf(toTable),
    toColumn: isUnset(toColumn) ? stored.toColumn : nameOf(toColumn),
    ...readPolicies(body, {
      onDelete: policyNamed(stored.onDelete) ?? usualPolicies.onDelete,
      onUpdate: policyNamed(stored.onUpdate) ?? usualPolicies.onUpdate,
    }),
  })
}

/** @throws `invalid_on_delete`; `invalid_on_update` */
export function readPolicies(
  body: JsonObject,
  otherwise: Pick<WantedRelation, 'onDelete' | 'onUpdate'>,
): Pick<WantedRelation, 'onDelete' | 'onUpdate'> {
  const [onDelete, onUpdate] = [body['on_delete'], body['on_update']]
  const policies = {
    onDelete: isUnset(onDelete) ? otherwise.onDelete : policyNamed(onDelete),
    onUpdate: isUnset(onUpdate) ? otherwise.onUpdate : policyNamed(onUpdate),
  }
  if (!policies.onDelete) throw new AppError('invalid_on_delete')
  if (!policies.onUpdate) throw new AppError('invalid_on_update')
  return { onDelete: policies.onDelete, onUpdate: policies.onUpdate }
}

const withUsualPolicies = (wanted: WantedRelation): WantedRelation =>
  wanted.fromTable === wanted.toTable ? { ...wanted, ...usualPolicies } : wanted

/**
 * @throws `plugin_relation_not_allowed` for plugin tables, but for what makes them belong to a main table;
 *   `unknown_table`;
 * `field_not_found`; `reserved_name` for a column that every table has; `invalid_on_delete` and
 * `invalid_on_update` when the column of a plugin table should become empty
 */
export function checkRelation(wanted: WantedRelation, catalogue: Catalogue): void {
  const { fromTable, fromColumn, toTable, toColumn } = wanted
  const from = catalogue.tables.get(fromTable)
  const isAttachment = from?.isPlugin === true && fromColumn === 'id_link'
  const leadsToPlugin = catalogue.tables.get(toTable)?.isPlugin === true
  if (leadsToPlugin || (from?.isPlugin && !isAttachment) || (isAttachment && toColumn !== 'id')) {
    throw new AppError('plugin_relation_not_allowed')
  }
  configuredColumn(tableOf(catalogue, fromTable), fromColumn)
  configuredColumn(tableOf(catalogue, toTable), toColumn)
  if (isAttachment) refuseEmptying(wanted)
  else if (generatedFields.has(fromColumn)) {
    throw new AppError('reserved_name', message('column_refers_to_none', { column: fromColumn }))
  }
}

function refuseEmptying({ onDelete, onUpdate }: WantedRelation): void {
  const said = message('id_link_never_empty', {})
  if (onDelete === 'SET NULL') throw new AppError('invalid_on_delete', said)
  if (onUpdate === 'SET NULL') throw new AppError('invalid_on_update', said)
}
