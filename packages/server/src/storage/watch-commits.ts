import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChangeAuthor } from './journal/seal.js'

/** What is known of the transactions of some work, such as a request. */
export interface CommitWatch {
  /** Is something stored already of what the work was asked for? */
  hasCommitted: boolean
  /** Whose changes they are. */
  readonly author: ChangeAuthor
  /** The change set that was stored last. */
  changeSet?: number
  /** Told the id of each change set that is stored. */
  readonly onChangeSet?: (setId: number) => void
}

const watches = new AsyncLocalStorage<CommitWatch>()

/** Performs `work`, whose commits are noted in `watch`, wherever in the code they happen. */
export const watchCommits = <T>(watch: CommitWatch, work: () => T): T => watches.run(watch, work)

/** Whose changes the work makes that is watched. */
export const currentAuthor = (): ChangeAuthor | undefined => watches.getStore()?.author

/** The change set that the work, if any, that is watched stored last. */
export const lastChangeSet = (): number | undefined => watches.getStore()?.changeSet

/** Notes a commit for the work, if any, that is watched. */
export function noteCommit(): void {
  const watch = watches.getStore()
  if (watch) watch.hasCommitted = true
}

/** Notes a change set that is stored for the work, if any, that is watched now. */
export const noteChangeSet = (setId: number): void => changeSetNoter()(setId)

/** Notes change sets that will be stored for the work, if any, that is watched now. */
export function changeSetNoter(): (setId: number) => void {
  const watch = watches.getStore()
  return (setId) => {
    if (!watch) return
    watch.changeSet = setId
    watch.onChangeSet?.(setId)
  }
}
