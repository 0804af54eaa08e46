import type { SchemaFinding } from '@trowel/contract/dbml.js'
import type { Field, TableIndex } from '../../../catalogue/catalogue.js'
import type { TableSettings } from '../../../catalogue/stored-table.js'
import { AppError, type FieldProblem } from '../../../errors.js'
import { saidOf } from '../../../message.js'
import type { WantedRelation } from '../relations/relation-input.js'
import type { Note } from './annotations.js'
import type { TableText } from './text.js'

/** A table of a schema text on its way to be made: what was understood so far, and what is wrong with it. */
export interface TableDraft {
  readonly text: TableText
  readonly name: string
  readonly note: Note
  readonly isPlugin: boolean
  /** The main table that shall carry it. */
  readonly parent: string | undefined
  settings: TableSettings
  fields: readonly Field[]
  readonly relations: WantedRelation[]
  readonly indexes: Omit<TableIndex, 'id'>[]
  readonly warnings: SchemaFinding[]
  readonly errors: SchemaFinding[]
  /** Tables that it cannot be without, and what is wrong where one of them is not made. */
  readonly needs: { readonly table: string; readonly finding: SchemaFinding }[]
}

/** Problems of a form become errors of the table, under the name of the field. */
export function addProblems(draft: TableDraft, problems: readonly FieldProblem[], field?: string): void {
  for (const problem of problems) {
    draft.errors.push({ code: problem.code, field: field ?? problem.field, ...saidOf(problem) })
  }
}

/** What a check refuses becomes an error of the table. */
export function collectRefusal(
  draft: TableDraft,
  about: Pick<SchemaFinding, 'field' | 'table'>,
  check: () => void,
): boolean {
  try {
    check()
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    draft.errors.push({ code: error.code, ...error.said, ...about })
    return false
  }
}
