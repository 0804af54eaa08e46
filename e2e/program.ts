import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of the service as it is shipped. */
export const program = (path: string): string =>
  fileURLToPath(new URL(`../packages/server/dist/${path}`, import.meta.url))

/** A data folder of one's own, for a service or for several after each other. */
export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'trowel-e2e-'))
