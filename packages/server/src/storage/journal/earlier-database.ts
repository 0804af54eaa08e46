import { id, join, keyword, type Sql, sql } from '../sql.js'
import { type Database, type Reader, StorageError } from '../storage.js'

/** Rows that a statement can name. */
export interface NamedRows {
  readonly rows: Sql
  /** Are they used in several places of a statement? Then they are read once. */
  readonly once?: boolean
}

/** What a database was at some moment. */
export interface Earlier {
  /**
   * The rows of then, by the names of the tables in whose place they stand. All others are as they were. Some
   * use those that stand before them.
   */
  readonly rows: () => ReadonlyMap<string, NamedRows>
  /** How many rows such a table had, where that is known without looking at each of them. */
  readonly countOf: (table: string) => Sql | undefined
  /**
   * The ids of those rows whose text contained something then.
   * @param now the ids of those in which it is now
   */
  readonly searchOf: (table: string, now: Sql, columns: readonly string[], folded: string) => Sql
  /**
   * The write versions of the tables in the journal, and the state of the database, before it was looked
   * which of the tables are as they were.
   */
  readonly versions: ReadonlyMap<string, number | undefined>
  readonly state: string | undefined
  /** Says of which state the rows of then are; `undefined` where they are not the same for every caller. */
  readonly name: string | undefined
  /** Called with the names in a statement before it is run; it throws where what was is not known. */
  readonly requireKnown: (names: ReadonlySet<string>) => void
  /**
   * Called after a statement has read one state of the database. Where tables were changed meanwhile that
   * stood for themselves, `rows` are others afterwards, and the statement is run again.
   */
  readonly follow: () => Promise<void>
}

const named = /"((?:[^"]|"")+)"|\bsys_\w+/g

/** Everything in a statement that can be the name of a table. */
function namesIn({ text }: Sql): ReadonlySet<string> {
  const names = new Set<string>()
  for (const part of text) {
    for (const [name, quoted] of part.matchAll(named)) names.add(quoted?.replaceAll('""', '"') ?? name)
  }
  return names
}

const ownQueries = /^\s*WITH\s+(RECURSIVE\s+)?/i

/** Those of the rows that a statement names, and those that they use in their turn. */
function usedAmong(rows: ReadonlyMap<string, NamedRows>, names: ReadonlySet<string>) {
  const used = new Set(names)
  const found: (readonly [name: string, then: NamedRows])[] = []
  for (const each of [...rows].reverse()) {
    const [name, then] = each
    if (!used.has(name)) continue
    for (const other of namesIn(then.rows)) used.add(other)
    found.unshift(each)
  }
  return found
}

/** The statement with the rows of then in the place of the tables that it names. */
function amongEarlier(rows: ReadonlyMap<string, NamedRows>, names: ReadonlySet<string>, query: Sql): Sql {
  const queries = usedAmong(rows, names)
  if (queries.length === 0) return query
  const [start = '', ...others] = query.text
  const own = ownQueries.exec(start)
  const rest: Sql = own ? { text: [start.slice(own[0].length), ...others], values: query.values } : query
  const earlier = join(
    queries.map(
      ([name, then]) =>
        sql`${id(name)} AS ${keyword(then.once ? 'MATERIALIZED' : 'NOT MATERIALIZED')} (${then.rows})`,
    ),
  )
  return sql`WITH ${keyword(own?.[1] ?? '')}${earlier}${keyword(own ? ', ' : ' ')}${rest}`
}

const refused = (): Promise<never> => Promise.reject(new Error('A database as it was is not written to.'))

/**
 * A database as it was at some moment, for reading. What is read of tables that were not changed since is
 * cached together with what is read now; nothing else is.
 */
export function earlierDatabase(present: Database, earlier: Earlier): Database {
  const { rows, requireKnown, follow } = earlier
  /** Tables that a statement may search in the index of texts, as if none of their rows was changed since. */
  const searched = new Set<string>()
  const prepare = (query: Sql): Sql => {
    if ([...searched].some((table) => rows().has(table)))
      throw new StorageError('schema_changed', 'A table was changed while it was searched as it was.')
    const names = namesIn(query)
    requireKnown(names)
    return amongEarlier(rows(), names, query)
  }
  const isStill = async (used: ReadonlyMap<string, NamedRows>): Promise<boolean> => {
    await follow()
    return rows() === used
  }
  const read = async <T>(query: Sql, answer: (prepared: Sql) => Promise<T>): Promise<T> => {
    for (;;) {
      const used = rows()
      const found = await answer(prepare(query))
      if (await isStill(used)) return found
    }
  }
  const readerOf = (reader: Reader): Reader => ({
    all: (query) => read(query, (prepared) => reader.all(prepared)),
    get: (query) => read(query, (prepared) => reader.get(prepared)),
    json: (query, columns) => read(query, (prepared) => reader.json(prepared, columns)),
  })
  /** What a stream reads is one state, which is there with its first batch. */
  async function* batchesOf<Batch>(query: Sql, open: (prepared: Sql) => AsyncIterable<Batch>) {
    let isSure = false
    while (!isSure) {
      const used = rows()
      for await (const batch of open(prepare(query))) {
        isSure ||= await isStill(used)
        if (!isSure) break
        yield batch
      }
      isSure ||= await isStill(used)
    }
  }
  return {
    app: present.app,
    engine: present.engine,
    schemaName: present.schemaName,
    present,
    dialect: {
      ...present.dialect,
      countRows: (table) => (rows().has(table) && earlier.countOf(table)) || present.dialect.countRows(table),
      textSearch: (table, columns, folded) => {
        const now = present.dialect.textSearch(table, columns, folded)
        if (!now) return undefined
        if (rows().has(table)) return earlier.searchOf(table, now, columns, folded)
        searched.add(table)
        return now
      },
    },
    quick: readerOf(present.quick),
    scan: readerOf(present.scan),
    stream: (query, columns) => batchesOf(query, (prepared) => present.stream(prepared, columns)),
    streamTexts: (query, columns, texts) =>
      batchesOf(query, (prepared) => present.streamTexts(prepared, columns, texts)),
    snapshot: (work) =>
      present.snapshot((snapshot) =>
        work({
          tables: snapshot.tables,
          handmade: snapshot.handmade,
          stream: (query) => batchesOf(query, (prepared) => snapshot.stream(prepared)),
        }),
      ),
    replace: refused,
    replacement: () => present.replacement(),
    generation: () => present.generation(),
    withLock: (name, work) => present.withLock(name, work),
    write: refused,
    writeApart: refused,
    runRaw: refused,
    writeVersion: (table) => {
      if (rows().has(table)) return undefined
      return earlier.versions.has(table) ? earlier.versions.get(table) : present.writeVersion(table)
    },
    state: async () => {
      if (rows().size === 0) return earlier.state
      return earlier.name && earlier.state && `${earlier.name}, ${earlier.state}`
    },
    onCommit: (listener) => present.onCommit(listener),
    damage: () => present.damage(),
    inspect: () => present.inspect(),
    announceConfigurationChange: refused,
    maintainTextIndexes: () => undefined,
    whenIdle: () => present.whenIdle(),
    close: async () => undefined,
  }
}
