import { csvLine } from '@trowel/contract/csv.js'

/** What the manifest of a folder calls itself. */
export const folderFormat = 'trowel folder'
export const formatVersion = 1

/** Where things lie in a folder. */
export const places = {
  manifest: 'manifest.json',
  readme: 'README.txt',
  schemaText: 'schema.dbml',
  schema: 'schema.json',
  vocabularies: 'vocabularies.csv',
  manualLinks: 'manual-links.csv',
  files: 'files.csv',
  fileLinks: 'file-links.csv',
  table: (name: string) => `tables/${name}.csv`,
  features: (name: string) => `map/${name}.geojson`,
  relations: (name: string) => `relations/${name}.csv`,
  matrix: (name: string) => `relations/${name}.dot`,
} as const

export const relationColumns = ['id', 'first_id', 'first', 'relation', 'second_id', 'second'] as const
export const linkColumns = ['id', 'table_one', 'id_one', 'table_two', 'id_two', 'label', 'sort'] as const
export const fileColumns = [
  'id',
  'path',
  'filename',
  'ext',
  'description',
  'keywords',
  'printable',
  'size',
  'sha256',
  'width',
  'height',
  'pixels_per_cm',
  'marks',
] as const
export const fileLinkColumns = ['id', 'file_id', 'table', 'record_id', 'sort'] as const

/** One file of a folder, as its manifest has it. */
export interface FolderEntry {
  readonly path: string
  /** Lines under the header, or features. */
  readonly rows?: number
  readonly bytes: number
  readonly sha256: string
}

/** A text that looks like one that got an apostrophe in front, so that it is no formula. */
const likeGuarded = /^'+[=+\-@\t\r]/

/**
 * A line of CSV as the service writes it, from which `exactCell` gets every text back: what looks as if it
 * had an apostrophe in front gets one more.
 */
export const exactLine = (cells: readonly unknown[]): string =>
  `${csvLine(cells.map((cell) => (typeof cell === 'string' && likeGuarded.test(cell) ? `'${cell}` : cell)))}\n`

/** What was written into a cell. */
export const exactCell = (cell: string): string => (likeGuarded.test(cell) ? cell.slice(1) : cell)

const maxNameLength = 60

/** Where the bytes of a file lie: its number tells it apart, its name is for people. */
export function pathOfFile(id: number, filename: string, ext: string): string {
  const name = filename.normalize('NFC').replace(/[\\/:*?"<>|\p{Cc}\p{Cs}]/gu, '_')
  return `files/${id}_${[...name].slice(0, maxNameLength).join('').trim()}.${ext}`
}
