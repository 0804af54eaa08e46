import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { RequestScope } from '../../../http/scope.js'
import type { Services } from '../../../http/services.js'
import { writeDown } from '../../../storage/binaries/write-down.js'
import { abandonBinaries, announceBinaries, binaryPlace, newBinaryName } from '../../files/index.js'
import { fileColumns, places } from '../../open-folder/index.js'
import { openExact } from './exact-rows.js'
import type { Findings } from './folder-problem.js'

/** The bytes of the files of a folder, kept before any row says that they are its own. */
export interface KeptBytes {
  /** The names of the bytes in the order of the files; none where nothing is to be stored. */
  readonly names: readonly string[]
  /** Removes what no file calls its own. */
  giveUp(): Promise<void>
}

type Keeping = Pick<Services, 'binaries'>

interface FileRow {
  readonly path: string
  readonly ext: string
  readonly size: string
  readonly sha256: string
  readonly line: number
}

/**
 * Copies the bytes of the uploaded files of a folder to where the service keeps such bytes. They must be
 * those that `files.csv` tells of; bytes that were missing when the folder was written are missing again.
 *
 * @param isTrial they are looked at, and not copied
 */
export async function keepBytes(
  scope: RequestScope,
  { binaries }: Keeping,
  folder: string,
  { isTrial, missing, findings }: { isTrial: boolean; missing: ReadonlySet<string>; findings: Findings },
): Promise<KeptBytes> {
  const names: string[] = []
  const giveUp = () => abandonBinaries(binaries, scope.db, names)
  const root = await realpath(folder)
  try {
    for await (const file of fileRows(folder, findings)) {
      const name = newBinaryName(file.ext)
      if (missing.has(file.path)) {
        names.push(name)
        continue
      }
      const source = await pathInside(root, file.path)
      if (source === undefined) {
        findings.add(places.files, file.line, `"${file.path}" is no file of the folder.`, 'path')
        continue
      }
      if (isTrial || findings.all.length > 0) continue
      names.push(name)
      await announceBinaries(scope.db, [name])
      const target = await binaries.spool.newPath()
      const hash = createHash('sha256')
      await writeDown(target, createReadStream(source), (piece) => hash.update(piece))
      if (file.sha256 !== '' && hash.digest('hex') !== file.sha256) {
        findings.add(
          places.files,
          file.line,
          `The bytes of "${file.path}" are not those that were written.`,
          'sha256',
        )
      }
      await binaries.adopt(binaryPlace(scope.db.app, name), target)
    }
    findings.refuseAny()
    return { names, giveUp }
  } catch (error) {
    await giveUp()
    throw error
  }
}

async function* fileRows(folder: string, findings: Findings): AsyncGenerator<FileRow> {
  const { columns, batches } = await openExact(folder, places.files)
  const missing = fileColumns.filter((name) => !columns.includes(name))
  for (const name of missing) findings.add(places.files, 1, 'The column is missing.', name)
  findings.refuseAny()
  for await (const rows of batches) {
    for (const { cells, line } of rows) {
      const cell = (name: (typeof fileColumns)[number]): string => cells[columns.indexOf(name)] ?? ''
      const ext = cell('ext')
      if (!/^[a-z0-9]{1,10}$/.test(ext)) {
        findings.add(places.files, line, `"${ext}" is no extension of a file.`, 'ext')
        continue
      }
      yield { path: cell('path'), ext, size: cell('size'), sha256: cell('sha256'), line }
    }
  }
}

/** Where a path of the folder leads; `undefined` when it is no plain file in it. */
async function pathInside(root: string, path: string): Promise<string | undefined> {
  const at = join(root, path)
  if (!at.startsWith(root + sep) || !(await lstat(at).catch(() => undefined))?.isFile()) return undefined
  const real = await realpath(at)
  return real.startsWith(root + sep) ? real : undefined
}
