import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Reader, Transaction } from '../storage/storage.js'
import type { Dig } from './open-dig.js'

/** Tells what `work` sends from what the service does by itself meanwhile, such as looking for webhooks. */
const counting = new AsyncLocalStorage<true>()

/** How many statements the service sends to the database of the dig for `work`. */
export async function countStatements(dig: Dig, work: () => Promise<unknown>): Promise<number> {
  const { db } = dig.application
  let count = 0
  const counted = <Target extends Reader | Transaction>(target: Target): Target =>
    new Proxy(target, {
      get(_target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          if (counting.getStore()) count += 1
          return Reflect.apply(member, target, given)
        }
      },
    })
  const { write, quick, scan, together } = db
  const replacements = {
    quick: counted(quick),
    scan: counted(scan),
    ...(together && { together: () => counted(together()) }),
    write: ((inside, options) => write.call(db, (tx) => inside(counted(tx)), options)) as Database['write'],
  }
  const before = Object.keys(replacements).map(
    (name) => [name, Object.getOwnPropertyDescriptor(db, name)] as const,
  )
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(db, name, { value, configurable: true })
  try {
    await counting.run(true, work)
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(db, name, descriptor)
      else Reflect.deleteProperty(db, name)
    }
  }
  return count
}
