// How long does a backup of everything take, how long its restore, how much memory do they need, and how long
// do people wait for a record meanwhile? Each from a service that was just started.
//
//   node bench/backup.mjs [--rows 200000] [--postgres postgres://…]
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask, login } from './excavation.mjs'
import { machine, memoryOf, startService } from './programs.mjs'
import { openRegister } from './register.mjs'

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, postgres: { type: 'string' } },
})
const rows = Number(options.rows)
const named = machine()
const {
  service: filled,
  folder,
  app,
} = await openRegister({ name: 'backup', rows, postgres: options.postgres })
await filled.stop()

let file
await measure('backup', async (url, as) => {
  const made = await ask(url, 'POST', '/api/backups', { token: as })
  file = made.file
  return `${made.size_mb.toFixed(1)} MiB`
})
await measure('restore', async (url, as) => {
  await ask(url, 'POST', `/api/backup/${file}/restore`, { token: as })
  return ''
})
process.stdout.write(`${rows} rows; ${named.model}, ${named.processors} processors, Node ${named.node}\n`)
process.exit(0)

async function measure(what, work) {
  const service = await startService(folder, options.postgres)
  const as = await login(service.url, app)
  await ask(service.url, 'GET', '/api/records/finds', { token: as })
  const before = memoryOf(service.pid).nowMib
  const watch = watchReader(service.url, as)
  const began = performance.now()
  const said = await work(service.url, as)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const slowest = await watch.end()
  const { peakMib } = memoryOf(service.pid)
  process.stdout.write(
    `${what.padEnd(8)} ${said.padStart(10)} in ${seconds} s; resident ${before} MiB before, ${peakMib} MiB at the most; a record meanwhile after ${slowest.toFixed(0)} ms at the most\n`,
  )
  await service.stop()
}

/** Somebody who reads a record ten times a second, until his session ends. */
function watchReader(url, as) {
  let isOver = false
  let slowest = 0
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/record/finds/1`, { headers: { authorization: `Bearer ${as}` } })
      await answer.text()
      if (answer.status !== 200) break
      slowest = Math.max(slowest, performance.now() - began)
      await pause(100)
    }
  })()
  return {
    end: async () => {
      isOver = true
      await reading
      return slowest
    },
  }
}
