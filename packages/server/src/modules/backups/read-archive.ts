import { createHash } from 'node:crypto'
import { StringDecoder } from 'node:string_decoder'
import { migrations } from '../../catalogue/migrations/list.js'
import { FileProblem } from '../../formats/file-problem.js'
import { type ArchiveEntry, ArchiveTooLarge, ZipArchive } from '../../formats/zip-archive.js'
import { message } from '../../message.js'
import { binaryNameForm } from '../../storage/binaries/binary-storage.js'
import type { SqlValue } from '../../storage/sql.js'
import { BackupProblem, corrupt } from './backup-problem.js'
import {
  type FilePart,
  filePath,
  isKey,
  type Manifest,
  manifestName,
  parseManifest,
  type TablePart,
  tablePath,
} from './manifest.js'
import { readRow } from './row-text.js'
import { transientTables } from './transient-tables.js'

const maxEntries = 5_000_000
const maxManifestBytes = 512 * 1024 * 1024
const maxLineLength = 256 * 1024 * 1024
const rowsAtATime = 500

/** Tables without which there is no application. */
const needed = [
  'sys_migrations',
  'sys_cfg_app',
  'sys_cfg_tables',
  'sys_cfg_fields',
  'sys_users',
  'sys_api_keys',
]

/**
 * A backup that is read where it lies. Nothing that it says of itself is believed: each part is read no
 * further than its manifest says, and counts only when size and digest are right at its end.
 */
export class BackupArchive {
  private constructor(
    private readonly zip: ZipArchive,
    private readonly entries: ReadonlyMap<string, ArchiveEntry>,
    readonly manifest: Manifest,
  ) {}

  /** @throws BackupProblem */
  static async open(path: string, app: string): Promise<BackupArchive> {
    const zip = await openZip(path)
    try {
      const entries = new Map(zip.entries.map((entry) => [entry.names[0] ?? '', entry]))
      const manifest = parseManifest(await manifestText(zip, entries.get(manifestName)))
      refuseUnfit(manifest, app)
      return new BackupArchive(zip, entries, manifest)
    } catch (error) {
      zip.close()
      throw inOurWords(error)
    }
  }

  /** The rows of a table in batches. @throws BackupProblem, at the latest after the last row */
  async *rows(part: TablePart): AsyncGenerator<SqlValue[][]> {
    let batch: SqlValue[][] = []
    let rows = 0
    for await (const line of this.lines(part)) {
      const row = readRow(line, part.columns)
      if (part.name === 'sys_files') requireHarmlessName(part, row)
      batch.push(row)
      if (++rows > part.rows) break
      if (batch.length < rowsAtATime) continue
      yield batch
      batch = []
    }
    if (rows !== part.rows) throw corrupt(message('backup_rows_miscounted', { name: part.name }))
    if (batch.length > 0) yield batch
  }

  /** The bytes of a file. @throws BackupProblem, at the latest after the last byte */
  file(part: FilePart): AsyncGenerator<Buffer> {
    return this.content(filePath(part), part)
  }

  /** Reads everything once. @throws BackupProblem */
  async prove(): Promise<void> {
    for (const table of this.manifest.tables) for await (const _ of this.rows(table));
    for (const file of this.manifest.files ?? []) for await (const _ of this.file(file));
  }

  close(): void {
    this.zip.close()
  }

  private async *lines(part: TablePart): AsyncGenerator<string> {
    const path = tablePath(this.manifest.tables.indexOf(part))
    const decoder = new StringDecoder('utf8')
    let rest = ''
    for await (const piece of this.content(path, part)) {
      const lines = (rest + decoder.write(piece)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > maxLineLength) throw corrupt(message('backup_row_too_long', {}))
      yield* lines
    }
    if (rest + decoder.end() !== '') throw corrupt(message('backup_part_breaks_off', { name: part.name }))
  }

  private async *content(
    path: string,
    { bytes, sha256 }: Pick<FilePart, 'bytes' | 'sha256'>,
  ): AsyncGenerator<Buffer> {
    const entry = this.entries.get(path)
    if (!entry) throw corrupt(message('backup_part_missing', { path }))
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const piece of this.zip.read(entry)) {
        read += piece.length
        if (read > bytes) throw corrupt(message('backup_part_too_large', { path }))
        hash.update(piece)
        yield piece
      }
    } catch (error) {
      throw inOurWords(error)
    }
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw corrupt(message('backup_part_damaged', { path }))
  }
}

async function openZip(path: string): Promise<ZipArchive> {
  const limits = {
    entries: maxEntries,
    entryBytes: Number.MAX_SAFE_INTEGER,
    allBytes: Number.MAX_SAFE_INTEGER,
  }
  try {
    return await ZipArchive.open(path, limits)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw inOurWords(error)
    throw new BackupProblem('not_a_backup', message('backup_breaks_off', {}), {
      cause: error,
    })
  }
}

async function manifestText(zip: ZipArchive, entry: ArchiveEntry | undefined): Promise<string> {
  if (!entry) throw new BackupProblem('not_a_backup', message('backup_without_manifest', {}))
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of zip.read(entry)) {
    bytes += piece.length
    if (bytes > maxManifestBytes) throw corrupt(message('backup_manifest_too_large', {}))
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function refuseUnfit(manifest: Manifest, app: string): void {
  if (manifest.app !== app) {
    throw new BackupProblem(
      'wrong_restore_app',
      message('backup_of_another_application', { app: manifest.app, here: app }),
    )
  }
  const known = new Set<string>(migrations.map(({ name }) => name))
  if (manifest.migrations.some((name) => !known.has(name))) {
    throw new BackupProblem('newer_version', message('backup_newer', {}))
  }
  const tables = new Set(manifest.tables.map(({ name }) => name))
  const missing = needed.find((name) => !tables.has(name))
  if (missing !== undefined) throw corrupt(message('backup_table_missing', { table: missing }))
  for (const { name, columns, indexes, foreignKeys, rows } of manifest.tables) {
    const own = new Set(columns.map((column) => column.name))
    const named = [
      ...indexes.flatMap((index) => index.columns),
      ...foreignKeys.map((key) => key.column),
      'id',
    ]
    const idType = columns.find((column) => column.name === 'id')?.type
    if (idType !== 'INTEGER' || named.some((column) => !own.has(column)))
      throw corrupt(message('backup_table_misfits', { name }))
    if (foreignKeys.some((key) => !tables.has(key.table)))
      throw corrupt(message('backup_refers_to_missing', { name }))
    if (!foreignKeys.every((key) => isKey(manifest.tables, key)))
      throw corrupt(message('backup_refers_to_no_key', { name }))
    if (rows > 0 && transientTables.includes(name)) throw corrupt(message('backup_has_rows', { name }))
  }
}

/** Where the bytes of a file lie is made out of its row. */
function requireHarmlessName({ columns }: TablePart, row: readonly SqlValue[]): void {
  const valueIn = (column: string) => row[columns.findIndex(({ name }) => name === column)] ?? null
  const name = valueIn('binary') ?? `${valueIn('id')}.${valueIn('ext')}`
  if (!binaryNameForm.test(String(name))) throw corrupt(message('backup_file_name_astray', {}))
}

function inOurWords(error: unknown): unknown {
  return error instanceof FileProblem || error instanceof ArchiveTooLarge
    ? corrupt(message('backup_archive_damaged', { reason: error.said }), error)
    : error
}
