import { useQueries } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import type { Job } from '@trowel/contract/jobs.js'
import { useEffect, useSyncExternalStore } from 'react'
import { useApplication, useRecordsWritten } from './application.js'
import { describeQuery } from './query.js'
import { client, undoSteps } from './session.js'

/** How often a job is asked how far it is, in milliseconds. */
const askEvery = 700

export const jobQueries = {
  /** How far a job is, asked until it has ended. */
  one: (app: string, id: number) =>
    describeQuery({
      key: [app, 'job', id],
      fetch: (signal) => client.jobs.read(id, { signal }),
      offline: false,
      madeOf: [],
      refetchInterval: ({ state }) => (state.data?.job.state === 'running' ? askEvery : false),
      staleTime: 0,
    }),
}

/** Jobs that write records, as far as this tab has begun or shown them. */
let followed: readonly number[] = []
const listeners = new Set<() => void>()

function setFollowed(now: readonly number[]): void {
  followed = now
  for (const listener of listeners) listener()
}

/** From now on what is made of records follows the job, wherever the person goes meanwhile. */
export const followJob = (id: number): void => {
  if (!followed.includes(id)) setFollowed([...followed, id])
}

/** Those of them that this tab has begun. */
const begun = new Set<number>()

/** Follows a job that the person has just begun: what it changes is his. */
export function followOwnJob(id: number): void {
  begun.add(id)
  followJob(id)
}

/** The change set that a job made, of one that ended; an undo says more than its number. */
export const changeSetOf = ({ result }: Job): number | undefined =>
  typeof result?.change_set === 'number' ? result.change_set : undefined

/**
 * Follows the jobs that go on: when one ends, lists and all else that is made of records are fetched again.
 */
export function useRunningJobs(): void {
  const { app } = useApplication()
  const written = useRecordsWritten()
  const ids = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => followed,
  )
  const jobs = useQueries({ queries: ids.map((id) => jobQueries.one(app, id)) })
  const over = ids.filter((_, k) => {
    const { data, error } = jobs[k] ?? {}
    const isUnknown = error instanceof ApiError && error.status !== 401
    return isUnknown || (data !== undefined && data.job.state !== 'running')
  })
  const key = over.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each job ends once
  useEffect(() => {
    if (over.length === 0) return
    setFollowed(followed.filter((id) => !over.includes(id)))
    for (const job of jobs.flatMap(({ data }) => data?.job ?? [])) {
      const made = over.includes(job.id) && begun.delete(job.id) ? changeSetOf(job) : undefined
      if (made !== undefined) undoSteps.made(made)
    }
    void written()
  }, [key])
}
