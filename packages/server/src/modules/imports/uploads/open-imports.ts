import type { Services } from '../../../http/services.js'
import { ProgressBoard } from './progress.js'
import type { ImportArea } from './staged-upload.js'

/** What imports keep for as long as the process lives. */
export interface Imports {
  readonly area: ImportArea
  readonly progress: ProgressBoard
}

export const openImports = ({ binaries, config }: Pick<Services, 'binaries' | 'config'>): Imports => ({
  area: { binaries, minutes: config.limits.importMinutes },
  progress: new ProgressBoard(),
})
