import { open } from 'node:fs/promises'

const isWindows = process.platform === 'win32'

/** Makes sure that a file is on disk. Windows does that for those alone who may write to it. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, isWindows ? 'r+' : 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Makes sure that the names in a folder are on disk: a new name is safe only then. Windows does not let
 * programs ask for it; its file system keeps changes of names in a log.
 */
export async function syncFolder(path: string): Promise<void> {
  if (!isWindows) await syncFile(path)
}
