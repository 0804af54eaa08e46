import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.js'
import type { FileStore, Upload } from './file-store.js'

const headBytes = 16 * 1024

/** Where the files of an application lie. */
export const filesFolder = (dataFolder: string, app: string): string =>
  join(dataFolder, 'applications', app, 'files')

/** Files in folders of the data folder: `applications/<app>/files/<id>.<ext>`. */
export function folderStore({ dataFolder }: Pick<Config, 'dataFolder'>): FileStore {
  const folderOf = (app: string) => filesFolder(dataFolder, app)
  return {
    async write(app, content) {
      const folder = folderOf(app)
      await mkdir(folder, { recursive: true })
      const temporary = `${randomBytes(12).toString('hex')}.part`
      const path = join(folder, temporary)
      try {
        return { temporary, ...(await receive(path, content)) }
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    async keep(app, upload, key) {
      const folder = folderOf(app)
      await rename(join(folder, upload.temporary), join(folder, key))
      await syncFolder(folder)
    },
    discard: (app, upload) => rm(join(folderOf(app), upload.temporary), { force: true }),
    async describe(app, key) {
      try {
        const { size, mtime } = await stat(join(folderOf(app), key))
        return { size, modified: mtime }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async read(app, key, range) {
      const path = join(folderOf(app), key)
      const stream = createReadStream(path, range && { start: range.first, end: range.last })
      await once(stream, 'open')
      return stream
    },
    remove: (app, key) => rm(join(folderOf(app), key), { force: true }),
  }
}

async function receive(path: string, content: AsyncIterable<Uint8Array>): Promise<Omit<Upload, 'temporary'>> {
  const file = await open(path, 'wx', 0o640)
  try {
    let size = 0
    const first: Uint8Array[] = []
    for await (const chunk of content) {
      if (size < headBytes) first.push(chunk)
      size += chunk.byteLength
      await file.writeFile(chunk)
    }
    await file.sync()
    return { size, head: Buffer.concat(first).subarray(0, headBytes) }
  } finally {
    await file.close()
  }
}

/** A new name is safe only when the folder that holds it is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
