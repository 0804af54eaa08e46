import type { Message } from '../../message.js'

/** Why a file cannot be restored. */
export type BackupFault = 'not_a_backup' | 'newer_version' | 'corrupt' | 'wrong_restore_app'

/** A file that is no backup of this application which can be restored here. Nothing was touched. */
export class BackupProblem extends Error {
  constructor(
    readonly fault: BackupFault,
    /** For people. */
    readonly said: Message,
    options?: ErrorOptions,
  ) {
    super(said.text, options)
    this.name = 'BackupProblem'
  }
}

export const corrupt = (said: Message, cause?: unknown): BackupProblem =>
  new BackupProblem('corrupt', said, { cause })
