import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** The bytes of a package as a database, for the time of `read`. */
export async function readPackage<T>(
  bytes: Uint8Array,
  read: (db: DatabaseSyncInstance, path: string) => T | Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-package-'))
  const path = join(folder, 'package.gpkg')
  try {
    await writeFile(path, bytes)
    const db = new DatabaseSync(path)
    try {
      return await read(db, path)
    } finally {
      db.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
