import type { ColumnType } from '@trowel/contract/model/column-types.js'
import type { DeletePolicy } from '@trowel/contract/model/delete-policies.js'
import type { ChangeAuthor } from './journal/seal.js'
import type { RawAnswer, RawStatement } from './raw-statement.js'
import type { RowTexts } from './row-texts.js'
import type { Sql, SqlValue } from './sql.js'
import type { Box } from './wkt-box.js'

export type EngineName = 'sqlite' | 'pgsql'

/**
 * How a column of a user table is stored. `TIMESTAMP` is kept as ISO 8601 text, so that both engines order
 * and compare it alike.
 */
export type { ColumnType }

/** Everything the service keeps, whatever the engine: one database for each application. */
export interface Storage {
  readonly engine: EngineName
  /** Names of the applications that exist, ascending. */
  applications(): Promise<string[]>
  /** Names of the applications whose database is gone while other things of theirs lie beside its place. */
  lost(): Promise<string[]>
  /**
   * Makes the database of a new application: all of it or nothing.
   * `build` fills it before anybody can see it; when it fails nothing is left behind.
   * @param options.asFirst only while there is no application
   * @throws StorageError `exists` when the name is taken, or the first place, also by a request at the same
   *   moment and on another node
   */
  create(
    app: string,
    build: (db: Database) => Promise<void>,
    options?: { readonly asFirst?: boolean },
  ): Promise<void>
  /**
   * @throws StorageError `missing` when there is no such application, `damaged` when its database is empty or
   * none
   */
  open(app: string): Promise<Database>
  /**
   * An empty database that exists for the time of `work` alone and belongs to no application; nothing is left
   * of it afterwards, nor after a crash.
   */
  scratch<T>(work: (db: Database) => Promise<T>): Promise<T>
  /**
   * Calls `listener` when another node changed the configuration of an application. A single process never
   * calls it.
   */
  onConfigurationChange(listener: (app: string) => void): void
  /** Is the engine reachable? Throws when it is not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Reading. Rows are plain objects keyed by column, in the order the statement asks for. */
export interface Reader {
  all<Row>(query: Sql): Promise<Row[]>
  get<Row>(query: Sql): Promise<Row | undefined>
  /**
   * The rows as the text of a JSON list of objects, UTF-8, written by the engine where that is faster than
   * making objects.
   * @param columns what each object has; `query` must select exactly these names in this order
   */
  json(query: Sql, columns: readonly JsonColumn[]): Promise<JsonRows>
}

/** `number` for integers, `float` for fractions, `text` for everything else. */
export interface JsonColumn {
  readonly name: string
  readonly kind: 'number' | 'float' | 'text'
  /** It holds ids, which are answered beside the text. */
  readonly holdsIds?: boolean
}

export interface JsonRows {
  readonly text: Uint8Array
  /** Of each column that holds ids, by its name: each id once, in the order of the rows. */
  readonly ids: ReadonlyMap<string, ReadonlySet<number>>
}

export interface Database {
  readonly app: string
  readonly engine: EngineName
  readonly dialect: Dialect
  /** Before the name of a table it says that the table itself is meant, whatever the statement calls so. */
  readonly schemaName: string
  /** Of a database as it was: the one that it is now. */
  readonly present?: Database
  /** A copy of it on another server, which follows a little behind. */
  readonly replica?: Replica
  /** Of one that some work was handed, such as a request: what that work stored, and the one all share. */
  readonly watched?: { readonly watch: CommitWatch; readonly database: Database }
  /**
   * For statements known to be short (one row by its key, a page out of an index): answered without a detour.
   */
  readonly quick: Reader
  /**
   * Makes a reader like `quick` for one piece of work, which sends the statements that the work asks for at
   * once together. Only of engines to which the way is long.
   */
  readonly together?: () => Reader
  /**
   * For statements of unknown length: off the thread that accepts connections, stopped after the query time
   * limit.
   */
  readonly scan: Reader
  /**
   * Rows in batches, with constant memory, read from one consistent state of the database; off the accepting
   * thread. Ends the reading when the consumer stops early.
   */
  stream(query: Sql, columns: readonly JsonColumn[]): AsyncIterable<SqlValue[][]>
  /** The same rows as text in UTF-8, each piece that of at least one row. */
  streamTexts(query: Sql, columns: readonly JsonColumn[], texts: RowTexts): AsyncIterable<Uint8Array>
  /**
   * All of the database as it is at this moment, whatever is written meanwhile; what changes the shape of
   * tables may wait until `work` is done.
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  /**
   * Puts other tables in the place of all that there are, in one transaction: a reader sees everything
   * as it was or everything as it is then. Writes that come meanwhile, or waited on another node, are
   * refused: what they were decided by is gone.
   *
   * @param keep reads what is there, after the last write before
   * @param build fills the empty database. Foreign keys may name tables that it makes later; they are checked
   *   at the end.
   * @throws StorageError `replacing` when another caller is at it
   */
  replace<Kept, T>(
    keep: (before: Transaction) => Promise<Kept>,
    build: (empty: Transaction, kept: Kept) => Promise<T>,
  ): Promise<T>
  /**
   * Resolves when everything was replaced, or is as it was; `undefined` while none is under way, as far as
   * this node has heard.
   */
  replacement(): Promise<void> | undefined
  /**
   * Another text after each time that everything was replaced, by whatever node; writes can be bound to it.
   */
  generation(): Promise<string>
  /**
   * Performs `work` under a lock of this name in the application, unless it is held already, on any node.
   * @returns `undefined` when that is so
   */
  withLock<T>(name: string, work: () => Promise<T>): Promise<{ readonly done: T } | undefined>
  /**
   * One transaction: all that `work` does is stored durably when the promise resolves, or nothing of it.
   * Writers run one after another and never interleave; several short ones may share one commit. Inside
   * `work` use the transaction only: a read through `quick` or `scan` does not see what the transaction
   * wrote, and a second `write` would wait for ever. A statement that fails fails the transaction, even when
   * `work` goes on regardless; a savepoint saves it.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * One short statement in a transaction of its own, for what other nodes should see while a `write` is open
   * and may be lost, such as the progress of a job. PostgreSQL does not take the application's write lock for
   * it; the embedded engine, which has one process alone, does. It must change one row by its id, so that it
   * never holds what it does not wait for.
   * @returns the number of rows changed
   */
  writeApart(statement: Sql): Promise<number>
  /**
   * Runs one statement that a person wrote, in a transaction of its own, and really ends it after the query
   * time limit. The engine decides whether it reads or writes; what reads cannot change anything.
   * @throws RawStatementError
   */
  runRaw(statement: RawStatement, options?: RawOptions): Promise<RawAnswer>
  /**
   * Grows with every committed change to the rows of `table` by this process' engine; `undefined` where the
   * engine cannot promise to see every change (another node may write). What is cached with a version is
   * valid while the number stays.
   */
  writeVersion(table: string): number | undefined
  /**
   * A text that stays only while nothing is committed, by whatever node: what was read after it was asked for
   * is valid while it stays. A short question to the engine; coarser than `writeVersion`. `undefined` where
   * nothing may be cached.
   */
  state(): Promise<string | undefined>
  /**
   * Calls `listener` after each commit, by whatever node, as far as this one hears of it: what must not be
   * missed is looked for now and then all the same. @returns ends it
   */
  onCommit(listener: () => void): () => void
  /**
   * What the engine itself finds wrong with what is stored; `undefined` when nothing is, and on engines that
   * look after that themselves.
   */
  damage(): Promise<string | undefined>
  /** All tables of the database, in a few statements, off the accepting thread. */
  inspect(): Promise<PhysicalTables>
  /** Tells the other nodes that the configuration of this application changed. */
  announceConfigurationChange(tx: Transaction): Promise<void>
  /**
   * Brings the text indexes of the tables in step with the catalogue; runs in the background, in small steps.
   */
  maintainTextIndexes(tables: readonly TextIndexedTable[]): void
  /** Resolves when no background work on indexes is under way. */
  whenIdle(): Promise<void>
  close(): Promise<void>
}

/** A copy of a database on another server that follows what is committed. */
export interface Replica {
  /** How to read from it. */
  readonly reading: Pick<Database, 'quick' | 'scan' | 'stream' | 'streamTexts' | 'snapshot' | 'state'>
  /**
   * Has it everything that was committed in the application, as far as this node has heard, and all up to
   * this position? `false` while it cannot be reached.
   */
  follows(position: string | undefined): Promise<boolean>
  /** Where the log of the database is: what has replayed so much has everything that is committed. */
  position(): Promise<string>
}

/** What is known of the transactions of some work, such as a request. */
export interface CommitWatch {
  /** Is something stored already of what the work was asked for? */
  hasCommitted: boolean
  /** Whose changes they are. */
  readonly author: ChangeAuthor
  /** The change set that was stored last. */
  changeSet?: number
  /** Told the id of each change set that is stored. */
  readonly onChangeSet?: (setId: number) => void
}

/** A table with all that it takes to make it again. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly ColumnDefinition[]
  /** Those of them that were made by hand and hold values of several kinds, or bytes. */
  readonly mixed?: readonly string[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly StoredIndex[]
  /** The highest id that was ever handed out; 0 when none was. */
  readonly lastId: number
}

export interface StoredIndex {
  readonly name: string
  /** Empty when it is one over expressions, or over some of the rows. */
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** One state of a database. */
export interface Snapshot {
  /** By name, without what the engine keeps for itself. */
  readonly tables: readonly StoredTable[]
  /** What was made by hand besides tables and indexes, by its name: `finds.material (DEFAULT)`. */
  readonly handmade: readonly string[]
  /** In batches, in constant memory; one at a time. */
  stream(query: Sql): AsyncIterable<SqlValue[][]>
}

export interface TextIndexedTable {
  readonly table: string
  /** Its textual columns, in any order. */
  readonly columns: readonly string[]
}

export interface WriteOptions {
  /**
   * The transaction changes the shape of tables: foreign keys are checked once, at its end, and it has the
   * database to itself.
   */
  readonly schema?: boolean
  /**
   * The transaction is refused as `replacing` when everything was replaced since this was the generation.
   */
  readonly generation?: string
  /**
   * It notes something about a request and stores nothing of what was sent: after it the request may be
   * carried out again.
   */
  readonly bookkeeping?: boolean
  /** Whose changes they are, in the journal. */
  readonly author?: ChangeAuthor
  /** Told the id of the change set that was committed, where there was anything for the journal. */
  readonly onChangeSet?: (setId: number) => void
}

/** What a statement of a person has in common with other writes. */
export type RawOptions = Pick<WriteOptions, 'generation' | 'author' | 'onChangeSet'>

export interface Transaction extends Reader {
  /** @returns the number of rows changed */
  run(statement: Sql): Promise<number>
  /**
   * The same statement for many rows, in as few steps as the engine allows.
   * @param statement SQL with one placeholder for each value of a row, written with `sql` from the first
   *   row's values
   * @param rows the values of each row in the order of the placeholders
   */
  runMany(statement: Sql, rows: readonly (readonly SqlValue[])[]): Promise<number>
  /**
   * Inserts one row and answers its id. `values` maps columns to values; an `id` among them is kept and never
   * handed out again.
   */
  insert(table: string, values: Readonly<Record<string, SqlValue>>): Promise<number>
  /**
   * Inserts many rows with the same columns and answers their ids in order.
   * @param rows values in the order of `columns`
   */
  insertMany(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
  ): Promise<number[]>
  /**
   * Before very many rows of a table change: the engine may make its text index anew in the background
   * afterwards, where following each row would keep other writers waiting. Searches stay exact meanwhile.
   */
  remakeTextIndex(table: string): Promise<void>
  /** What `work` does is undone when it throws, and the transaction goes on with what was before. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /**
   * Ends the set of changes here: what the transaction changes from now on is a set of its own, which can be
   * undone without what came before. Both are committed together; `onChangeSet` is told the last one.
   */
  endChangeSet(): Promise<void>
  /** Changes to the shape of tables. */
  readonly schema: SchemaEditor
}

/** One column as it is made: the engine knows how to spell its type. */
export interface ColumnDefinition {
  readonly name: string
  readonly type: ColumnType
  readonly notNull?: boolean
}

export interface ForeignKey {
  readonly column: string
  readonly table: string
  readonly target: string
  readonly onDelete: DeletePolicy
  readonly onUpdate: DeletePolicy
}

/** The shape of a table as the engine has it: `id` is among its columns, and a TIMESTAMP is a TEXT. */
export interface TableShape {
  readonly columns: readonly ColumnDefinition[]
  readonly foreignKeys: readonly ForeignKey[]
}

/** A table of the database with everything that this service can make of it. */
export interface PhysicalTable extends TableShape {
  /** Names of its indexes. */
  readonly indexes: readonly string[]
}

/**
 * What the database really has, whatever the configuration says, by name; what the engine keeps for itself is
 * left out.
 */
export type PhysicalTables = ReadonlyMap<string, PhysicalTable>

/**
 * What an index holds: whole values, each once or as often as they come; or of texts, which may be of any
 * length, the part that `Dialect.indexPrefix` tells.
 */
export type IndexKind = 'unique' | 'whole' | 'prefix'

/**
 * Each call works inside a transaction opened with `schema: true`. Names are checked by the caller and quoted
 * here.
 */
export interface SchemaEditor {
  /** `id` (never reused) is made besides `columns`. */
  createTable(
    table: string,
    columns: readonly ColumnDefinition[],
    foreignKeys: readonly ForeignKey[],
  ): Promise<void>
  /** Foreign keys of other tables that refer to it go along. */
  dropTable(table: string): Promise<void>
  /**
   * From now on every change to rows of these tables is in the journal, whatever statement makes it, and the
   * journal follows later changes of their shape. The tables of the journal are there already.
   *
   * @param options.anew also for tables that have it, as when they were loaded without their triggers
   */
  journal(tables: readonly string[], options?: { readonly anew?: boolean }): Promise<void>
  /**
   * For what is no change of the rows of a table, such as another name of something that they name: it is not
   * journaled, and holds for their earlier states as well.
   *
   * @param work gets the table and, when it is journaled, the one with its earlier states
   */
  unjournaled(table: string, work: (tables: readonly string[]) => Promise<void>): Promise<void>
  /** What belongs to its records names the table anew, now and in every earlier state. */
  renameTable(from: string, to: string): Promise<void>
  /** Together: what follows the shape of a table follows once. */
  addColumns(table: string, ...columns: readonly ColumnDefinition[]): Promise<void>
  /** Indexes on it go along, and foreign keys on it or to it. */
  dropColumn(table: string, column: string): Promise<void>
  renameColumn(table: string, from: string, to: string): Promise<void>
  /**
   * Changes the type of a column and converts its values; empty text becomes NULL. @throws StorageError
   * `not_convertible` when a value does not convert
   */
  changeColumnType(table: string, column: string, type: ColumnType): Promise<void>
  addForeignKey(table: string, key: ForeignKey): Promise<void>
  dropForeignKey(table: string, column: string): Promise<void>
  createIndex(name: string, table: string, columns: readonly string[], kind: IndexKind): Promise<void>
  /** Nothing happens when there is none of that name. */
  dropIndex(name: string): Promise<void>
  /**
   * Indexes the boxes around the geometries in a column of WKT; the engine keeps them exact from then on,
   * whatever statement changes rows. Made anew when there is such an index. It is no part of what `inspect`
   * and `describe` tell.
   */
  indexBoxes(table: string, column: string): Promise<void>
  /** From now on no id up to `lastId` is handed out in `table`. */
  keepIdsAbove(table: string, lastId: number): Promise<void>
  /** `undefined` when no such table exists. */
  shapeOf(table: string): Promise<TableShape | undefined>
  /** All tables with their indexes and the last of their ids, as the transaction sees them. */
  describe(): Promise<StoredTable[]>
  /** All tables, as the transaction sees them. */
  inspect(): Promise<PhysicalTables>
}

/** A column, and what it holds. */
export interface MadeColumn {
  readonly name: string
  readonly value: Sql
}

export interface BoxIndexRows {
  readonly table: string
  readonly columns: readonly MadeColumn[]
  /** Which rows have a box, where the others are not in that table. */
  readonly hasBox?: Sql
}

/** How an engine spells what the query compiler needs. Every function answers alike on both engines. */
export interface Dialect {
  /** Lower case by Unicode simple folding, one character for one: `È` and `è` become the same. */
  fold(text: Sql): Sql
  /** Upper case as `upperCase` in `fold.ts` has it, one character for one. */
  upper(text: Sql): Sql
  /**
   * Is `needle` part of `text`? Exact characters; pass both folded to ignore case. `%`, `_` and `\` mean
   * themselves.
   */
  contains(text: Sql, needle: string): Sql
  startsWith(text: Sql, start: string): Sql
  endsWith(text: Sql, end: string): Sql
  /** Is a column one of these values? They are bound as one, however many they are. */
  isOneOf(column: Sql, type: ColumnType, values: readonly (string | number)[]): Sql
  /** A number or date column as the text that a person would type: `42`, `0.5`, `2024-05-01`. */
  asText(column: Sql, type: ColumnType): Sql
  /** Unix milliseconds as the text that a TIMESTAMP column has: `2024-05-01T08:30:00Z`. */
  momentText(milliseconds: Sql): Sql
  /**
   * A text, number or boolean operand as integer, float, text or date; NULL where the value does not convert.
   * What is cast to a text is ordered by code points, like every text column.
   */
  cast(value: Sql, to: 'integer' | 'float' | 'text' | 'date'): Sql
  /**
   * What the objects of a JSON text have under these keys, as text or number; NULL also where the text is no
   * JSON.
   */
  jsonValue(json: Sql, keys: readonly string[]): Sql
  /** Do they have these keys, with whatever value? */
  hasJsonKey(json: Sql, keys: readonly string[]): Sql
  /**
   * A number as it is added up: a fraction as the decimals that it is written as, where the engine has such.
   */
  addend(number: Sql, type: ColumnType): Sql
  /**
   * In an aggregating statement: the exact sum of addends, whatever their order, rounded at most once; NULL
   * or 0 when there are none.
   */
  sum(addends: Sql): Sql
  /**
   * In an aggregating statement: the sum of fractions as the decimals that they are written as, a fraction
   * again; NULL when there are none. None of them may be larger than 1e150.
   */
  exactSum(fractions: Sql): Sql
  /** A query to stand after FROM, each of whose columns is computed once a row however often it is used. */
  computedOnce(rows: Sql): Sql
  /**
   * The ids of the rows whose folded text in any of `columns` contains `folded`, as a query of one column
   * `id`, out of a text index; `undefined` when the engine has none that helps here, or when `folded` is too
   * short for it (the caller then scans).
   */
  textSearch(table: string, columns: readonly string[], folded: string): Sql | undefined
  /**
   * The ids of the rows of a table whose box meets this one, borders included: a query of one column `id`,
   * out of the index that `SchemaEditor.indexBoxes` made.
   */
  idsInBox(table: string, box: Box): Sql
  /**
   * The same quickly, for very many rows of which few are needed: of so many ids the one that is a multiple
   * of it; a few whose box lies beyond the border by about a millionth may be among them.
   */
  idsNearBox(table: string, box: Box, oneOf: number): Sql
  /**
   * The same rows, found by their ids instead of their boxes: each multiple is looked up, which is less work
   * where a box holds most rows.
   *
   * @param last no id above it is looked for: `last / oneOf` rows at the most
   */
  multiplesNearBox(table: string, box: Box, multiples: { readonly oneOf: number; readonly last: number }): Sql
  /**
   * The boxes of such a table, to stand after FROM: `id`, `west`, `south`, `east`, `north`. A row whose text
   * is no geometry has none.
   */
  boxesOf(table: string): Sql
  /**
   * What the index of boxes has of rows `b` that are kept elsewhere: the table in which the functions above
   * look, and the columns that it has besides those of its rows.
   *
   * @param wkt the column of the geometry in `b`
   */
  boxIndexOf(table: string, wkt: Sql): BoxIndexRows
  /** How many rows a table has, as `n`. */
  countRows(table: string): Sql
  /**
   * The part of a text that an index of prefixes holds, in the same order as the texts; `undefined` where
   * such an index holds them whole.
   */
  readonly indexPrefix: ((text: Sql) => Sql) | undefined
  /** A condition that is always true and lets the engine stop a statement that runs too long. */
  readonly interruptible: Sql | undefined
}

export type StorageProblem =
  | 'exists'
  | 'missing'
  | 'unique'
  | 'foreign_key'
  | 'not_convertible'
  /** A text holds the NUL character, which neither engine can keep or look for. */
  | 'invalid_text'
  /** A statement has more values than the engine binds. */
  | 'too_many_values'
  /** A text does not fit into an index of its column (PostgreSQL: about 2,700 bytes). */
  | 'index_limit'
  /**
   * A statement does not fit the tables: a table, a column or its type is another than it was made for, or a
   * table was changed that it takes for unchanged since some moment.
   */
  | 'schema_changed'
  | 'timeout'
  | 'disk_full'
  /** All tables are being replaced by others, or were so since the write was asked for. */
  | 'replacing'
  /** Bytes of files under a name that leads out of their place. */
  | 'invalid_name'
  /** The bytes of files cannot be reached. */
  | 'files_unavailable'
  | 'unavailable'
  /** The engine went away while it committed: what was written may be stored, or not. */
  | 'outcome_unknown'
  /** The database of an application is empty or can be read no more: only a backup brings it back. */
  | 'damaged'

/** A refusal of the engine that a caller can act on. Everything else is thrown as it comes. */
export class StorageError extends Error {
  constructor(
    readonly problem: StorageProblem,
    message: string,
    options?: ErrorOptions & { readonly constraint?: string },
  ) {
    super(message, options)
    this.name = 'StorageError'
    this.constraint = options?.constraint
  }
  /**
   * The table and columns (`finds.code`) or the name of the constraint that refused, as far as the engine
   * tells.
   */
  readonly constraint: string | undefined
}

/** Refuses a caller who would write what is about to be replaced, or was decided by what is gone. */
export const replacing = (): StorageError =>
  new StorageError('replacing', 'Everything in the database is being replaced.')
