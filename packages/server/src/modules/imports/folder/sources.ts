import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { FileType } from '@trowel/contract/imports.js'
import { FileProblem } from '../../../formats/file-problem.js'
import { scanFile } from '../reading/read-in-worker.js'
import type { KnownFile } from '../reading/table-file.js'
import type { Findings } from './folder-problem.js'

/** Something that a table can be made of: a file, or a sheet of one. */
export interface Source {
  /** What it is called to people: `finds.csv`, `book.xlsx: Contexts`. */
  readonly title: string
  /** What its table would be called. */
  readonly name: string
  readonly file: KnownFile
}

/** By the endings of files. */
const types: ReadonlyMap<string, FileType> = new Map([
  ['.csv', 'csv'],
  ['.txt', 'csv'],
  ['.tsv', 'tsv'],
  ['.tab', 'tsv'],
  ['.json', 'json'],
  ['.geojson', 'geojson'],
  ['.xlsx', 'xlsx'],
  ['.ods', 'ods'],
  ['.gpkg', 'gpkg'],
])

const withSheets: ReadonlySet<FileType> = new Set(['xlsx', 'ods', 'gpkg'])

const isReadme = (name: string): boolean => /^(?:readme|licen[cs]e|manifest)\b/i.test(name)

/**
 * What lies in a folder, or in one file, by name. @param note told of files that no table is made of
 */
export async function listSources(
  path: string,
  findings: Findings,
  note: (text: string) => void,
): Promise<readonly Source[]> {
  if (!(await stat(path)).isDirectory()) return sourcesOf(path, basename(path), findings)
  const sources: Source[] = []
  for (const entry of (await readdir(path, { withFileTypes: true })).sort(byName)) {
    if (entry.name.startsWith('.')) continue
    const isKnown = entry.isFile() && types.has(extname(entry.name).toLowerCase()) && !isReadme(entry.name)
    if (isKnown) sources.push(...(await sourcesOf(join(path, entry.name), entry.name, findings)))
    else note(`${entry.name} is left out: no table is made of it.`)
  }
  return sources
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1

async function sourcesOf(path: string, title: string, findings: Findings): Promise<readonly Source[]> {
  const ending = extname(title)
  const type = types.get(ending.toLowerCase())
  if (!type) {
    findings.add(title, null, `Tables are made of ${[...types.keys()].join(', ')}.`)
    return []
  }
  const name = basename(title, ending)
  if (!withSheets.has(type)) return [{ title, name, file: { path, type } }]
  const sheets = await sheetsOf({ path, type }, title, findings)
  return sheets.map((sheet) => ({
    title: sheets.length === 1 ? title : `${title}: ${sheet}`,
    name: sheets.length === 1 ? name : sheet,
    file: { path, type, sheet },
  }))
}

/** The names of the sheets, or layers; none of a workbook that says nothing. */
async function sheetsOf(file: KnownFile, title: string, findings: Findings): Promise<readonly string[]> {
  try {
    return (await scanFile({ ...file, mendsHeader: true })).sheets
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    findings.add(title, error.line, error.said.text)
    return []
  }
}

/** Is there nothing to make a table of? */
export const isEmptySource = ({ said: { sentence } }: FileProblem): boolean =>
  sentence === 'sheet_empty' || sentence === 'file_without_header'
