import type { Services } from '../../http/services.js'
import { asBackupProblem } from './load-database.js'
import { BackupArchive } from './read-archive.js'
import { fillTables } from './restore-backup.js'

/**
 * Makes a new application of an archive, with the people and levels that it names: all of it or nothing.
 *
 * @param path the archive, a file of this machine
 * @param furnish does what belongs to it besides, before the application can be seen; when it fails there
 *   is none
 * @throws StorageError `exists`; BackupProblem for an archive that cannot be used
 */
export async function foundApplication(
  { storage, version }: Pick<Services, 'storage' | 'version'>,
  app: string,
  path: string,
  furnish: () => Promise<void>,
): Promise<void> {
  const archive = await BackupArchive.open(path, app)
  try {
    await archive.prove()
    await storage.create(app, async (db) => {
      await db.replace(
        async () => undefined,
        (empty) => fillTables(empty, archive, version),
      )
      await furnish()
    })
  } catch (error) {
    throw asBackupProblem(error)
  } finally {
    archive.close()
  }
}
