import { type MatrixRows, type PlainMatrix, readMatrix } from './matrix/matrix-rows.js'
import { type JobName, type JobOptions, matrixJobs } from './matrix-jobs.js'

/** What a thread of the pool is asked. */
export interface MatrixTask<Job extends JobName = JobName> {
  readonly job: Job
  readonly options: JobOptions<Job>
  readonly rows: MatrixRows
}

const jobs: { readonly [Name in JobName]: (rows: PlainMatrix, options: JobOptions<Name>) => Uint8Array } =
  matrixJobs

export default <Job extends JobName>({ job, options, rows }: MatrixTask<Job>): Uint8Array =>
  jobs[job](readMatrix(rows), options)
