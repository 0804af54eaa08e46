// What becomes of an installation that grows tenfold: 40 tables, and files, relations and places with them.
import { request } from 'node:http'
import { readConfig } from '../../packages/server/dist/config.js'
import { openServices } from '../../packages/server/dist/open-services.js'
import { ask, createApplication, createTable, login } from '../excavation.mjs'
import { atMost, median } from '../figures.mjs'
import { columns, findNumber, rareWord } from '../generate.mjs'
import { freshFolder, startService, untilIdle } from '../programs.mjs'

const tables = Array.from({ length: 40 }, (_, k) => `finds${k + 1}`)
const times = 10
/** Of a hundred records so many have a file. */
const filesPerHundred = 15
const names = columns.map(({ name }) => name)

/** Each asks for as much in a large installation as in a small one. */
const questions = {
  'a page of 30 with its total': '/api/records/finds1?per_page=30',
  'the heaviest of a kind, with the total':
    '/api/records/finds2?filter[type][_eq]=coin&sort_field=weight_g&sort_dir=desc',
  'a full record': '/api/record/finds3/7',
  // The smaller table has no more of them.
  'search for a rare word': `/api/records/finds4?filter[description][_icontains]=${rareWord}&per_page=2`,
  'the newest files': '/api/files?per_page=25',
  'the matrix of 100 units': '/api/rs/matrix?tb=finds1&filter[id][_lte]=100&levels=1',
  'the map of 100 places': '/api/geoface?tb=finds1&bbox=10,40,10.0100001,41',
}

export const growth = {
  name: 'growth',
  title: `an installation ${times} times as large`,
  unit: `times as long as with a ${times}th`,
  goal: 'at most 1.3 times as long',
  async run({ rows, repeats, postgres, say }) {
    const small = await openInstallation('small', rows, postgres)
    say(`small installation: ${rows} records`)
    const large = await openInstallation('large', times * rows, postgres)
    say(`large installation: ${times * rows} records`)
    const figures = []
    const add = (title, value, spread) => {
      figures.push(grown(title, value, spread))
      say(`${title}: ${value.toFixed(2)} (${spread.small.toFixed(1)} and ${spread.large.toFixed(1)} ms)`)
    }
    for (const [title, path] of Object.entries(questions)) {
      // The first answers fill what is remembered, and lead to an index where they are slow.
      for (const installation of [small, large]) {
        for (let run = 0; run < 10; run++) await milliseconds(installation, path)
        await untilIdle(installation.service.pid, 3600)
      }
      const taken = { small: [], large: [] }
      for (let run = 0; run < repeats * 10; run++) {
        taken.small.push(await milliseconds(small, path))
        taken.large.push(await milliseconds(large, path))
      }
      const [before, after] = [taken.small, taken.large].map(median)
      add(title, after / before, { small: before, large: after })
    }
    const [before, after] = [await backupOf(small), await backupOf(large)]
    add('backup, for each record', after / times / before, { small: before, large: after })
    await small.service.stop()
    await large.service.stop()
    return figures
  },
}

const grown = (title, value, spread) =>
  atMost({ name: title, title, unit: growth.unit, value, most: 1.3, ...spread })

async function milliseconds({ service, token }, path) {
  const began = performance.now()
  await ask(service.url, 'GET', path, { token })
  return performance.now() - began
}

/**
 * With all files. `fetch` would lose patience after five minutes.
 * @returns milliseconds
 */
function backupOf({ service, token }) {
  const began = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = request(`${service.url}/api/backups`, { method: 'POST', headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`The backup was answered ${answer.statusCode}`))
      answer.resume().on('end', () => resolve(performance.now() - began))
    })
    asking.on('error', reject).end(JSON.stringify({ files: true }))
  })
}

async function openInstallation(size, rows, postgres) {
  const folder = freshFolder(`growth_${size}`)
  const app = `${size}_${Date.now().toString(36)}`
  const empty = await startService(folder, postgres)
  const token = await createApplication(empty.url, app)
  for (const table of tables) await createTable(empty.url, token, table, columns)
  await ask(empty.url, 'PUT', '/api/config/table/finds1', {
    token,
    body: { rs: 1, geodata: 1, id_field: 'inventory_no', preview: ['inventory_no'] },
  })
  await empty.stop()
  await fill(app, folder, rows, postgres)
  const service = await startService(folder, postgres)
  const opened = { service, token: await login(service.url, app) }
  await ask(service.url, 'GET', questions['a page of 30 with its total'], { token: opened.token })
  await untilIdle(service.pid, 3600)
  return opened
}

/** Past the service, while it is stopped: through the API the large one would take hours. */
async function fill(app, folder, rows, postgres) {
  const environment = {
    TROWEL_DATA: folder,
    ...(postgres === undefined ? {} : { TROWEL_DATABASE_URL: postgres }),
  }
  const services = await openServices(readConfig(environment, 2), console)
  const { db } = await services.applications.open(app)
  const insert = (table, named, count, rowOf) => insertMany(db, table, named, count, rowOf)
  const inOne = Math.ceil(rows / tables.length)
  for (const table of tables) {
    await insert(table, names, inOne, (number) => {
      const find = findNumber(number)
      return names.map((name) => find[name])
    })
  }
  const relation = ['tb', 'first', 'second', 'relation']
  await insert('sys_rs', relation, inOne - 1, (number) => ['finds1', number, number + 1, 5])
  const place = ['table_link', 'id_link', 'geometry']
  await insert('sys_geodata', place, inOne, (number) => [
    'finds1',
    number,
    `POINT (${(10 + number * 1e-4).toFixed(4)} 40.5)`,
  ])
  const files = Math.floor((rows * filesPerHundred) / 100)
  const file = ['ext', 'filename', 'rev', 'binary', 'size']
  const note = (number) => Buffer.from(`Note ${number}`)
  const binary = (number) => `${String(number).padStart(32, '0')}.txt`
  await insert('sys_files', file, files, (number) => [
    'txt',
    `note ${number}`,
    1,
    binary(number),
    note(number).length,
  ])
  const link = ['file_id', 'table_name', 'record_id', 'sort']
  await insert('sys_file_links', link, files, (number) => [
    number,
    tables[number % tables.length],
    1 + (number % inOne),
    1,
  ])
  for (let number = 1; number <= files; number++) {
    await services.binaries.put({ app, area: 'files', name: binary(number) }, [note(number)])
  }
  await services.close()
}

async function insertMany(db, table, named, count, rowOf) {
  const inOne = 5000
  for (let done = 0; done < count; done += inOne) {
    const length = Math.min(inOne, count - done)
    const rows = Array.from({ length }, (_, k) => rowOf(done + k + 1))
    await db.write((tx) => tx.insertMany(table, named, rows))
  }
}
