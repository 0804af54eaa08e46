// Imports all 89,650 radiocarbon dates as a person would, through HTTP, on both engines, and asks the service
// for every number that was counted in the file beforehand.
//   npm run test:full-data
//   TROWEL_TEST_ENGINES=sqlite npm run test:full-data       one engine
// The last line says `N passed, N failed`.
import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, openAsBlob, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { build, checkNode, giveUp, importServer, install, root, say, serverFile } from './workspace.mjs'

/** What stands in the file, counted with other programs. Text fields are named as the import names them. */
const empty = { _empty: true }
const counts = [
  ['material', { _eq: 'charcoal' }, 16_836],
  ['material', { _icontains: 'charcoal' }, 41_374],
  ['material', empty, 6_679],
  ['country', { _eq: 'USA' }, 28_246],
  ['country', { _eq: 'United Kingdom' }, 12_365],
  ['country', { _eq: 'Canada' }, 4_112],
  ['country', { _eq: 'France' }, 3_609],
  ['country', { _eq: 'Ireland' }, 3_162],
  ['continent', { _eq: 'Europe' }, 38_496],
  ['continent', { _eq: 'North America' }, 32_358],
  ['continent', { _eq: 'Asia' }, 6_904],
  ['continent', { _eq: 'Africa' }, 5_626],
  ['continent', { _eq: 'South America' }, 3_847],
  ['continent', { _eq: 'Australia' }, 1_814],
  ['continent', { _eq: 'Central America' }, 605],
  ['age', { _gte: 10_000 }, 6_838],
  ['age', { _between: [3000, 4000] }, 12_781],
  ['age', { _lt: 30 }, 0],
  ['age', { _gt: 54_000 }, 0],
  ['reference', empty, 26_143],
  ['locaccuracy', { _eq: 0 }, 2_119],
  ['locaccuracy', { _eq: 1 }, 45_726],
  ['locaccuracy', { _eq: 2 }, 39_670],
  ['locaccuracy', { _eq: 3 }, 2_135],
  ['method', empty, 70_225],
  ['method', { _eq: 'AMS' }, 12_324],
  ['method', { _eq: 'RADIOMETRIC' }, 5_373],
  ['method', { _eq: 'Conventional' }, 1_499],
].map(([field, condition, number]) => [{ [field]: condition }, number])
counts.push(
  [{}, 89_650],
  [{ _or: [{ long: empty }, { lat: empty }] }, 2_104],
  [{ long: { _between: [6, 19] }, lat: { _between: [36, 47.5] } }, 2_496],
  [{ _or: ['=', '+', '-', '@'].map((start) => ({ sitename: { _starts_with: start } })) }, 1],
)

let passed = 0
let failed = 0
function check(what, found, expected) {
  if (found === expected) passed += 1
  else {
    failed += 1
    say(`  ${what}: ${found} instead of ${expected}`)
  }
}

