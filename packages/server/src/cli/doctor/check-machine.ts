import type { Stats } from 'node:fs'
import { access, constants, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.js'
import { isFullDisk } from '../../storage/binaries/disk-errors.js'
import { type Finding, note, ok, wrong } from './finding.js'

/** Versions of Node that get corrections. */
const keptNode = 22
const minOpenFiles = 1024
/** Clocks that differ by less do no harm. */
const maxAheadMs = 5_000
/** Free space that a service needs for uploads and backups until an administrator looks again. */
const spareBytes = 512 * 2 ** 20

export function checkNode(): Finding[] {
  const { node } = process.versions
  if (Number(node.split('.')[0]) >= keptNode) return [ok('node', `Node ${node}.`)]
  return [note('node', `Node ${node} gets no corrections any more.`, 'Install Node 22 or 24.')]
}

/** Every visitor and every database takes some of them. */
export function checkOpenFiles(): Finding[] {
  const limit = openFilesLimit()
  if (limit === undefined) return []
  if (limit >= minOpenFiles) return [ok('open files', `${limit} at once.`)]
  return [
    wrong(
      'open files',
      `The service may have ${limit} files open at once, each connection being one of them.`,
      `Allow ${minOpenFiles} at least: LimitNOFILE of its systemd unit, or ulimit -n.`,
    ),
  ]
}

/** What Node tells of its process, as far as it is asked for here. */
interface ProcessReport {
  excludeNetwork?: boolean
  getReport(): { userLimits?: { open_files?: { soft?: number | 'unlimited' } } }
}

/** `undefined` on systems without such a limit. */
function openFilesLimit(): number | undefined {
  const report = process.report as ProcessReport
  // Otherwise it asks name servers about every connection.
  report.excludeNetwork = true
  const soft = report.getReport().userLimits?.open_files?.soft
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}

export interface CheckedFolder {
  readonly findings: readonly Finding[]
  /** Whether something is kept in it, and this user may look at it without doing harm. */
  readonly isUsable: boolean
}

/** The data folder, and the clock and the room of the disk on which it lies. */
export async function checkFolder({ dataFolder, databaseUrl, filesUrl }: Config): Promise<CheckedFolder> {
  const found = await stat(dataFolder).catch((error: NodeJS.ErrnoException) => error)
  // Where database and files lie elsewhere, nothing is kept in it.
  const isNeeded = databaseUrl === undefined || filesUrl === undefined
  if (found instanceof Error)
    return { findings: [missingFolder(dataFolder, found.code)], isUsable: !isNeeded }
  const owner = foreignOwner(found)
  if (owner !== undefined) {
    const said = `${dataFolder} belongs to user ${owner}, and you are user ${process.getuid?.()}.`
    return refused(wrong('data folder', said, 'Run the service, and this command, as that user.'))
  }
  try {
    await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const said = `Nothing can be kept in ${dataFolder}.`
    return refused(wrong('data folder', said, 'Let the user of the service read, write and enter it.'))
  }
  const rights = await checkRights(dataFolder, found)
  return {
    isUsable: true,
    findings: [
      ...(rights.length > 0 ? rights : [ok('data folder', dataFolder)]),
      ...(await checkFileSystem(dataFolder, databaseUrl === undefined)),
      await checkFileClock(dataFolder),
    ],
  }
}

const refused = (finding: Finding): CheckedFolder => ({ findings: [finding], isUsable: false })

const missingFolder = (folder: string, code: string | undefined): Finding =>
  code === 'ENOENT'
    ? note('data folder', `There is no ${folder} yet.`, 'The service makes it at its first start.')
    : wrong('data folder', `${folder} cannot be looked at (${code}).`, 'Run this as the user of the service.')

/** `undefined` where it is the user who asks, and on systems that do not tell. */
function foreignOwner({ uid }: Stats): number | undefined {
  const own = process.getuid?.()
  return own === undefined || own === uid ? undefined : uid
}

async function checkRights(folder: string, { mode }: Stats): Promise<Finding[]> {
  if (process.getuid === undefined) return []
  const found: Finding[] = []
  const secret = await stat(join(folder, 'secret')).catch(() => undefined)
  if (secret && (secret.mode & 0o077) !== 0)
    found.push(
      wrong(
        'data folder',
        'Other users of this machine can read the secret, from which all keys are made.',
        `chmod 600 ${join(folder, 'secret')}`,
      ),
    )
  for (const path of await databaseFiles(folder)) {
    const file = await stat(path).catch(() => undefined)
    const owner = file && foreignOwner(file)
    if (owner !== undefined)
      found.push(
        wrong('data folder', `${path} belongs to user ${owner}.`, `chown ${process.getuid()} ${path}`),
      )
  }
  if ((mode & 0o007) !== 0)
    found.push(
      note('data folder', `Other users of this machine can look into ${folder}.`, `chmod 750 ${folder}`),
    )
  return found
}

async function databaseFiles(folder: string): Promise<string[]> {
  const applications = join(folder, 'applications')
  const names = await readdir(applications).catch(() => [])
  return names
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      ['', '-wal', '-shm'].map((ending) => join(applications, name, `trowel.sqlite${ending}`)),
    )
}

/** Of file systems that lie on another machine, as Linux numbers them. */
const networks: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
])

async function checkFileSystem(folder: string, isEmbedded: boolean): Promise<Finding[]> {
  const { type, bavail, bsize } = await statfs(folder)
  const network = networks.get(type)
  const free = bavail * bsize
  const sizes = await Promise.all(
    (await databaseFiles(folder)).map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  // A backup is written, and proved in a copy of the database.
  const needed = spareBytes + 2 * Math.max(0, ...sizes)
  return [
    ...(network !== undefined && isEmbedded
      ? [
          wrong(
            'data folder',
            `${folder} lies on another machine (${network}), where SQLite can lose data.`,
            'Set TROWEL_DATA to a disk of this machine, or use PostgreSQL.',
          ),
        ]
      : []),
    free < needed
      ? wrong(
          'room',
          `${inMebibytes(free)} are free for ${folder}; a backup needs ${inMebibytes(needed)} at the most.`,
          'Make room, or move old backups elsewhere.',
        )
      : ok('room', `${inMebibytes(free)} are free.`),
  ]
}

const inMebibytes = (bytes: number): string => `${Math.floor(bytes / 2 ** 20).toLocaleString('en')} MiB`

async function checkFileClock(folder: string): Promise<Finding> {
  const path = join(folder, `.clock-${process.pid}`)
  try {
    await writeFile(path, '')
    return clockFinding('The clock of the disk', (await stat(path)).mtimeMs - Date.now())
  } catch (error) {
    if (!isFullDisk(error)) throw error
    return wrong('room', `Nothing can be written to ${folder}: the disk is full.`, 'Make room.')
  } finally {
    await rm(path, { force: true })
  }
}

/** @param aheadMs how far it goes before the clock of this machine */
export function clockFinding(whose: string, aheadMs: number): Finding {
  const away = `${Math.abs(Math.round(aheadMs / 1000))} s`
  if (Math.abs(aheadMs) <= maxAheadMs) return ok('clock', `${whose} agrees with this machine’s.`)
  return wrong(
    'clock',
    `${whose} is ${away} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine’s.`,
    'Let both follow a time server (timedatectl set-ntp true).',
  )
}
