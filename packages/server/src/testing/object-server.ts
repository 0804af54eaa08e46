import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { openBreakingProxy } from './breaking-proxy.js'

/** Where the tests keep the bytes of files. */
export const fileStorages = ['folders', 'objects'] as const
export type FileStorageName = (typeof fileStorages)[number]

export interface TestFileStorage {
  /** Settings of a service that keeps its files there. */
  readonly environment: Record<string, string>
  /** From now on every answer breaks off after so many bytes, in object storage; `undefined`: none does. */
  breakAfter(bytes: number | undefined): void
  close(): Promise<void>
}

const usual = 's3://finds/trowel/tests'

/**
 * An empty storage of its own: the service's data folder, or a bucket of an S3 server that runs in this
 * process.
 */
export async function openFileStorage(name: FileStorageName, url = usual): Promise<TestFileStorage> {
  if (name === 'folders') {
    return { environment: {}, breakAfter: () => undefined, close: async () => undefined }
  }
  const directory = await mkdtemp(join(tmpdir(), 'trowel-objects-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: new URL(url).hostname, configs: [] }],
  })
  const proxy = await openBreakingProxy((await server.run()).port)
  const variables = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${proxy.port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  }
  // The client reads its own variables from the process.
  Object.assign(process.env, variables)
  return {
    environment: { ...variables, TROWEL_FILES_URL: url },
    breakAfter: proxy.breakAfter,
    close: async () => {
      await proxy.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
