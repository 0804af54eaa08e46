import { FileProblem } from './file-problem.js'
import { unreadable, withProblemsAsRefusals } from './file-refusals.js'
import { scanFile } from './read-in-worker.js'
import type { KnownFile } from './table-file.js'
import type { FileScan } from './worker-protocol.js'

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
