// Many people at one service, who read, search, edit, look at matrix and map, send files, take exports, and
// follow the changes of all others.
//
//   npm run bench:load [-- --people 200 --minutes 30 --rows 200000 --contexts 1000 --think 8
//     --engine postgres --postgres postgres://…]
//
// On SQLite, unless --engine says postgres: without --postgres the server of the tests is started, with its
// fsync on.
// `--think` is how many seconds each thinks between two requests, on average. It ends with 1 where an answer
// was an error, something acknowledged is lost, a stream left something out, small reads were slow or the
// memory of the service grew. The figures go to bench/results/load-….json.
import { setMaxListeners } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openPostgresServer } from '../../packages/server/dist/testing/postgres-server.js'
import { root } from '../../scripts/workspace.mjs'
import { ask, createTable, importCsv } from '../excavation.mjs'
import { median as medianOf } from '../figures.mjs'
import { askedType, frequentWord, rareWord } from '../generate.mjs'
import { machine, memoryOf } from '../programs.mjs'
import { openRegister } from '../register.mjs'
import { beginResults, writeResults } from '../results.mjs'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '30' },
    rows: { type: 'string', default: '200000' },
    contexts: { type: 'string', default: '1000' },
    think: { type: 'string', default: '8' },
    engine: { type: 'string', default: 'sqlite' },
    postgres: { type: 'string' },
  },
})
const people = Number(options.people)
const minutes = Number(options.minutes)
const rows = Number(options.rows)
const contexts = Number(options.contexts)
const think = Number(options.think)

/** What must be answered at once, and within how many milliseconds 99 of 100 times. */
const smallReads = ['record', 'page of 30']
const smallReadMs = 250
/** How much larger the service may be at the end than in the middle, as a ratio. */
const maxGrowth = 1.25

const testing = join(root, 'packages/server/dist/crash-tests/testing')
const load = (name) => import(pathToFileURL(join(testing, `${name}.js`)).href)
const [crowd, { sessionAt }] = await Promise.all(['people', 'session'].map(load))

const named = machine()
const server =
  options.engine === 'postgres' && options.postgres === undefined
    ? await openPostgresServer(['fsync=on'])
    : undefined
const postgres = options.postgres ?? server?.url
const { service, folder, app, token } = await openRegister({ name: 'load', rows, postgres })
const admin = sessionAt(service.url, token)
await layOutContexts()
const words = [askedType, frequentWord, rareWord]
const site = { url: service.url, app, finds: rows, contexts, words }
const sessions = await crowd.hirePeople(admin, site, people)
say(`${people} people begin`)

const { last: start } = await admin.must('GET', '/api/changes')
const followers = await crowd.followAll(site, sessions)
const outcome = new crowd.Outcome()
const end = new AbortController()
setMaxListeners(0, end.signal)
const working = sessions.map((session, k) =>
  new crowd.Person(`digger${k + 1}`, site, session, outcome, think * 1000).work(end.signal),
)
const memory = await watchMemory()
end.abort()
await Promise.all(working)

// As people see them: indexes that the service makes by itself are told to administrators alone.
const sets = await crowd.changesSince(sessions[0], start)
const losses = await crowd.findLosses(admin, outcome, sets)
const untold = await crowd.findUntold(followers, sets)
await Promise.all(followers.map((follower) => follower.stop()))
report()
await service.stop()
await server?.stop()

/** Contexts with places on the map and a matrix. */
async function layOutContexts() {
  const columns = [{ name: 'ctx_no', type: 'text', db_type: 'TEXT' }]
  await createTable(service.url, token, 'contexts', columns)
  const body = { rs: 1, geodata: 1, id_field: 'ctx_no' }
  await ask(service.url, 'PUT', '/api/config/table/contexts', { token, body })
  const path = join(folder, 'contexts.csv')
  writeFileSync(path, `ctx_no\n${Array.from({ length: contexts }, (_, k) => `C${k + 1}`).join('\n')}\n`)
  await importCsv(service.url, token, { table: 'contexts', path, columns, key: 'ctx_no' })
  await crowd.layOutMatrix(admin, contexts)
}

/** Looks at the memory of the service until the time is over. @returns MiB at each look */
async function watchMemory() {
  const looks = 60
  const seen = []
  for (let k = 0; k < looks; k++) {
    await sleep((minutes * 60_000) / looks)
    seen.push(memoryOf(service.pid).nowMib)
  }
  return seen
}

function report() {
  const kinds = [...outcome.answers].map(([what, { times, conflicts, shed }]) => ({
    what,
    ...spread(times),
    conflicts,
    shed,
  }))
  const small = spread(smallReads.flatMap((what) => outcome.of(what).times))
  // What is read into memory once is there by the middle; single looks differ with the garbage.
  const middle = medianOf(memory.slice(memory.length / 2, memory.length / 2 + 6))
  const last = medianOf(memory.slice(-6))
  const results = {
    ...beginResults(named),
    ...{ people, minutes, finds: rows, contexts, think, engine: postgres ? 'pgsql' : 'sqlite' },
    answers: kinds,
    small,
    memory: { middleMib: middle, lastMib: last, seenMib: memory },
    edits: outcome.edits.length,
    sets: sets.length,
    errors: outcome.errors,
    losses,
    untold,
  }
  process.stdout.write(`\n${line('', 'answers', 'median ms', 'p99 ms', 'slowest ms', 'conflicts', 'shed')}`)
  for (const { what, count, median, p99, slowest, conflicts, shed } of kinds) {
    process.stdout.write(line(what, count, ms(median), ms(p99), ms(slowest), conflicts, shed))
  }
  process.stdout.write(
    `${outcome.edits.length} edits, ${outcome.files.size} files and ${outcome.relations.size} relations acknowledged; ${followers.length} streams of ${sets.length} change sets\n`,
  )
  for (const text of [...outcome.errors, ...losses, ...untold].slice(0, 100)) say(text)
  judge(`${outcome.errors.length} errors`, outcome.errors.length === 0)
  judge(`${losses.length} acknowledged changes lost`, losses.length === 0)
  judge(`${untold.length} streams with gaps`, untold.length === 0)
  judge(`p99 of small reads ${ms(small.p99)} ms, at most ${smallReadMs}`, small.p99 <= smallReadMs)
  judge(`resident ${middle} MiB in the middle, ${last} at the end`, last < maxGrowth * middle)
  writeResults(results, 'load-')
}

function judge(text, isRight) {
  if (!isRight) process.exitCode = 1
  process.stdout.write(`${isRight ? 'held' : 'NOT HELD'}: ${text}\n`)
}

function spread(times) {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { count: sorted.length, median: at(0.5), p99: at(0.99), slowest: sorted.at(-1) ?? 0 }
}

function ms(milliseconds) {
  return milliseconds.toFixed(1)
}

function line(what, ...cells) {
  return `${what.padEnd(14)}${cells.map((cell) => String(cell).padStart(12)).join('')}\n`
}

function say(text) {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)
}
