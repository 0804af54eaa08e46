import { StorageError } from '../storage.js'

/** Does something with the disk of this machine; what the disk refuses is said as everything above knows it. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StorageError('disk_full', 'The disk is full.', { cause: error })
    if (code === 'EACCES' || code === 'EROFS' || code === 'EIO' || code === 'EPERM')
      throw new StorageError('files_unavailable', 'The folder of the files cannot be used.', { cause: error })
    throw error
  }
}
