import type { Catalogue } from '../../../catalogue/catalogue.js'
import { message } from '../../../message.js'
import { checkRelation, readNewRelation } from '../relations/relation-input.js'
import { readNote } from './annotations.js'
import { collectRefusal, type TableDraft } from './draft.js'
import { needsTable } from './fields.js'
import type { RefText } from './text.js'

/**
 * The relations that the references of a table ask for. A reference beside a lookup is none by itself.
 * @param drafts every table of the text, by name: `<` belongs to the other end
 */
export function readRelations(
  draft: TableDraft,
  drafts: ReadonlyMap<string, TableDraft>,
  outline: Catalogue,
): void {
  const carrier = outline.tables.get(draft.parent ?? '')
  if (carrier && !carrier.isPlugin) {
    const link = draft.text.columns.find(({ name }) => name === 'id_link')
    const policies = readNote(link?.note ?? '').annotations
    const to = { table: carrier.name, column: 'id' }
    relate(draft, { from: draft, field: 'id_link', to }, policies, outline)
  }
  for (const column of draft.text.columns) {
    if (column.name === 'id_link' && draft.isPlugin) continue
    const { annotations } = readNote(column.note)
    const [table, target] = annotations.get('relation')?.split('.') ?? []
    const wanted: RefText[] = table && target ? [{ sign: '>', table, column: target }] : []
    const refs = annotations.has('id_from_tb') ? wanted : column.refs
    for (const ref of refs) {
      const other = ref.sign === '<' ? drafts.get(ref.table) : undefined
      if (ref.sign === '>' || ref.sign === '-') {
        relate(draft, { from: draft, field: column.name, to: ref }, annotations, outline)
      } else if (other) {
        const to = { table: draft.name, column: column.name }
        relate(draft, { from: other, field: ref.column, to }, annotations, outline)
      } else {
        const about = { field: column.name, table: ref.table }
        draft.warnings.push({
          code: 'reference_ignored',
          ...about,
          ...message('schema_reference_ignored', about),
        })
      }
    }
  }
}

interface Reference {
  readonly from: TableDraft
  readonly field: string
  readonly to: { readonly table: string; readonly column: string }
}

/** @param draft the table whose text asks for the relation: it gets what is wrong with it */
function relate(
  draft: TableDraft,
  { from, field, to }: Reference,
  policies: ReadonlyMap<string, string>,
  outline: Catalogue,
): void {
  const { table } = to
  const target = outline.tables.get(table)
  if (!target?.fields.has(to.column)) {
    const said = message('schema_relation_without_field', { field, table, column: to.column })
    draft.errors.push({ code: 'unknown_reference', field, table, ...said })
    return
  }
  if (from.relations.some((one) => one.fromColumn === field)) {
    const said = message('schema_relation_repeated', { field, table })
    draft.errors.push({ code: 'relation_already_exists', field, table, ...said })
    return
  }
  collectRefusal(draft, { field, table }, () => {
    const wanted = readNewRelation({
      from_tb: from.name,
      from_col: field,
      to_tb: table,
      to_col: to.column,
      on_delete: policies.get('on_delete'),
      on_update: policies.get('on_update'),
    })
    checkRelation(wanted, outline)
    from.relations.push(wanted)
    if (field !== 'id_link') {
      from.needs.push({ table, finding: needsTable(field, table) })
    }
  })
}
