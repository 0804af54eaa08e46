import type { Database, Transaction, WriteOptions } from './storage.js'

/** Ends a transaction without keeping anything of it. */
class TriedOut extends Error {
  constructor(readonly result: unknown) {
    super('only tried out')
  }
}

/**
 * Does work in a transaction and undoes it: for previews, dry runs and trials, which cannot say anything else
 * than the work itself would at this moment. It takes a turn among the writers.
 *
 * @returns what the work answered
 */
async function tryOut<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  try {
    return await db.write(async (tx): Promise<T> => {
      throw new TriedOut(await work(tx))
    }, options)
  } catch (thrown) {
    if (thrown instanceof TriedOut) return thrown.result as T
    throw thrown
  }
}

/** Does work in a transaction, which is undone when it is a trial. */
export const writeOrTryOut = <T>(
  db: Database,
  isTrial: boolean,
  work: (tx: Transaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> => (isTrial ? tryOut(db, work, options) : db.write(work, options))
