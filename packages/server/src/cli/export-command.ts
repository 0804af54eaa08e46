import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, createClient, NetworkError } from '@trowel/client'
import { isObject } from '@trowel/contract/json.js'
import type { Command } from 'commander'
import { FileProblem } from '../formats/file-problem.js'
import { ZipArchive } from '../formats/zip-archive.js'
import { places, writeBytes, writeData } from '../modules/open-folder/index.js'
import { writeDown } from '../storage/binaries/write-down.js'
import { renamed } from '../storage/renamed.js'
import { asReader, type Operator } from './operator.js'
import { refusedBy, saidByService, serviceIn } from './remote-import.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

interface ExportOptions {
  readonly all?: true
  readonly app?: string
  readonly url?: string
  readonly apiKey?: string
}

export function addExportCommand(program: Command, terminal: Terminal): void {
  program
    .command('export')
    .argument('<folder>', 'where the files go: a folder that is empty, or not there yet')
    .description('write everything of an application as open files')
    .option('--all', 'tables, relations, links, map features, vocabularies, files, and the schema')
    .option('--app <name>', 'the application; not needed with --url, whose key names it')
    .option('--url <address>', 'from a running service: what its key may read')
    .option('--api-key <key>', 'key of that service; better given in TROWEL_API_KEY')
    .addHelpText(
      'after',
      `
README.txt in the folder says what lies where. The same state gives the same bytes, so that two exports can be compared.
It goes on beside a running service. What it writes, "trowel import <folder> --create-tables" reads back.

Examples:
  $ trowel export --all vallelunga-2026 --app vallelunga
  $ TROWEL_API_KEY=trw_… trowel export --all vallelunga-2026 --url http://127.0.0.1:8530`,
    )
    .action((folder: string, options: ExportOptions) => exportAll(terminal, folder, options))
}

async function exportAll(terminal: Terminal, given: string, options: ExportOptions): Promise<void> {
  const { all, app } = options
  if (!all) throw new UsageError('Say --all: everything of the application is written.')
  const service = serviceIn(terminal, options)
  if (!service && app === undefined) throw new UsageError('Say with --app which application to export.')
  const target = resolve(terminal.folder, given)
  await refuseFull(target)
  const missing = await asWhole(target, (folder) =>
    service
      ? fetchFolder(folder, service.url, service.key)
      : asReader(terminal, (operator) => writeFolder(operator, app ?? '', folder)),
  )
  terminal.print(target)
  for (const path of missing) terminal.note(`The bytes of ${path} are missing. Try: trowel files check`)
}

/** @throws UsageError */
async function refuseFull(target: string): Promise<void> {
  const found = await stat(target).catch(() => undefined)
  if (!found) return
  if (!found.isDirectory()) throw new UsageError(`${target} is no folder.`)
  if ((await readdir(target)).length > 0)
    throw new UsageError(`The folder ${target} is not empty; nothing was written.`)
}

/** Lets `write` fill a folder beside the target, which takes its name when it is whole. */
async function asWhole<T>(target: string, write: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(target), { recursive: true })
  const folder = await mkdtemp(join(dirname(target), `.${basename(target)}-`))
  try {
    const result = await write(folder)
    await rmdir(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await renamed(folder, target)
    return result
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function writeFolder(
  { services, scopeOf }: Operator,
  app: string,
  folder: string,
): Promise<readonly string[]> {
  const scope = await scopeOf(app)
  const take = (path: string, content: AsyncIterable<Uint8Array>) => writeInto(folder, path, content)
  return writeBytes(scope, services, await writeData(scope, services, take), take)
}

async function writeInto(folder: string, path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const at = join(folder, path)
  await mkdir(dirname(at), { recursive: true })
  await writeDown(at, content)
}

/** The archive of a service is not measured: it is as large as what it holds. */
const noLimits = {
  entries: Number.POSITIVE_INFINITY,
  entryBytes: Number.POSITIVE_INFINITY,
  allBytes: Number.POSITIVE_INFINITY,
}

async function fetchFolder(folder: string, url: string, key: string): Promise<readonly string[]> {
  const path = `${folder}.zip`
  try {
    const { records } = createClient({ baseUrl: url, token: key })
    const file = await records.exportAll().fetch()
    await pipeline(Readable.fromWeb(file.stream()), createWriteStream(path, { mode: 0o600 }))
    const archive = await ZipArchive.open(path, noLimits)
    try {
      for (const entry of archive.entries) {
        await writeInto(folder, insideOnly(entry.names[0] ?? ''), archive.read(entry))
      }
    } finally {
      archive.close()
    }
    const manifest: unknown = JSON.parse(await readFile(join(folder, places.manifest), 'utf8'))
    const missing = isObject(manifest) ? manifest['missing'] : undefined
    return Array.isArray(missing) ? missing.map(String) : []
  } catch (error) {
    if (error instanceof NetworkError)
      throw new UsageError(`The service at ${url} does not answer. Is the address right?`)
    if (error instanceof ApiError) throw refusedBy(error.code, saidByService(error.text))
    // The first is what a stream of `fetch` says that ends too early.
    if (error instanceof TypeError || error instanceof FileProblem)
      throw new UsageError(`What the service at ${url} sent is no whole archive; nothing was written.`)
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

/** Refuses names from a service that lead out of the folder. @throws UsageError */
function insideOnly(path: string): string {
  const isInside =
    path !== '' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (isInside && !path.includes('\\') && !path.includes('\0')) return path
  throw new UsageError('The service sent a file that leads out of the folder; nothing was written.')
}
