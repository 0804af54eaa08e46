import type { Table } from '../../../catalogue/catalogue.js'
import type { Reader } from '../../../storage/storage.js'
import { selectHighestId } from './store.js'

/** What the rows of a file do to the table whose records they name themselves. */
export class OwnRows {
  /** The highest id before the run: what lies above was given by the file or by the database. */
  private highest: number | undefined
  private readonly given = new Set<number>()
  /** Ids and names of rows since the last look. */
  private ids = new Set<number>()
  private names = new Set<unknown>()

  constructor(private readonly table: Table) {}

  /** All rows so far are stored, and everything is asked anew. */
  async begin(reader: Reader): Promise<void> {
    this.highest ??= await selectHighestId(reader, this.table)
    this.ids = new Set()
    this.names = new Set()
  }

  note(id: number | undefined, names: readonly unknown[]): void {
    if (id !== undefined) {
      this.given.add(id)
      this.ids.add(id)
    }
    for (const name of names) this.names.add(name)
  }

  /** Can a file mean a record by this id? Not by one that the database has just given to a row of it. */
  mayBeMeant(id: number): boolean {
    return id <= (this.highest ?? 0) || this.given.has(id)
  }

  concern(id: number | undefined, name: string | number | undefined): boolean {
    return (id !== undefined && this.ids.has(id)) || (name !== undefined && this.names.has(name))
  }

  forget(id: number | undefined, name: string | number | undefined): void {
    if (id !== undefined) this.ids.delete(id)
    if (name !== undefined) this.names.delete(name)
  }
}
