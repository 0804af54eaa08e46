import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The driver closes the file of a connection once its statements are collected, which may be late. A thread
 * collects them at once where the file is removed next, whose folder stays on a disk of the network
 * otherwise, and whose room stays taken; and on Windows, which does not rename either what is open.
 */
export function collectClosed(isRemoved: boolean): void {
  if (isRemoved || process.platform === 'win32') collect()
}

/** How long nothing more is closed before the service collects. Milliseconds. */
const quietMs = 2_000
let soon: NodeJS.Timeout | undefined

/**
 * As `collectClosed`, in the service itself: with all that it keeps in memory it stands still for a fifth of
 * a second meanwhile. So it collects once things are quiet, unless the file could not be removed before.
 */
export function collectClosedSoon(isRemoved: boolean): void {
  if (process.platform === 'win32') collect()
  else if (isRemoved) soon = soon?.refresh() ?? setTimeout(collectSoon, quietMs).unref()
}

function collectSoon(): void {
  soon = undefined
  collect()
}

export function collect(): void {
  setFlagsFromString('--expose-gc')
  const collectAll: unknown = runInNewContext('gc')
  if (typeof collectAll === 'function') collectAll()
}
