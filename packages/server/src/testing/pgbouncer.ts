import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './postgres-server.js'

export interface Pgbouncer {
  /** The same database, reached through the pooler. */
  readonly url: string
  close(): Promise<void>
}

/** A pgbouncer in front of a database of the tests, whose settings are those that it comes with. */
export async function openPgbouncer(database: string, mode: 'session' | 'transaction'): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-pgbouncer-'))
  const [target, port] = [new URL(database), await freePort()]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  )
  await chmod(folder, 0o755)
  // It refuses to run as root.
  const user = userInfo().uid === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', [...user, file], { stdio: 'ignore' })
  await listens(child, port)
  const url = new URL(database)
  url.port = String(port)
  return {
    url: url.href,
    close: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listens(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isThere) return
    await sleep(20)
  }
  throw new Error(`pgbouncer ended with ${child.exitCode}.`)
}
