import type { RecordInput } from '@trowel/contract/record-writes.js'
import type { RelationWarning } from '@trowel/contract/stratigraphy.js'
import type { Table } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Transaction } from '../../storage/storage.js'
import type { AttachedTable } from './attached-tables.js'

/** What is JSON text already. */
export class JsonText {
  constructor(readonly text: string) {}
}

/**
 * Something that hangs from a record and has a section of its own in the answer: files, stratigraphic
 * relations, map features … Each module exports its part; `build-server.ts` passes the list, so that reading,
 * deleting and restoring a record forget nothing.
 */
export interface RecordPart {
  /** The key of the section. */
  readonly section: 'files' | 'rs' | 'geodata' | 'manualLinks' | 'bibliography'
  /** What stands there when the table has the feature switched off, or the record has nothing of it. */
  readonly empty: readonly never[] | Readonly<Record<string, never>>
  /** Under which key of `related` the version of a deleted record keeps its rows. */
  readonly keptAs: 'rs' | 'manual_links' | 'geodata' | 'refman_links' | 'file_links'
  /**
   * The system table out of which it is read: where it holds nothing of the table, `read` is not asked. Its
   * rows are kept, removed and brought back together with their record.
   */
  readonly attachedTable: AttachedTable
  /** Does the table have this feature? */
  appliesTo(table: Table): boolean
  /**
   * The section for one record that the caller may read, or its `JsonText`. Answers `empty` when there is
   * nothing; one statement where it can.
   */
  read(scope: RequestScope, table: Table, recordId: number): Promise<unknown>
  /**
   * What a new record brings along of it: made ready before the transaction that makes the record, and
   * written in it by what this answers.
   */
  bring?(scope: RequestScope, input: RecordInput): Promise<Bring | undefined>
  /**
   * Compares what came back with a record with what was stated since it was deleted, in the transaction that
   * restores it.
   *
   * @param isForced contradictions are only warned of
   * @throws where it contradicts that
   */
  checkReturned?(
    tx: Transaction,
    scope: RequestScope,
    record: { readonly table: Table; readonly id: number },
    isForced: boolean,
  ): Promise<readonly RelationWarning[]>
}

/** Hangs something from a record that was just made. */
export type Bring = (tx: Transaction, table: Table, recordId: number) => Promise<void>
