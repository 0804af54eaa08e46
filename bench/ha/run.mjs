// The primary of a PostgreSQL cluster is killed again and again while clients of the service write. What was
// acknowledged must be there, and the service must answer again by itself.
//
//   npm run bench:ha -- --kills 100 [--minutes 60]
//
// Every third kill takes the whole machine (Patroni too), which is noticed when its lease ends after 20 s;
// the others take PostgreSQL alone. It ends with an error where something acknowledged is lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/workspace.mjs'
import { openCluster } from './cluster.mjs'

const { values: options } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, minutes: { type: 'string', default: '600' } },
})
const [kills, minutes] = [Number(options.kills), Number(options.minutes)]
const until = Date.now() + minutes * 60_000

const testing = join(root, 'packages/server/dist/crash-tests/testing')
const load = (name) => import(pathToFileURL(join(testing, `${name}.js`)).href)
const [{ startService }, { makeApplication, sessionAt }, { compareAll, WritingClient }, journal, data] =
  await Promise.all(
    ['service-process', 'session', 'writing-client', 'journal-check', 'stored-data'].map(load),
  )
const pg = createRequire(join(root, 'packages/server/package.json'))('pg')

const cluster = await openCluster()
const folder = mkdtempSync(join(tmpdir(), 'trowel-ha-data-'))
let service
try {
  await cluster.whenWhole()
  say('three servers are at work')
  service = await startService({
    TROWEL_DATA: folder,
    TROWEL_DATABASE_URL: cluster.url,
    TROWEL_LOG_LEVEL: 'silent',
  })
  await run()
} finally {
  await service?.kill()
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
}

async function run() {
  const maker = await makeApplication(service.url, 'pgsql')
  const stored = storedData()
  const clients = Array.from({ length: 6 }, (_, k) => new WritingClient(`w${k}-`))
  const probes = []
  const outages = { process: [], machine: [] }
  let lost = 0
  let done = 0
  for (let kill = 1; kill <= kills && Date.now() < until; kill++) {
    const wholeMachine = kill % 3 === 0
    const kind = wholeMachine ? 'machine' : 'process'
    const session = calmSession(maker.token)
    let acknowledged = 0
    const refused = []
    const writing = clients.map((client) =>
      client.writeUntilTheEnd(session, () => acknowledged++).catch((error) => refused.push(error)),
    )
    while (acknowledged < 30 + Math.random() * 60) await sleep(20)
    const bringBack = await cluster.killPrimary({ wholeMachine })
    outages[kind].push(await timeUntilWritten(maker, probes, kill))
    session.end()
    await Promise.all(writing)
    if (refused.length > 0) throw refused[0]
    bringBack()
    await cluster.whenWhole()
    const differences = await compareAll(stored, clients)
    lost += differences.length
    if (differences.length > 0) say(JSON.stringify(differences))
    done = kill
    say(`kill ${kill} (${kind}): ${outages[kind].at(-1)} ms until a write was stored again; ${lost} lost`)
  }
  const kept = new Set(
    (await stored.rows(`SELECT ctx_no FROM contexts WHERE ctx_no LIKE 'probe %'`)).map(
      ({ ctx_no }) => ctx_no,
    ),
  )
  lost += probes.filter((name) => !kept.has(name)).length
  const contradictions = await journal.findContradictions(stored)
  const writes = clients.reduce(
    (sum, { acknowledged }) => sum + [...acknowledged.values()].reduce((a, b) => a + b, 0),
    0,
  )
  say(
    `${done} kills, ${writes + probes.length} writes acknowledged, ${lost} lost, ${contradictions.length} contradictions in the journal`,
  )
  for (const [kind, times] of Object.entries(outages)) {
    const sorted = [...times].sort((a, b) => a - b)
    if (sorted.length === 0) continue
    say(
      `${kind}: ${times.length} kills, until a write was stored again: median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`,
    )
  }
  if (lost > 0 || contradictions.length > 0) process.exitCode = 1
}

/** From the kill to the first write that was asked for after it and was stored. */
async function timeUntilWritten(session, probes, kill) {
  const killed = performance.now()
  for (let k = 0; ; k++) {
    const name = `probe ${kill} ${k}`
    const answer = await session.ask('POST', '/api/record/contexts', { core: { ctx_no: name } })
    if (answer.status === 200) {
      probes.push(name)
      return Math.round(performance.now() - killed)
    }
    if (answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    if (performance.now() - killed > 300_000) throw new Error(`No write for 300 s. Logs: ${cluster.folder}`)
    await sleep(50)
  }
}

/** A session whose clients wait a little after a 503, and that can be ended. */
function calmSession(token) {
  const session = sessionAt(service.url, token)
  let isOver = false
  return {
    ...session,
    end: () => {
      isOver = true
    },
    ask: async (...words) => {
      if (isOver) throw new Error('The round is over.')
      const answer = await session.ask(...words)
      if (answer.status === 503) await sleep(200)
      return answer
    },
  }
}

/** A way to the rows past the service. */
function storedData() {
  return {
    engine: 'pgsql',
    rows: (select) => patiently(() => rows(select)),
  }
  async function rows(select) {
    const client = new pg.Client({ connectionString: cluster.url, types: types() })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`SET search_path TO "app_${data.applicationName}"`)
      return (await client.query(select)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** The primary may have changed a moment ago: a connection to the one before ends. */
async function patiently(work, times = 20) {
  try {
    return await work()
  } catch (error) {
    if (times === 0) throw error
    await sleep(500)
    return patiently(work, times - 1)
  }
}

/** Numbers as numbers, as the service reads them. */
function types() {
  const numbers = new Set([20, 21, 23, 26, 700, 701, 1700])
  return { getTypeParser: (oid) => (numbers.has(oid) ? Number : (text) => text) }
}

function say(text) {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}
