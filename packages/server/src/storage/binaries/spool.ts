import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/**
 * A folder of this machine in which bytes arrive and are worked on. Nothing in it is kept: a crash leaves
 * rubbish there, no more.
 */
export interface Spool {
  /** A path that is not used yet. The file is made, and removed, by the caller. */
  newPath(): Promise<string>
  /** Removes what processes left that are gone. */
  sweep(): Promise<void>
}

const host = hostname().replace(/[^A-Za-z0-9]/g, '_')
const nameForm = /^([A-Za-z0-9_]*)-(\d+)-[0-9a-f]{24}$/
/**
 * Of another machine one cannot see whether a process lives: what it has not touched for so long is left
 * over.
 */
const foreignHours = 24

/** In the data folder, where several processes of a machine may share it. */
export function openSpool(dataFolder: string): Spool {
  const folder = join(dataFolder, 'incoming')
  const began = Date.now()
  return {
    async newPath() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, `${host}-${process.pid}-${randomBytes(12).toString('hex')}`)
    },
    async sweep() {
      for (const name of await namesIn(folder)) {
        const [, from, pid] = nameForm.exec(name) ?? []
        if (from === undefined) continue
        const path = join(folder, name)
        const touched = await stat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => undefined,
        )
        if (touched === undefined) continue
        const isOurs = from === host
        const isOver = isOurs && !isAlive(Number(pid), touched, began)
        if (isOver || touched < Date.now() - foreignHours * 3_600_000) await rm(path, { force: true })
      }
    },
  }
}

/** A process with our own number that wrote before we began was another one. */
function isAlive(pid: number, touched: number, began: number): boolean {
  if (pid === process.pid) return touched >= began - 1000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
