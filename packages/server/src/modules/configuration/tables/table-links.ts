import { isObject } from '@trowel/contract/json.js'
import { usualPolicies } from '@trowel/contract/model/delete-policies.js'
import type { ProblemCode } from '@trowel/contract/problem-codes.js'
import type { Catalogue, Table, TableRelation } from '../../../catalogue/catalogue.js'
import { generatedFields } from '../../../catalogue/reserved-names.js'
import { type Message, message } from '../../../message.js'
import type { Change } from '../change.js'
import { isUnset, type Problems } from '../input-values.js'
import { addRelation, clearBrokenPaths, removeRelation } from '../relations/relations.js'

/** Column `my` of a table holds values of column `other` of `table`. */
export interface LinkPair {
  readonly my: string
  readonly table: string
  readonly other: string
}

/**
 * The relations that a body wants to lead from a table; `undefined` when it says nothing about them. The
 * listing of a table shows relations in both directions: those that lead to it come back and are left out.
 */
export function readLinks(
  value: unknown,
  table: Table,
  catalogue: Catalogue,
  problems: Problems,
): LinkPair[] | undefined {
  if (value === undefined) return undefined
  if (isUnset(value)) return []
  if (!Array.isArray(value)) {
    problems.push({ field: 'link', code: 'invalid_value', ...message('links_as_list', {}) })
    return undefined
  }
  const pairs: LinkPair[] = []
  value.forEach((entry: unknown, index) => {
    const fld = isObject(entry) ? entry['fld'] : undefined
    const other = isObject(entry) ? entry['other_tb'] : undefined
    if (!Array.isArray(fld) || typeof other !== 'string') {
      problems.push({
        field: `link[${index}]`,
        code: 'invalid_value',
        ...message('link_form', {}),
      })
      return
    }
    fld.forEach((pair: unknown, place) => {
      const at = `link[${index}].fld[${place}]`
      const read = readPair(pair, other, at, problems)
      if (!read || isReverse(read, table, catalogue)) return
      if (pairs.some((one) => one.my === read.my)) {
        problems.push({
          field: at,
          code: 'relation_already_exists',
          ...message('listed_twice', { name: read.my }),
        })
      }
      checkPair(read, table, catalogue, at, problems)
      pairs.push(read)
    })
  })
  return pairs
}

function readPair(pair: unknown, table: string, at: string, problems: Problems): LinkPair | undefined {
  if (isObject(pair)) {
    const { my, other } = pair
    if (typeof my === 'string' && typeof other === 'string') return { my, table, other }
  }
  problems.push({ field: at, code: 'invalid_value', ...message('link_pair_form', {}) })
  return undefined
}

const isReverse = (pair: LinkPair, table: Table, catalogue: Catalogue): boolean =>
  catalogue.relations.some(
    (one) =>
      one.fromTable === pair.table &&
      one.fromColumn === pair.other &&
      one.toTable === table.name &&
      one.toColumn === pair.my,
  )

function checkPair(pair: LinkPair, table: Table, catalogue: Catalogue, at: string, problems: Problems): void {
  const other = catalogue.tables.get(pair.table)
  const add = (field: string, code: ProblemCode, said: Message): void => {
    problems.push({ field: field === '' ? at : `${at}.${field}`, code, ...said })
  }
  if (table.isPlugin || other?.isPlugin) {
    add('', 'plugin_relation_not_allowed', message('plugin_relation_by_id_link', {}))
    return
  }
  if (!other) {
    add('other', 'unknown_table', message('no_such_table_named', { table: pair.table }))
  } else if (!other.fields.has(pair.other)) {
    add('other', 'field_not_found', message('table_has_no_field', { table: pair.table, field: pair.other }))
  }
  if (generatedFields.has(pair.my)) {
    add('my', 'reserved_name', message('column_refers_to_none', { column: pair.my }))
  } else if (!table.fields.has(pair.my)) {
    add('my', 'field_not_found', message('table_has_no_field', { table: table.name, field: pair.my }))
  }
}

/**
 * Makes the relations that lead from a table those that are wanted; the ones that stay keep their policies.
 */
export async function replaceLinks(change: Change, table: Table, wanted: readonly LinkPair[]): Promise<void> {
  const existing = change.catalogue.relations.filter((relation) => isForward(relation, table))
  const isWanted = (relation: TableRelation): boolean =>
    wanted.some(
      (pair) =>
        pair.my === relation.fromColumn &&
        pair.table === relation.toTable &&
        pair.other === relation.toColumn,
    )
  const kept = existing.filter(isWanted)
  for (const relation of existing) {
    if (!kept.includes(relation)) await removeRelation(change, relation)
  }
  for (const pair of wanted) {
    if (kept.some((relation) => relation.fromColumn === pair.my)) continue
    await addRelation(change, {
      fromTable: table.name,
      fromColumn: pair.my,
      toTable: pair.table,
      toColumn: pair.other,
      ...usualPolicies,
    })
  }
  if (kept.length < existing.length) await clearBrokenPaths(change)
}

const isForward = (relation: TableRelation, table: Table): boolean =>
  relation.fromTable === table.name && !(table.isPlugin && relation.fromColumn === 'id_link')
