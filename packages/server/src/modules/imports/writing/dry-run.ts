/** Thrown at the end of a transaction to undo what a dry run did, with what it found out. */
export class DryRunDone<Result> extends Error {
  constructor(readonly result: Result) {
    super('dry run')
  }
}

/** What a transaction answers, done or undone. */
export async function resultOfDryRun<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DryRunDone) return error.result as Result
    throw error
  }
}
