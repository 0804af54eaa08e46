import { existsSync } from 'node:fs'
import { constants, copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, TextDecoder } from 'node:util'
import {
  backup,
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import { quoted } from '../../../storage/quote.js'
import { decodedBytes } from './decoded-text.js'
import {
  exactInteger,
  type SourceColumn,
  type SourceDatabase,
  SourceProblem,
  type SourceRow,
} from './source.js'

/**
 * A database file, read from a copy of this moment: the old service may go on beside it, and nothing is
 * written where it lies.
 * @param busyTimeoutMs how long the old service may hold its lock
 * @throws SourceProblem
 */
export async function openSqliteSource(file: string, busyTimeoutMs = 10_000): Promise<SourceDatabase> {
  if (!existsSync(file)) {
    throw new SourceProblem(
      `There is no database ${file}. Name the folder of one application, projects/<application>, or mend db_engine in its config.json.`,
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'trowel-adopt-'))
  try {
    const copy = join(folder, 'copy.sqlite')
    await copyDatabase(file, copy, busyTimeoutMs)
    return new SqliteSource(file, openCopy(copy), folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw asProblem(error, file)
  }
}

async function copyDatabase(file: string, copy: string, timeout: number): Promise<void> {
  // To connect to it would make files beside it that were not there.
  if ((await hasWriteAheadLog(file)) && !existsSync(`${file}-shm`)) return copyFiles(file, copy)
  try {
    const source = new DatabaseSync(file, { readOnly: true, timeout })
    try {
      // Waits until it may read, and keeps what is there from changing.
      source.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
      await backup(source, copy, { rate: -1 })
    } finally {
      source.close()
    }
  } catch (error) {
    if (!isLeftBehind(error)) throw error
    await copyFiles(file, copy)
  }
}

/**
 * What SQLite says; of statements that were under way the driver passes on no code.
 * https://sqlite.org/src/file/src/main.c, sqlite3ErrStr
 */
const said = {
  locked: 'database is locked',
  readOnly: 'attempt to write a readonly database',
  damaged: 'database disk image is malformed',
  full: 'database or disk is full',
  unopened: 'unable to open database file',
  other: 'file is not a database',
} as const

const says = (error: unknown, text: string): boolean => error instanceof Error && error.message.includes(text)

/** A service that ended in the middle of a write leaves a log that only a writer may apply. */
const isLeftBehind = (error: unknown): boolean => says(error, said.readOnly) || says(error, said.unopened)

const writeAheadLog = 2

/** Byte 18 of the header, https://sqlite.org/fileformat2.html#file_format_version_numbers */
async function hasWriteAheadLog(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(20), 0, 20, 0)
    return bytesRead === 20 && buffer[18] === writeAheadLog
  } finally {
    await handle.close()
  }
}

/** The database and the logs that belong to it. */
const copied = ['', '-wal', '-journal'] as const

/** Copies what no program has open: its logs are applied to the copy. */
async function copyFiles(file: string, copy: string): Promise<void> {
  for (let tries = 3; tries > 0; tries--) {
    const before = await statesOf(file)
    for (const end of copied) {
      await rm(copy + end, { force: true })
      if (existsSync(file + end)) await copyFile(file + end, copy + end, constants.COPYFILE_FICLONE)
    }
    if (isDeepStrictEqual(await statesOf(file), before)) return
  }
  throw new SourceProblem(`${file} is changed while it is copied. Stop the old service, then try again.`)
}

/** When and how large each of them was written last. */
const statesOf = (file: string): Promise<readonly (readonly bigint[] | undefined)[]> =>
  Promise.all(
    [...copied, '-shm'].map((end) =>
      stat(file + end, { bigint: true }).then(
        ({ mtimeNs, size }) => [mtimeNs, size],
        () => undefined,
      ),
    ),
  )

