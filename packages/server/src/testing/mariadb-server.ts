import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, createConnection } from 'mysql2/promise'
import { freePort } from './postgres-server.js'

/** A MariaDB server with one user, `v5`, who may do everything. */
export interface MariadbServer {
  readonly port: number
  readonly password: string
  /** Where statements are sent, several at once if need be. */
  connect(): Promise<Connection>
  stop(): Promise<void>
}

const user = 'v5'
const password = 'Slag-heap-1822'

/** Nothing of it has to outlive the machine, nor the server. */
const settings = [
  '--skip-log-bin',
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-fast-shutdown=2',
  '--innodb-log-file-size=4M',
  '--innodb-buffer-pool-size=16M',
  '--performance-schema=0',
]

export async function openMariadbServer(): Promise<MariadbServer> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-mariadb-'))
  const data = join(folder, 'data')
  const own = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`, ...settings]
  await mkdir(data)
  await layOut(own)
  const port = await freePort()
  const socketPath = join(folder, 'socket')
  const files = [`--socket=${socketPath}`, `--pid-file=${join(folder, 'pid')}`]
  const server = spawn('mariadbd', [...own, ...files, `--port=${port}`], { stdio: 'ignore' })
  const root = await answering(() => {
    if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}.`)
    return createConnection({ user: 'root', socketPath, multipleStatements: true })
  })
  await root.query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${password}'; GRANT ALL ON *.* TO '${user}'@'%'`)
  await root.end()
  return {
    port,
    password,
    connect: () =>
      createConnection({
        host: '127.0.0.1',
        port,
        user,
        password,
        charset: 'utf8mb4',
        multipleStatements: true,
      }),
    stop: async () => {
      server.kill('SIGKILL')
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Makes the server's own tables, as `mariadb-install-db` does but for help texts and what measures: it needs
 * programs of another package, and ten times as long.
 */
async function layOut(own: readonly string[]): Promise<void> {
  const scripts = ['/usr/share/mysql', '/usr/share/mariadb'].find((path) => existsSync(path)) ?? ''
  const texts = ['mysql_system_tables.sql', 'mysql_system_tables_data.sql'].map((name) =>
    readFileSync(join(scripts, name), 'utf8'),
  )
  const child = spawn('mariadbd', [...own, '--bootstrap'], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += piece
  })
  child.stdin.end(['CREATE DATABASE mysql;', 'USE mysql;', ...texts].join('\n'))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The tests' MariaDB server cannot be laid out.\n${said}`)
}

/** A server listens some time after it was started. */
async function answering(connect: () => Promise<Connection>): Promise<Connection> {
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error
      await sleep(20)
    }
  }
}
