/** Why a file cannot be restored. */
export type BackupFault = 'not_a_backup' | 'newer_version' | 'corrupt' | 'wrong_restore_app'

/** A file that is no backup of this application which can be restored here. Nothing was touched. */
export class BackupProblem extends Error {
  constructor(
    readonly fault: BackupFault,
    /** A sentence for people. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'BackupProblem'
  }
}

export const corrupt = (message: string, cause?: unknown): BackupProblem =>
  new BackupProblem('corrupt', message, { cause })
