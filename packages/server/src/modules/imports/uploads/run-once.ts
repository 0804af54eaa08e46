import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { say } from '../../../say.js'
import { ownerOf } from './material.js'
import type { Imports } from './open-imports.js'
import { newProgress } from './progress.js'

/** @throws `conflict` while an upload is being imported */
export function refuseSecondRun({ progress }: Imports, scope: RequestScope, tempId: string): void {
  if (progress.read(tempId, ownerOf(scope))?.state === 'running') {
    throw new AppError('conflict', say('import_runs_already', {}))
  }
}

export interface UploadToRun {
  readonly tempId: string
  readonly scan: { readonly count: number; readonly bytes: number }
}

/** Runs an upload, with its progress to be read by its owner. @throws `conflict` while it runs already */
export async function runOnce<T>(
  imports: Imports,
  scope: RequestScope,
  { tempId, scan }: UploadToRun,
  run: (onProgress: (rows: number, bytes: number) => void) => Promise<T>,
): Promise<T> {
  refuseSecondRun(imports, scope, tempId)
  const progress = imports.progress.post(tempId, newProgress(ownerOf(scope), scan, imports.area.minutes))
  progress.state = 'running'
  try {
    const result = await run((rows, bytes) => {
      progress.rowsDone = rows
      progress.bytesDone = bytes
    })
    progress.state = 'done'
    return result
  } catch (error) {
    progress.state = 'failed'
    throw error
  }
}
