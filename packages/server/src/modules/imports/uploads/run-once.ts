import type { JobPhase } from '@trowel/contract/jobs.js'
import { keepUntil, keptAs } from '../../../access/one-time.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { message } from '../../../message.js'
import type { Transaction } from '../../../storage/storage.js'
import type { Imports } from './open-imports.js'
import { newProgress, type OnStep, rowsThrough } from './progress.js'
import { noSuchFile, ownerOf } from './staged-upload.js'

/** @throws `conflict` while an upload is being imported */
export function refuseSecondRun({ progress }: Imports, scope: RequestScope, tempId: string): void {
  if (progress.read(tempId, ownerOf(scope))?.state === 'running') {
    throw new AppError('conflict', message('import_runs_already', {}))
  }
}

export interface UploadToRun {
  readonly tempId: string
  readonly scan: { readonly count: number; readonly bytes: number }
}

/**
 * Runs an upload, with its progress to be read by its owner.
 *
 * @param onProgress told of the same as one number, with the phase
 * @throws `conflict` while it runs already
 */
export async function runOnce<T>(
  imports: Imports,
  scope: RequestScope,
  { tempId, scan }: UploadToRun,
  onProgress: (done: number, phase: JobPhase) => void,
  run: (onStep: OnStep) => Promise<T>,
): Promise<T> {
  refuseSecondRun(imports, scope, tempId)
  const progress = imports.progress.post(tempId, newProgress(ownerOf(scope), scan, imports.area.minutes))
  progress.state = 'running'
  try {
    const onStep: OnStep = (step) => {
      progress.rowsDone = step.rows
      progress.bytesDone = step.bytes
      onProgress(rowsThrough(step, scan), step.phase)
    }
    onStep({ phase: 'reading', rows: 0, bytes: 0 })
    const result = await run(onStep)
    progress.state = 'done'
    return result
  } catch (error) {
    progress.state = 'failed'
    throw error
  }
}

/**
 * What ends the transaction of a run, so that of two that began at once, also on two nodes, one alone is
 * stored.
 *
 * @throws `import_error_no_file` (404) when the upload was stored meanwhile
 */
export const storedOnce =
  <Result extends { readonly dryRun: boolean }>(
    { area }: Imports,
    tempId: string,
    atEnd: (tx: Transaction, result: Result) => Promise<void>,
  ) =>
  async (tx: Transaction, result: Result): Promise<void> => {
    if (!result.dryRun) {
      const [key, now] = [`import ${tempId}`, new Date()]
      if ((await keptAs(tx, key, now)) !== undefined) throw noSuchFile()
      await keepUntil(tx, key, '', new Date(now.getTime() + area.minutes * 60_000), now)
    }
    await atEnd(tx, result)
  }