checkNode()
install()
if (!build()) giveUp('The service does not compile.')
const folder = await mkdtemp(join(tmpdir(), 'trowel-full-data-'))
try {
  const file = join(folder, 'p3k14c.csv')
  const data = resolve(root, process.env.TROWEL_TEST_DATA ?? '../shared/data')
  const packed = join(data, 'radiocarbon-p3k14c', 'p3k14c.csv.gz')
  await pipeline(createReadStream(packed), createGunzip(), createWriteStream(file))
  const wanted = (process.env.TROWEL_TEST_ENGINES ?? 'sqlite,postgres').split(',')
  if (wanted.includes('sqlite')) await importInto('sqlite', file, {})
  if (wanted.some((engine) => engine === 'postgres' || engine === 'pgsql')) {
    const { default: startPostgres } = await importServer('testing/postgres-server.js')
    const stop = await startPostgres()
    try {
      await importInto('postgres', file, { TROWEL_DATABASE_URL: process.env.TROWEL_TEST_DATABASE_URL })
    } finally {
      await stop?.()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)

async function importInto(engine, file, environment) {
  const service = await start({ ...environment, TROWEL_DATA: join(folder, engine) })
  try {
    await run(engine, file, service)
  } finally {
    await service.stop()
  }
}

async function start(environment) {
  const child = spawn(process.execPath, [serverFile('main.js')], {
    cwd: root,
    env: { ...process.env, TROWEL_PORT: '0', TROWEL_LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const url = await new Promise((found, refused) => {
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      const address = /https?:\/\/[^\s"]+/.exec(output)?.[0]
      if (address) found(address.replace(/\/+$/, ''))
    })
    ended.then((code) => refused(new Error(`The service ended with code ${code}.\n${output}`)))
  })
  return {
    url,
    /** The most memory that the process had, in MiB; where the system tells. */
    memory: () => {
      try {
        return Math.round(
          Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
        )
      } catch {
        return undefined
      }
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function run(engine, file, service) {
  let token
  const ask = async (method, path, body) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const isForm = body instanceof FormData
    if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const reply = await fetch(service.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const answer = await reply.json()
    if (!reply.ok)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(answer).slice(0, 2000)}`)
    return answer
  }
  const [email, password] = ['full@dates.example', 'every-single-date']
  const login = {
    name: 'dates',
    definition: 'All dates',
    email,
    password,
    db_engine: engine === 'sqlite' ? 'sqlite' : 'pgsql',
  }
  await ask('POST', '/api/new-app', login)
  token = (await ask('POST', '/api/auth/login', { email, password, app: 'dates' })).token

  const { proposeTable } = await importServer('modules/imports/service.js')
  const { columns } = await proposeTable(file)
  await ask('POST', '/api/config/tables', { name: 'dates', label: 'Dates' })
  for (const { name, label, type, dbType } of columns) {
    await ask('POST', '/api/config/table/dates/field', { name, label, type, db_type: dbType })
  }

  const began = performance.now()
  const form = new FormData()
  form.set('type', 'csv')
  form.set('file', await openAsBlob(file), 'p3k14c.csv')
  const preview = await ask('POST', '/api/import/preview-file', form)
  check('rows in the preview', preview.count, 89_650)
  const looked = performance.now()
  const imported = ask('POST', '/api/import/data', {
    temp_id: preview.temp_id,
    tb: 'dates',
    mapping: Object.fromEntries(columns.map(({ column, name }) => [column, name])),
    key_field: null,
    mode: 'insert',
  })
  const waits = await whileWaiting(imported, () => ask('GET', `/api/import/progress/${preview.temp_id}`))
  const { inserted, updated } = await imported
  check('records made', inserted, 89_650)
  check('records changed', updated, 0)
  const seconds = (from, to) => ((to - from) / 1000).toFixed(1)
  say(
    `${engine}: looked through in ${seconds(began, looked)} s, imported in ${seconds(looked, performance.now())} s, ` +
      `at most ${service.memory() ?? '?'} MiB; ${waits.length} other requests meanwhile took at most ${Math.max(...waits)} ms`,
  )

  for (const [filter, expected] of counts) {
    const { total } = await ask('POST', '/api/records/dates', { per_page: 1, filter })
    check(JSON.stringify(filter), total, expected)
  }
  const seen = { labs: new Set(), references: new Set(), sites: 0, charcoal: 0, ages: [] }
  for (let page = 1; (page - 1) * 200 < 89_650; page++) {
    const query = { page, per_page: 200, columns: ['labid', 'reference', 'sitename', 'material', 'age'] }
    for (const row of (await ask('POST', '/api/records/dates', query)).data) {
      seen.labs.add(row.labid)
      if (row.reference !== null) seen.references.add(row.reference)
      if (/[^\0-\x7f]/.test(row.sitename ?? '')) seen.sites += 1
      if (row.material?.toLowerCase() === 'charcoal') seen.charcoal += 1
      seen.ages.push(row.age)
    }
  }
  check('different LabIDs', seen.labs.size, 89_644)
  check('different references', seen.references.size, 16_968)
  check('sites with other letters than ASCII', seen.sites, 6_036)
  check('materials that are charcoal in any case', seen.charcoal, 38_049)
  check('the youngest date', Math.min(...seen.ages.filter((age) => age !== null)), 30)
  check('the oldest date', Math.max(...seen.ages), 54_000)
}

/**
 * Asks again and again until something else is done, and tells how long each answer took, in milliseconds.
 */
async function whileWaiting(work, ask) {
  let isDone = false
  const done = work.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  const times = []
  while (!isDone) {
    const from = performance.now()
    await ask()
    times.push(Math.round(performance.now() - from))
    await Promise.race([done, new Promise((later) => setTimeout(later, 20))])
  }
  return times
}
