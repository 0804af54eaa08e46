import type { Table } from '../../catalogue/catalogue.js'
import type { FolderEntry } from './layout.js'
import { places } from './layout.js'

export interface FolderContent {
  readonly tables: readonly Table[]
  readonly entries: readonly FolderEntry[]
  /** Paths of files whose bytes are not there. */
  readonly missing: readonly string[]
  readonly withSchemaText: boolean
}

/** What lies in the folder, for people, with counts. */
export function readmeText({ tables, entries, missing, withSchemaText }: FolderContent): string {
  const rows = new Map(entries.map((entry) => [entry.path, entry.rows ?? 0]))
  const count = (path: string): string => (rows.get(path) ?? 0).toLocaleString('en')
  const each = (name: (table: string) => string): string[] =>
    tables
      .filter((table) => rows.has(name(table.name)))
      .map((table) => `  ${name(table.name)}: ${table.label}, ${count(name(table.name))}`)
  const files = entries.filter(({ path }) => path.startsWith('files/'))
  return `${[
    'Everything of an application as open files, written by Trowel.',
    '',
    'All texts are UTF-8. CSV files have commas, a header line, quotes where needed, and lines that end with LF;',
    'no value and an empty text are both empty. A text that begins like a formula (= + - @) has an apostrophe in front,',
    'and a text that begins with apostrophes before such a sign has one more.',
    '',
    'Tables: a line for each record or row, with its id. A field that refers to a record has its id,',
    'id_link of a plugin table the id of the record that carries the row.',
    ...each(places.table),
    '',
    ...section(
      'Map features: GeoJSON in longitude and latitude (WGS 84); "record" is the id of the record.',
      each(places.features),
    ),
    ...section(
      'Stratigraphic relations, read as "first relation second"; beside each file the matrix for Graphviz (.dot).',
      each(places.relations),
    ),
    `${places.manualLinks}: links between records that were made by hand, ${count(places.manualLinks)}`,
    `${places.vocabularies}: values of vocabularies in their order, ${count(places.vocabularies)}`,
    `${places.files}: the uploaded files, ${count(places.files)}; their bytes lie in files/ (${files.length.toLocaleString('en')})`,
    `${places.fileLinks}: which record has which file, ${count(places.fileLinks)}`,
    ...(withSchemaText
      ? [`${places.schemaText}: tables, fields, relations and vocabularies with all settings (DBML)`]
      : []),
    `${places.schema}: tables and fields in short`,
    `${places.manifest}: every file with its size, its SHA-256 and its number of lines`,
    '',
    'Not in here: people and who made what, the history, citations, saved searches, charts, map views and layers,',
    'templates, and settings of the application. A backup has all of that.',
    ...(missing.length > 0
      ? ['', 'The bytes of these files were missing:', ...missing.map((path) => `  ${path}`)]
      : []),
  ].join('\n')}\n`
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines, '']
