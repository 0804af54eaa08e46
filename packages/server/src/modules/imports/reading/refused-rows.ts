import { open } from 'node:fs/promises'
import { byteOrderMark, csvLine } from '@trowel/contract/csv.js'
import { openTableFile } from './open-table-file.js'
import type { RefusedJob } from './worker-protocol.js'

/**
 * Writes the refused rows of a file as CSV: its columns as they were, so that it can be mended and imported
 * again, and behind them the line and the reason. Nothing in it is a formula.
 *
 * @throws FileProblem
 */
export async function writeRefusedRows({ file, reasons, target }: RefusedJob): Promise<void> {
  const source = await openTableFile(file, () => {})
  const delimiter = source.form?.delimiter ?? ','
  const line = (cells: readonly unknown[]): string => `${csvLine(cells, delimiter)}\r\n`
  const output = await open(target, 'w', 0o600)
  try {
    const added = ['refused_line', 'refused_reason'].map((name) => unused(name, source.columns))
    let text = `${byteOrderMark}${line([...source.columns, ...added])}`
    for await (const { row, line: at, cells } of source.rows()) {
      const reason = reasons.get(row)
      if (reason === undefined) continue
      text += line([...cells, at ?? row, reason])
      if (text.length < 256 * 1024) continue
      await output.writeFile(text)
      text = ''
    }
    await output.writeFile(text)
    await output.sync()
  } finally {
    await output.close()
  }
}

function unused(name: string, columns: readonly string[]): string {
  let free = name
  for (let number = 2; columns.includes(free); number++) free = `${name}_${number}`
  return free
}
