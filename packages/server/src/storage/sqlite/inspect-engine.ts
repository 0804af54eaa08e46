import { DatabaseSync } from '@photostructure/sqlite'

/** Which SQLite this is, and what it lacks of what the service uses. */
export function inspectEngine(): { readonly version: string; readonly missing: readonly string[] } {
  const db = new DatabaseSync(':memory:')
  try {
    const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string }
    const options = db.prepare('PRAGMA compile_options').all() as { compile_options: string }[]
    const has = new Set(options.map((option) => option.compile_options))
    return { version, missing: ['ENABLE_FTS5', 'ENABLE_RTREE'].filter((name) => !has.has(name)) }
  } finally {
    db.close()
  }
}