function openCopy(copy: string): DatabaseSyncInstance {
  const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false, defensive: true })
  try {
    db.exec('PRAGMA trusted_schema = OFF')
    // Applies what the logs hold, or finds that this is no database.
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    db.exec('PRAGMA query_only = ON')
    db.function('is_garbled', { deterministic: true }, (text: unknown) =>
      String(text).includes(replacement) ? 1 : 0,
    )
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

class SqliteSource implements SourceDatabase {
  readonly engine = 'sqlite'
  /** A statement that was collected while its rows are read takes the process along. */
  readonly #iterated = new Set<StatementSyncInstance>()

  constructor(
    private readonly file: string,
    private readonly db: DatabaseSyncInstance,
    private readonly folder: string,
  ) {}

  /** Without those that an extension of SQLite shows, which may not be here; what they keep are tables. */
  async tables(): Promise<string[]> {
    const rows = this.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name",
    )
    return rows.map(({ name }) => String(name))
  }

  async columns(table: string): Promise<SourceColumn[] | undefined> {
    const rows = this.all('SELECT name, type FROM pragma_table_info(?) ORDER BY cid', table)
    return rows.length === 0
      ? undefined
      : rows.map(({ name, type }) => ({ name: String(name), type: String(type) }))
  }

  async *rows(table: string): AsyncGenerator<SourceRow> {
    const columns = (await this.columns(table)) ?? []
    if (columns.length === 0) return
    const order = columns.some(({ name }) => name === 'id') ? ' ORDER BY "id"' : ''
    const misread = this.misreadColumns(table, columns)
    const selected = columns.map(({ name }) => (misread.includes(name) ? wholeText(name) : quoted(name)))
    const decode = misread.length > 0 ? this.textDecoder() : undefined
    try {
      const statement = this.db.prepare(`SELECT ${selected.join(', ')} FROM ${quoted(table)}${order}`, {
        readBigInts: true,
      })
      this.#iterated.add(statement)
      try {
        for (const row of statement.iterate()) {
          const values = plain(row)
          yield decode ? { ...values, ...decodedIn(values, misread, decode) } : values
        }
      } finally {
        this.#iterated.delete(statement)
      }
    } catch (error) {
      throw asProblem(error, this.file)
    }
  }

  async nextId(table: string): Promise<number | undefined> {
    const [sequences] = this.all("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'")
    const [row] = sequences ? this.all('SELECT seq FROM sqlite_sequence WHERE name = ?', table) : []
    return typeof row?.['seq'] === 'number' ? row['seq'] + 1 : undefined
  }

  async close(): Promise<void> {
    this.db.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  /**
   * Columns with texts of which the driver passes on what stands before the character NUL, or that are not in
   * the encoding of the database, so that it puts another character in the place of some.
   */
  private misreadColumns(table: string, columns: readonly SourceColumn[]): string[] {
    const checks = columns.map(
      ({ name }, place) =>
        `max(CASE typeof(${quoted(name)}) WHEN 'text' THEN instr(${quoted(name)}, char(0)) > 0 OR is_garbled(${quoted(name)}) END) AS "c${place}"`,
    )
    const [found] = this.all(`SELECT ${checks.join(', ')} FROM ${quoted(table)}`)
    return columns.flatMap(({ name }, place) => (found?.[`c${place}`] === 1 ? [name] : []))
  }

  /** Of the bytes of texts. */
  private textDecoder(): (bytes: Uint8Array) => string {
    const [row] = this.all('PRAGMA encoding')
    const encoding = String(row?.['encoding'] ?? utf8)
    if (encoding === utf8) return decodedBytes
    const decoder = new TextDecoder(encoding, { ignoreBOM: true })
    return (bytes) => decoder.decode(bytes)
  }

  private all(text: string, ...values: string[]): SourceRow[] {
    try {
      return this.db
        .prepare(text, { readBigInts: true })
        .all(...values)
        .map(plain)
    } catch (error) {
      throw asProblem(error, this.file)
    }
  }
}

/** The bytes of texts of a column, whose other values stay as they are. */
const wholeText = (name: string): string =>
  `CASE typeof(${quoted(name)}) WHEN 'text' THEN CAST(${quoted(name)} AS BLOB) ELSE ${quoted(name)} END AS ${quoted(name)}`

const utf8 = 'UTF-8'
const replacement = '\uFFFD'

const decodedIn = (
  row: SourceRow,
  columns: readonly string[],
  decode: (bytes: Uint8Array) => string,
): SourceRow =>
  Object.fromEntries(
    columns.flatMap((name) => {
      const value = row[name]
      return value instanceof Uint8Array ? [[name, decode(value)]] : []
    }),
  )

const plain = (row: Readonly<Record<string, string | number | bigint | Uint8Array | null>>): SourceRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? exactInteger(value) : value,
    ]),
  )

/** Says what to do about the errors that a person can mend; all others stay as they are. */
function asProblem(error: unknown, file: string): unknown {
  const known = reasons.find(({ is }) => is(error))
  return known ? new SourceProblem(known.advice(file), { cause: error }) : error
}

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

const reasons: readonly {
  readonly is: (error: unknown) => boolean
  readonly advice: (file: string) => string
}[] = [
  {
    is: (error) => hasCode(error, 'EACCES', 'EPERM') || says(error, said.unopened),
    advice: (file) =>
      `${file} may not be read by this user. Give the command as the user of the old service, or let this one read the folder.`,
  },
  {
    is: (error) => hasCode(error, 'ENOSPC') || says(error, said.full),
    advice: (file) =>
      `There is no room in ${tmpdir()} for a copy of ${file}. Make room, or name a larger folder in TMPDIR.`,
  },
  {
    is: (error) => says(error, said.locked),
    advice: (file) => `${file} is locked by another program. Stop the old service, then try again.`,
  },
  {
    is: (error) => says(error, said.damaged),
    advice: (file) =>
      `${file} is damaged. Save what can be read with \`sqlite3 bdus.sqlite .recover\` into a new file, put that in its place, then try again.`,
  },
  {
    is: (error) => says(error, said.other),
    advice: (file) =>
      `${file} is no SQLite database. Mend db_engine in config.json, or put the database there.`,
  },
]
