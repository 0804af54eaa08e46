/** How far the run of an uploaded file is. */
export interface ImportProgress {
  readonly owner: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  rowsDone: number
  readonly rowsTotal: number
  bytesDone: number
  readonly bytesTotal: number
  /** When it stops being remembered, Unix milliseconds. */
  readonly until: number
}

/** @param minutes how long it is remembered */
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
