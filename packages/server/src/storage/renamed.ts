import { existsSync } from 'node:fs'
import { link, rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 50
const retriesOnWindows = 20

/**
 * Gives a file or a folder another name. On Windows what was just closed, or what a virus scanner looks at,
 * cannot be renamed for a moment.
 */
export async function renamed(from: string, to: string): Promise<void> {
  for (let retries = process.platform === 'win32' ? retriesOnWindows : 0; ; retries--) {
    try {
      await rename(from, to)
      return
    } catch (error) {
      if (retries === 0 || !isInUse(error) || existsSync(to)) throw error
      await sleep(pauseMs)
    }
  }
}

/**
 * Gives a file another name under which nothing is, also at the same moment. exFAT, which sticks have, knows
 * no links: there it is only looked for before.
 *
 * @throws what the system says, `EEXIST` where something is there
 */
export async function putNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (existsSync(to)) throw error
    await renamed(from, to)
  }
}

const isInUse = (error: unknown): boolean =>
  ['EBUSY', 'EPERM', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code))
