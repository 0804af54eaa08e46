import { open, rm } from 'node:fs/promises'
import { onDisk } from './disk-errors.js'

/**
 * Writes bytes into a new file as they come; they are on disk when the promise resolves, and nothing is left
 * when they break off.
 *
 * @param see looks at each piece on its way
 * @throws StorageError `disk_full`, `files_unavailable`
 */
export function writeDown(
  path: string,
  content: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void = () => undefined,
): Promise<void> {
  return onDisk(async () => {
    const file = await open(path, 'wx', 0o640)
    try {
      for await (const piece of content) {
        see(piece)
        await file.writeFile(piece)
      }
      await file.sync()
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
  })
}
