import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The driver closes the file of a connection once its statements are collected, which may be late. They are
 * collected at once where the file is removed next, whose folder stays on a disk of the network otherwise,
 * and whose room stays taken; and on Windows, which does not rename either what is open.
 */
export function collectClosed(isRemoved: boolean): void {
  if (!isRemoved && process.platform !== 'win32') return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
