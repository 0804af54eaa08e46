// Starts the programs that are measured, and asks the system what they use.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const workFolder = fileURLToPath(new URL('.work/', import.meta.url))
const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))
const limit = fileURLToPath(new URL('limit-server.mjs', import.meta.url))

const running = new Set()

/**
 * Starts a program of Node that prints `listening on <address>` and waits for that line.
 * @returns {Promise<{url: string, pid: number, startMs: number, stop: () => Promise<void>}>}
 */
async function start(file, args, environment = {}) {
  const began = performance.now()
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise((resolve, reject) => {
    let seen = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      // Later output is read on, so that the pipe never fills.
      if (seen === undefined) return
      seen += text
      const found = /listening on (http:\S+)/.exec(seen)
      if (!found) return
      seen = undefined
      resolve(found[1])
    })
    ended.then((code) => reject(new Error(`${file} ended with ${code} before it listened`)))
  })
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      running.delete(child)
    },
  }
}

// Also after an error nothing is left running.
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

/** The service as it is shipped, on a folder below bench/.work; on PostgreSQL when a database is named. */
export function startService(folder, databaseUrl) {
  return start(main, [], {
    TROWEL_HOST: '127.0.0.1',
    TROWEL_PORT: '0',
    TROWEL_DATA: folder,
    TROWEL_LOG_LEVEL: 'warn',
    TROWEL_ALLOW_NEW_APP: '1',
    ...(databaseUrl === undefined ? {} : { TROWEL_DATABASE_URL: databaseUrl }),
  })
}

/** @param database address of a PostgreSQL; a file below bench/.work if absent */
export function startLimit(rows, database = join(workFolder, `limit-${rows}.db`)) {
  return start(limit, ['--database', database, '--rows', String(rows)])
}

/** An empty folder below bench/.work. */
export function freshFolder(name) {
  const folder = join(workFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Resident memory of a process in MiB: what it has now and the most it ever had. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytes = (name) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { nowMib: mebibytes('VmRSS'), peakMib: mebibytes('VmHWM') }
}

/** Processor time of all threads of a process so far, in seconds. */
export function processorSeconds(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(values[11]) + Number(values[12])) / 100
}

/** Waits until a process does nothing by itself any more: text indexes, checkpoints and the like are done. */
export async function untilIdle(pid, patienceSeconds = 600) {
  let quietSeconds = 0
  for (let waited = 0; waited < patienceSeconds && quietSeconds < 2; waited++) {
    const before = processorSeconds(pid)
    await sleep(1000)
    quietSeconds = processorSeconds(pid) - before < 0.03 ? quietSeconds + 1 : 0
  }
}

export const machine = () => ({
  processors: os.cpus().length,
  model: os.cpus()[0]?.model,
  memoryGib: Math.round(os.totalmem() / 2 ** 30),
  system: `${os.type()} ${os.release()}`,
  node: process.version,
  loadBefore: os.loadavg()[0],
})
