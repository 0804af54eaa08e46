import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { StorageError } from '../../storage/storage.js'
import type { PackageAnswer, PackageRequest } from './package-protocol.js'

const worker = new URL('./package-worker.js', import.meta.url)

/** Writes one GeoPackage, in a thread of its own. */
export interface PackageWriter {
  /** @throws StorageError `disk_full` */
  ask(request: PackageRequest): Promise<void>
  /** Ends the thread, whatever it is doing; nothing happens when it has ended. */
  end(): Promise<void>
}

/** @param path of the file, which the thread makes */
export function openPackageWriter(path: string): PackageWriter {
  const thread = new Worker(worker, { workerData: path })
  const failed = once(thread, 'error').then(([error]) => Promise.reject(error))
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error('The thread of a package ended.')))
  for (const lost of [failed, ended]) lost.catch(() => undefined)
  return {
    async ask(request) {
      const answered = once(thread, 'message')
      answered.catch(() => undefined)
      thread.postMessage(request)
      try {
        const [{ problem }] = (await Promise.race([answered, failed, ended])) as [PackageAnswer]
        if (problem !== undefined) throw new Error(problem)
      } catch (error) {
        throw failureOf(error)
      }
    },
    async end() {
      await thread.terminate()
    },
  }
}

/** The file is made on the same disk as everything else, and its first page is written when it is opened. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !/disk is full|disk I\/O error/i.test(error.message)) return error
  return new StorageError('disk_full', error.message, { cause: error })
}
