import type { BinaryStorage } from './binary-storage.js'
import { openFolderBinaries } from './folder-binaries.js'

export interface BinariesSettings {
  readonly dataFolder: string
  /** `s3://bucket/prefix`; `undefined` for folders of the data folder. */
  readonly filesUrl: string | undefined
}

/** What `TROWEL_FILES_URL` must look like. */
export const filesUrlForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9!_.*'()/-]*))?$/

/**
 * Opens what the settings name. The client of object storage is loaded only where it is used. @throws
 * StorageError `files_unavailable`
 */
export async function openBinaries({ dataFolder, filesUrl }: BinariesSettings): Promise<BinaryStorage> {
  if (filesUrl === undefined) return openFolderBinaries(dataFolder)
  const [, bucket = '', path = ''] = filesUrlForm.exec(filesUrl) ?? []
  const { openObjectBinaries } = await import('./object-binaries.js')
  const binaries = openObjectBinaries({
    bucket,
    prefix: path.split('/').filter(Boolean).join('/'),
    endpoint: process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'],
    dataFolder,
  })
  try {
    await binaries.ping()
  } catch (error) {
    await binaries.close()
    throw error
  }
  return binaries
}
