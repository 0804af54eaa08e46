import { FileProblem } from '../../formats/file-problem.js'
import { scanFile, watchFile } from './reading/read-in-worker.js'
import type { KnownFile } from './reading/table-file.js'
import type { FileScan, WatchedScan } from './reading/worker-protocol.js'
import { unreadable, withProblemsAsRefusals } from './uploads/file-refusals.js'

/**
 * The same, with what the values of each column have in common. A header is mended where it has to be.
 * @throws `import_error_parse`
 */
export const watchWhole = (file: KnownFile): Promise<WatchedScan> =>
  withProblemsAsRefusals(() => watchFile({ ...file, mendsHeader: true }))

/** @throws `import_error_parse` with `detail` of line and reason, and in `warnings` whatever else is odd */
export async function scanWhole(file: KnownFile): Promise<FileScan> {
  const scan = await withProblemsAsRefusals(() => scanFile(file))
  if (scan.headerProblem === undefined) return scan
  throw unreadable(new FileProblem(scan.headerProblem, scan.headerLine), {
    count: scan.count,
    warnings: scan.warnings,
    warning_count: scan.warningCount,
  })
}
