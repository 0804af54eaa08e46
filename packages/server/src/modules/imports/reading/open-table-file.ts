import type { FileType } from '@trowel/contract/imports.js'
import { openCsv } from './csv-file.js'
import { openJson } from './json-file.js'
import type { FileWarning, KnownFile, TableFile } from './table-file.js'

type Open = (
  file: KnownFile,
  warn: (warning: FileWarning) => void,
  onRead: (bytes: number) => void,
) => Promise<TableFile>

const openers: Readonly<Record<FileType, Open>> = {
  csv: ({ path, form, mendsHeader }, warn) => openCsv(path, form ?? {}, warn, mendsHeader),
  tsv: ({ path, form, mendsHeader }, warn) => openCsv(path, { delimiter: '\t', ...form }, warn, mendsHeader),
  // Its reader is loaded only where a workbook comes.
  xlsx: async (file, warn, onRead) => (await import('./xlsx-file.js')).openXlsx(file, warn, onRead),
  ods: async (file, warn, onRead) => (await import('./ods-file.js')).openOds(file, warn, onRead),
  gpkg: async (file, warn, onRead) => (await import('./gpkg-file.js')).openGpkg(file, warn, onRead),
  json: ({ path }, _warn, onRead) => openJson(path, onRead),
  lst: async ({ path }) => (await import('./lst-file.js')).openLst(path),
  geojson: async ({ path }, _warn, onRead) =>
    (await import('./geojson-file.js')).openFeatureTable(path, onRead),
}

/**
 * @param warn told of everything odd
 * @param onRead told of the bytes read so far of a file that is read as a whole
 * @throws FileProblem
 */
export const openTableFile = (
  file: KnownFile,
  warn: (warning: FileWarning) => void,
  onRead: (bytes: number) => void = () => {},
): Promise<TableFile> => openers[file.type](file, warn, onRead)
