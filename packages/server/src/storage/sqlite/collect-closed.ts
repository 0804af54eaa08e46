import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The driver closes the file of a connection once its statements are collected, which may be late. Windows
 * renames and removes no file that is open: there they are collected at once.
 */
export function collectClosed(): void {
  if (process.platform !== 'win32') return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
