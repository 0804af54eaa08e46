import { openCsv } from './csv-file.js'
import { openJson } from './json-file.js'
import type { FileType, FileWarning, KnownFile, TableFile } from './table-file.js'

type Open = (file: KnownFile, warn: (warning: FileWarning) => void) => Promise<TableFile>

const openers: Readonly<Record<FileType, Open>> = {
  csv: ({ path, form }, warn) => openCsv(path, form ?? {}, warn),
  tsv: ({ path, form }, warn) => openCsv(path, { delimiter: '\t', ...form }, warn),
  // Its reader is loaded only where a workbook comes.
  xlsx: async ({ path, sheet }, warn) => (await import('./xlsx-file.js')).openXlsx(path, sheet, warn),
  json: ({ path }) => openJson(path),
}

/**
 * @param warn told of everything odd
 * @throws FileProblem
 */
export const openTableFile: Open = (file, warn) => openers[file.type](file, warn)
