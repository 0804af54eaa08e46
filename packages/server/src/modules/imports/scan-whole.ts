import { FileProblem } from '../../formats/file-problem.js'
import { scanFile } from './reading/read-in-worker.js'
import type { KnownFile } from './reading/table-file.js'
import type { FileScan } from './reading/worker-protocol.js'
import { unreadable, withProblemsAsRefusals } from './uploads/file-refusals.js'

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
