import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  /** The same for every request: what is uploaded does not come whole. */
  breakRequestsAfter(bytes: number | undefined): void
  /** From now on object storage answers 503 with this code; `undefined`: as usual. */
  refuseWith(code: Refusal | undefined): void
  close(): Promise<void>
}

/** What S3 answers with 503 when it has too much to do, or is not well. */
export const refusals = ['SlowDown', 'ServiceUnavailable'] as const
export type Refusal = (typeof refusals)[number]

const usual = 's3://finds/trowel/tests'

/**
 * An empty storage of its own: the service's data folder, or a bucket of an S3 server that runs in this
 * process.
 */
export async function openFileStorage(name: FileStorageName, url = usual): Promise<TestFileStorage> {
  if (name === 'folders') {
    const nothing = (): void => undefined
    return {
      environment: {},
      breakAfter: nothing,
      breakRequestsAfter: nothing,
      refuseWith: nothing,
      close: async () => undefined,
    }
  }
  const directory = await mkdtemp(join(tmpdir(), 'trowel-objects-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: new URL(url).hostname, configs: [] }],
  })
  const { port } = await server.run()
  const proxy = await openBreakingProxy(port)
  const refusing = await openRefusingServer()
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
    breakRequestsAfter: proxy.breakRequestsAfter,
    refuseWith: (code) => proxy.leadTo(code === undefined ? port : refusing.with(code)),
    close: async () => {
      await proxy.close()
      await refusing.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Answers every request with 503, once it has come whole. */
async function openRefusingServer(): Promise<{ with(code: Refusal): number; close(): Promise<void> }> {
  let code: Refusal = 'SlowDown'
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`
      response.writeHead(503, { 'content-type': 'application/xml' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    with: (asked) => {
      code = asked
      return (server.address() as AddressInfo).port
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
