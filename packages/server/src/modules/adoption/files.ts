import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isRaster } from '../files/index.js'
import type { Conversion } from './adopted-table.js'
import { type AdoptedBytes, type Adoption, personIsGone } from './adoption.js'
import { placesOf } from './in-order.js'
import { problemOfRecord } from './links.js'
import { idOf, integerOf, isOn, textOf, textOrNull } from './source-rows.js'

/** What lies in a folder, by name: plain files, and what is none. */
interface FolderContent {
  readonly files: readonly string[]
  /** Folders, and links, which may lead anywhere: they are not looked into. */
  readonly others: readonly string[]
}

export async function contentOf(folder: string): Promise<FolderContent> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const named = (isFile: boolean): string[] =>
    entries
      .filter((entry) => entry.isFile() === isFile)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort()
  return { files: named(true), others: named(false) }
}

/** Size and digest of bytes of the old installation. */
export async function measureBytes(path: string): Promise<Pick<AdoptedBytes, 'size' | 'sha256'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    size += piece.length
    hash.update(piece)
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * Under which name the bytes of each file lie, by its id: `<id>.<ext>`, and those that came with an import of
 * photographs under the name that they had.
 */
async function bytesOfFiles(
  { source, installation, report }: Adoption,
  table: string,
): Promise<ReadonlyMap<number, string>> {
  const { files: names, others } = await contentOf(join(installation.folder, 'files'))
  const unclaimed = new Set(names)
  /** Names that differ in case alone. */
  const alike = new Map<string, string[]>()
  for (const name of unclaimed)
    alike.set(name.toLowerCase(), [...(alike.get(name.toLowerCase()) ?? []), name])
  const found = new Map<number, string>()
  const claim = (id: number, name: string): void => {
    const bytes = [name, ...(alike.get(name.toLowerCase()) ?? [])].find((one) => unclaimed.has(one))
    if (bytes === undefined) return
    unclaimed.delete(bytes)
    found.set(id, bytes)
  }
  for await (const row of source.rows(table)) claim(idOf(row), `${idOf(row)}.${textOf(row['ext'])}`)
  for await (const row of source.rows(table))
    if (!found.has(idOf(row))) claim(idOf(row), `${textOf(row['filename'])}.${textOf(row['ext'])}`)
  report.files.stray.push(...unclaimed, ...others)
  return found
}

const maxNameLength = 200

const files: Conversion = {
  from: 'bdus_files',
  to: 'sys_files',
  async begin(adoption, notes) {
    const { installation, people, means, references, report } = adoption
    const found = await bytesOfFiles(adoption, notes.table)
    return async (row, id) => {
      const [filename, given] = [textOf(row['filename']), textOf(row['ext'])]
      const description = textOrNull(row['description'])
      const bytes = found.get(id)
      if (bytes === undefined) {
        report.files.missing.push(id)
        return notes.leaveOut(
          id,
          `its bytes are lost: ${[`${filename}.${given}`, description].filter(Boolean).join(', ')}`,
        )
      }
      const path = join(installation.folder, 'files', bytes)
      const ext = extensionOf(given)
      if (ext !== given) notes.change(id, 'ext', given, ext, 'extensions are in lower case')
      const shortened = [...filename].slice(0, maxNameLength).join('').trim() || 'file'
      if (shortened !== filename.trim())
        notes.change(id, 'filename', filename, shortened, 'names have 1 to 200 characters')
      const { size, sha256 } = await measureBytes(path)
      const binary = binaryNameOf(id, sha256, ext)
      const pixels = isRaster(ext) ? await means?.measure(path) : undefined
      const creator = integerOf(row['creator'])
      const isGone = creator === undefined || !people.has(creator)
      if (isGone && textOf(row['creator']) !== '')
        notes.change(
          id,
          'creator',
          row['creator'] ?? null,
          null,
          creator === undefined ? 'no user' : personIsGone,
        )
      adoption.bytes.push({ path, area: 'files', name: binary, size, sha256 })
      references.add('sys_files', id, {})
      report.files.adopted++
      return {
        creator: isGone ? null : creator,
        ext,
        keywords: textOrNull(row['keywords']),
        description,
        printable:
          row['printable'] === null || row['printable'] === undefined ? null : isOn(row['printable']) ? 1 : 0,
        filename: shortened,
        rev: 1,
        binary,
        size,
        sha256,
        stored_at: Math.trunc((await lstat(path)).mtimeMs),
        width: pixels?.width ?? null,
        height: pixels?.height ?? null,
      }
    }
  },
}

const extensionOf = (given: string): string => {
  const ext = given.toLowerCase().replace(/^\./, '')
  return /^[a-z0-9]{1,10}$/.test(ext) ? ext : 'bin'
}

/** The same each time: what an adoption leaves that was killed, the next one puts in its place again. */
const binaryNameOf = (id: number, sha256: string, ext: string): string =>
  `${createHash('sha256').update(`${id} ${sha256}`).digest('hex').slice(0, 32)}.${ext}`

const fileLinks: Conversion = {
  from: 'bdus_file_links',
  to: 'sys_file_links',
  async begin(adoption, notes) {
    const places = await placesOf(adoption.source, notes, ['table_name', 'record_id'])
    const links = new Set<string>()
    return (row, id) => {
      const file = integerOf(row['file_id'])
      const table = adoption.configuration.naming(row['table_name'])
      const record = integerOf(row['record_id'])
      const problem = problemOfRecord(adoption, table, record)
      if (problem !== undefined || record === undefined)
        return notes.leaveOut(id, problem ?? 'its record is gone')
      if (file === undefined || !adoption.references.has('sys_files', file))
        return notes.leaveOut(id, `its file, ${file ?? '?'}, has no bytes`)
      const key = `${file} ${table} ${record}`
      if (links.has(key)) return notes.leaveOut(id, 'said twice')
      links.add(key)
      return { file_id: file, table_name: table, record_id: record, sort: places.get(id) ?? 0 }
    }
  },
}

export const fileConversions: readonly Conversion[] = [files, fileLinks]
