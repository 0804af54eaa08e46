import { constants } from 'node:fs'
import { copyFile, lstat, mkdir, open, opendir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { renamed } from '../renamed.js'
import { syncFile, syncFolder } from '../sync.js'
import {
  type Area,
  type BinaryPlace,
  type BinaryStorage,
  isEmpty,
  isPlace,
  requirePlace,
} from './binary-storage.js'
import { onDisk, proveRoom } from './disk-errors.js'
import { openSpool } from './spool.js'
import { writeDown } from './write-down.js'

/** A name under which something is not kept yet. */
const unfinished = '.part'

/** Where an area of an application lies. */
export const areaFolder = (dataFolder: string, app: string, area: Area): string =>
  join(dataFolder, 'applications', app, area)

/**
 * A link may lead anywhere, and none is made here. Where the system has no such flag, `lstat` alone has to
 * find them. Opening a pipe would wait for ever for who writes into it.
 */
const neverThroughLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Bytes in folders of the data folder: `applications/<app>/<area>/<name>`. What is no plain file is not
 * there.
 */
export function openFolderBinaries(dataFolder: string): BinaryStorage {
  const spool = openSpool(dataFolder)
  const pathOf = (place: BinaryPlace): string => {
    requirePlace(place)
    return join(areaFolder(dataFolder, place.app, place.area), place.name)
  }
  /** What no name leads to is not there. */
  const found = <T>(place: BinaryPlace, work: (path: string) => Promise<T>): Promise<T | undefined> =>
    isPlace(place) ? onDisk(() => orMissing(() => work(pathOf(place)))) : Promise.resolve(undefined)

  const adopt = (place: BinaryPlace, path: string): Promise<void> =>
    onDisk(async () => {
      const target = pathOf(place)
      await makeFolder(dirname(target))
      await moveFile(path, target)
      await syncFolder(dirname(target))
    })

  return {
    spool,
    adopt,
    async put(place, content) {
      requirePlace(place)
      const path = await spool.newPath()
      try {
        await writeDown(path, content)
        await adopt(place, path)
      } finally {
        await rm(path, { force: true })
      }
    },
    head: (place) =>
      found(place, async (path) => {
        const file = await lstat(path)
        return file.isFile() ? { size: file.size, modified: file.mtime } : undefined
      }),
    read: (place, range) =>
      found(place, async (path) => {
        const handle = await open(path, neverThroughLinks)
        if (!(await handle.stat()).isFile()) {
          await handle.close()
          return undefined
        }
        if (range && isEmpty(range)) {
          await handle.close()
          return Readable.from([])
        }
        return handle.createReadStream(range && { start: range.first, end: range.last })
      }),
    bringHere: (place) =>
      found(place, async (path) =>
        (await lstat(path)).isFile() ? { path, release: async () => undefined } : undefined,
      ),
    remove: (place) => found(place, (path) => rm(path, { force: true })),
    async *list(app, area) {
      const folder = areaFolder(dataFolder, app, area)
      for await (const { name } of (await orMissing(() => opendir(folder))) ?? []) {
        const file = name.endsWith(unfinished) ? undefined : await orMissing(() => lstat(join(folder, name)))
        if (file?.isFile()) yield { name, size: file.size, modified: file.mtime }
      }
    },
    async ping() {
      await proveRoom(dataFolder)
    },
    close: async () => undefined,
  }
}

/** No such file; a link; a folder. */
const nothingThere: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ELOOP', 'ERR_FS_EISDIR'])

async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (nothingThere.has((error as NodeJS.ErrnoException).code)) return undefined
    throw error
  }
}

/** The spool may lie on another disk than the area: then the bytes are copied beside their place first. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await renamed(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to + unfinished)
    await syncFile(to + unfinished)
    await renamed(to + unfinished, to)
    await rm(from, { force: true })
  }
}

/** Makes a folder with those above it, each of them safe on disk. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  // Windows writes the path of the first in another way: then the root is the end.
  for (let made = folder; made !== dirname(made); made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === first) return
  }
}
