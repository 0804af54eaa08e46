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
