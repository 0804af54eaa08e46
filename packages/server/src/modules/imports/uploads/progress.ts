import type { JobPhase } from '@trowel/contract/jobs.js'

/** How far a run is at a moment. */
export interface RunStep {
  readonly phase: JobPhase
  /** Rows that are written. */
  readonly rows: number
  /** Bytes of the file that are read. */
  readonly bytes: number
}

export type OnStep = (step: RunStep) => void

/** Reading is so much of the work, so that the count moves while nothing is written yet. */
const readingShare = 0.1

/** How many of its rows a run has got through, what is only read counted in part. */
export function rowsThrough(
  { rows, bytes }: RunStep,
  { count, bytes: allBytes }: { readonly count: number; readonly bytes: number },
): number {
  if (rows >= count) return count
  const read = allBytes === 0 ? 0 : Math.min(1, bytes / allBytes) * count
  return Math.floor(readingShare * read + (1 - readingShare) * rows)
}

/** How far the run of an uploaded file is. */
export interface ImportProgress {
  readonly owner: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  rowsDone: number
  readonly rowsTotal: number
  bytesDone: number
  readonly bytesTotal: number
  /** When it is forgotten, Unix milliseconds. */
  readonly until: number
}

/** @param minutes how long it is kept */
export const newProgress = (
  owner: string,
  { count, bytes }: { readonly count: number; readonly bytes: number },
  minutes: number,
): ImportProgress => ({
  owner,
  state: 'waiting',
  rowsDone: 0,
  rowsTotal: count,
  bytesDone: 0,
  bytesTotal: bytes,
  until: Date.now() + minutes * 60_000,
})

/** The runs of this process, by the id of the uploaded file. */
export class ProgressBoard {
  private readonly runs = new Map<string, ImportProgress>()

  post(tempId: string, progress: ImportProgress): ImportProgress {
    for (const [known, { until }] of this.runs) if (until < Date.now()) this.runs.delete(known)
    this.runs.set(tempId, progress)
    return progress
  }

  read(tempId: string, owner: string): ImportProgress | undefined {
    const progress = this.runs.get(tempId)
    return progress?.owner === owner ? progress : undefined
  }
}
