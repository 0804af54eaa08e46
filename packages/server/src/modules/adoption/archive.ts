import { writeZip } from '../../formats/zip-writer.js'
import type { SqlValue } from '../../storage/sql.js'
import type { EngineName } from '../../storage/storage.js'
import { addRows, endArchive, type TablePart } from '../backups/index.js'
import type { AdoptedTable } from './adopted-table.js'

interface ArchiveFacts {
  readonly app: string
  readonly engine: EngineName
  readonly version: string
  /** Who wants it. */
  readonly by: string
  readonly now: number
}

const rowsAtATime = 500

/**
 * The tables as one of our own backups, whose migrations are all still to come: they add what the old service
 * had nothing of. Rows are read as the archive is written.
 */
export const writeAdopted = (
  tables: readonly AdoptedTable[],
  { app, engine, version, by, now }: ArchiveFacts,
): AsyncGenerator<Uint8Array> =>
  writeZip(async (zip) => {
    const contents: Pick<TablePart, 'rows' | 'bytes' | 'sha256'>[] = []
    for (const [place, table] of tables.entries()) contents.push(await addRows(zip, place, batchesOf(table)))
    const parts: TablePart[] = []
    for (const [place, content] of contents.entries()) {
      const table = tables[place]
      if (table) parts.push({ ...(await shapeOf(table)), ...content })
    }
    await endArchive(zip, {
      app,
      engine,
      version,
      createdAt: new Date(now).toISOString(),
      createdBy: by,
      migrations: [],
      tables: parts,
      files: null,
      missingFiles: 0,
    })
  })

async function* batchesOf({ columns, rows }: AdoptedTable): AsyncGenerator<SqlValue[][]> {
  let batch: SqlValue[][] = []
  for await (const row of rows()) {
    batch.push(columns.map(({ name }) => row[name] ?? null))
    if (batch.length < rowsAtATime) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function shapeOf({
  name,
  columns,
  rest,
}: AdoptedTable): Promise<Omit<TablePart, 'rows' | 'bytes' | 'sha256'>> {
  const { foreignKeys, indexes, lastId } = await rest()
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.type === 'TIMESTAMP' ? 'TEXT' : column.type,
      notNull: column.notNull === true,
    })),
    foreignKeys: [...foreignKeys],
    indexes: indexes.map((index) => ({ ...index, columns: [...index.columns] })),
    lastId,
  }
}
