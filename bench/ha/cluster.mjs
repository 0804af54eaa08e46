// Three PostgreSQL servers under Patroni on this machine, with etcd and HAProxy (Debian's packages patroni,
// python3-etcd, etcd-server, haproxy, postgresql).
import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const names = ['one', 'two', 'three']

/** PostgreSQL refuses to run as root. */
const user = userInfo().uid === 0 ? idsOf('postgres') : {}

function idsOf(name) {
  const [uid, gid] = ['-u', '-g'].map((what) => Number(spawnSync('id', [what, name]).stdout.toString()))
  return { uid, gid }
}

/** The newest PostgreSQL of the system. */
function programs() {
  const place = '/usr/lib/postgresql'
  const [newest] = readdirSync(place).sort((a, b) => Number(b) - Number(a))
  return join(place, newest, 'bin')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

/**
 * @returns the address of whichever server is the primary, and what kills it
 */
export async function openCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'trowel-ha-'))
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const running = new Set()
  const run = (name, program, args) => {
    const output = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(program, args, { ...user, cwd: folder, stdio: ['ignore', output, output] })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const write = (name, text) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    if (user.uid !== undefined) chownSync(file, user.uid, user.gid)
    return file
  }

  const [etcd, peers, front] = [await freePort(), await freePort(), await freePort()]
  const own = (port) => `http://127.0.0.1:${port}`
  run('etcd', 'etcd', [
    ...['--name', 'etcd', '--data-dir', join(folder, 'etcd')],
    ...['--listen-client-urls', own(etcd), '--advertise-client-urls', own(etcd)],
    ...['--listen-peer-urls', own(peers), '--initial-advertise-peer-urls', own(peers)],
    ...['--initial-cluster', `etcd=${own(peers)}`],
  ])

  const nodes = []
  for (const name of names) {
    const node = { name, rest: await freePort(), port: await freePort(), data: join(folder, name) }
    node.file = write(`${name}.json`, JSON.stringify(settingsOf(node, { etcd, folder }), null, 2))
    nodes.push(node)
  }
  const start = (node) => {
    node.patroni = run(node.name, 'patroni', [node.file])
  }
  nodes.forEach(start)

  const proxy = write(
    'haproxy.cfg',
    `
global
  maxconn 400
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 2s
  default-server inter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join('\n')}
`,
  )
  run('haproxy', 'haproxy', ['-db', '-f', proxy])

  const members = async () => {
    for (const { rest } of nodes) {
      try {
        const reply = await fetch(`${own(rest)}/cluster`, { signal: AbortSignal.timeout(2000) })
        return (await reply.json()).members
      } catch {
        // Another one knows as well.
      }
    }
    return []
  }
  /**
   * Waits until all three are at work and one of them follows synchronously: else the next kill proves
   * nothing.
   */
  const whenWhole = async (limitMs = 240_000) => {
    const until = Date.now() + limitMs
    while (Date.now() < until) {
      const known = await members()
      const working = known.filter(({ state }) => ['running', 'streaming'].includes(state))
      if (working.length === names.length && known.some(({ role }) => role === 'sync_standby')) return
      await sleep(300)
    }
    throw new Error(`The cluster is not whole: ${JSON.stringify(await members())}. Its logs: ${folder}`)
  }
  /**
   * Kills the primary, as a crash does its processes or a power cut all of its machine.
   * @returns what brings the machine back
   */
  const killPrimary = async ({ wholeMachine }) => {
    const leader = (await members()).find(({ role }) => role === 'leader')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (!node) throw new Error('There is no primary.')
    const postmaster = Number(readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = spawnSync('pgrep', ['-P', String(postmaster)])
      .stdout.toString()
      .split('\n')
    if (wholeMachine) node.patroni.kill('SIGKILL')
    for (const pid of [postmaster, ...children.filter(Boolean).map(Number)]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    return () => {
      if (wholeMachine) start(node)
    }
  }
  const close = async () => {
    for (const { patroni } of nodes) patroni.kill('SIGTERM')
    const until = Date.now() + 20_000
    while (nodes.some(({ patroni }) => running.has(patroni)) && Date.now() < until) await sleep(100)
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    url: `postgres://trowel:trowel@127.0.0.1:${front}/postgres`,
    folder,
    whenWhole,
    killPrimary,
    close,
  }
}

function settingsOf({ name, rest, port, data }, { etcd, folder }) {
  const sockets = join(folder, `${name}-socket`)
  mkdirSync(sockets)
  if (user.uid !== undefined) chownSync(sockets, user.uid, user.gid)
  return {
    scope: 'trowel',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        maximum_lag_on_failover: 1048576,
        // A primary that ends is not started again: another one takes over at once.
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 60,
            shared_buffers: '32MB',
            wal_log_hints: 'on',
            hot_standby_feedback: 'on',
            wal_keep_size: '256MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: programs(),
      pgpass: join(folder, `${name}.pgpass`),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 md5',
        'host replication all 127.0.0.1/32 md5',
      ],
      parameters: { unix_socket_directories: sockets },
      authentication: {
        superuser: { username: 'trowel', password: 'trowel' },
        replication: { username: 'replicator', password: 'trowel' },
        rewind: { username: 'rewinder', password: 'trowel' },
      },
    },
  }
}
