// Do small reads stay quick while others ask for much? Single records and short pages are read alone, and
// then beside a full export and a search that reads every row, again and again.
//
//   node bench/interference.mjs [--rows 200000] [--seconds 5] [--postgres postgres://…]
import { parseArgs } from 'node:util'
import { machine } from './programs.mjs'
import { openRegister } from './register.mjs'
import { printReads, smallReads } from './small-reads.mjs'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '5' },
    postgres: { type: 'string' },
  },
})
const rows = Number(options.rows)
const seconds = Number(options.seconds)
const named = machine()
const { service, headers } = await openRegister({ name: 'beside', rows, postgres: options.postgres })

const few = { url: service.url, headers, rows, seconds }
await smallReads({ ...few, seconds: 1 })
printReads('small reads alone', await smallReads(few))

const heavy = { exports: 0, scans: 0, until: performance.now() + seconds * 1000 + 500 }
const [beside] = await Promise.all([smallReads(few), exportAgainAndAgain(), scanAgainAndAgain()])
printReads('beside a full export and a raw scan', beside)
process.stdout.write(`meanwhile: ${heavy.exports} exports, ${heavy.scans} scans\n`)
process.stdout.write(`${named.model}, ${named.processors} processors, Node ${named.node}\n`)
await service.stop()
process.exit(0)

async function exportAgainAndAgain() {
  while (performance.now() < heavy.until) {
    await readAll('/api/records/finds/export?format=csv')
    heavy.exports++
  }
}

/**
 * Case counts and the text stands nowhere: no index helps, every row is read, and no total can be remembered.
 */
async function scanAgainAndAgain() {
  while (performance.now() < heavy.until) {
    await readAll(`/api/records/finds?filter[description][_contains]=zzyzx${heavy.scans}`)
    heavy.scans++
  }
}

async function readAll(path) {
  const reply = await fetch(service.url + path, { headers })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
  for await (const _chunk of reply.body) {
    // Read and dropped, as somebody does who stores it.
  }
}
