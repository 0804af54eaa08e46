// What a sync of all citations costs: requests to the library, time and memory, when everything changed and
// when nothing did. The library is a stand-in on this machine, with works of the size that real ones have.
//
//   node bench/citations.mjs [--links 10000] [--postgres postgres://…]
import { parseArgs } from 'node:util'
import { readConfig } from '../packages/server/dist/config.js'
import { openServices } from '../packages/server/dist/open-services.js'
import { inventedWork, itemKey } from '../packages/server/dist/testing/invented-works.js'
import { openStandIn } from '../packages/server/dist/testing/reference-manager.js'
import { ask, createApplication, createTable } from './excavation.mjs'
import { freshFolder, machine, memoryOf, startService } from './programs.mjs'

const { values: options } = parseArgs({
  options: { links: { type: 'string', default: '10000' }, postgres: { type: 'string' } },
})
const links = Number(options.links)
const named = machine()
const abstract = 'Sherds of coarse ware from the kilns of the lower valley. '.repeat(25)

const manager = await openStandIn()
const library = manager.library('groups/501')
const offer = (version) => {
  library.version = version
  for (let number = 0; number < links; number++) {
    const work = inventedWork(itemKey(number), {
      version,
      title: `Kilns, part ${number}, edition ${version}`,
    })
    library.items.set(work.key, {
      ...work,
      data: { ...work.data, abstractNote: abstract },
      csljson: { ...work.csljson, abstract },
    })
  }
}
offer(1)

process.env['TROWEL_REFMAN_URL'] = manager.address
const folder = freshFolder('citations')
let service = await startService(folder, options.postgres)
const name = `citations_${Date.now().toString(36)}`
const token = await createApplication(service.url, name)
await createTable(service.url, token, 'finds', [{ name: 'code', type: 'text', db_type: 'TEXT' }])
const { id: record } = await ask(service.url, 'POST', '/api/record/finds', {
  token,
  body: { core: { code: 'F1' } },
})
const body = { type: 'group', refman_id: '501', name: 'Kilns' }
const { id: lib } = await ask(service.url, 'POST', '/api/refman/lib', { token, body })

await service.stop()
await citeAll()
service = await startService(folder, options.postgres)

const sync = () => ask(service.url, 'POST', '/api/refman/sync', { token })
await measure('a sync when nothing was known yet', sync)
offer(2)
await measure('a sync when every work changed', sync)
await measure('a sync when nothing changed', sync)
library.version = 3
await measure('a sync when the library changed, but no work that is cited', sync)
for (const format of ['csljson', 'bibtex', 'ris']) {
  await measure(`all of them as ${format}`, async () => {
    const reply = await fetch(`${service.url}/api/refman/export/finds?format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { bytes: (await reply.arrayBuffer()).byteLength }
  })
}
process.stdout.write(`${JSON.stringify(named)}\n`)
await service.stop()
await manager.close()

/**
 * Writes the citations straight into the database, while the service is stopped. Through the API that would
 * take longer than the sync that is measured.
 */
async function citeAll() {
  const environment = {
    TROWEL_DATA: folder,
    ...(options.postgres === undefined ? {} : { TROWEL_DATABASE_URL: options.postgres }),
  }
  const services = await openServices(readConfig(environment, 2), console)
  const application = await services.applications.open(name)
  const columns = ['tb', 'record_id', 'lib_id', 'refman_key', 'detached', 'created_at']
  const rows = Array.from({ length: links }, (_, number) => ['finds', record, lib, itemKey(number), 0, 1])
  await application.db.write((tx) => tx.insertMany('sys_refman_links', columns, rows))
  await services.close()
}

async function measure(what, work) {
  const asked = manager.requests.length
  const began = performance.now()
  const answer = await work()
  const seconds = ((performance.now() - began) / 1000).toFixed(2)
  const { nowMib, peakMib } = memoryOf(service.pid)
  const told = Array.isArray(answer) ? '' : ` ${JSON.stringify(answer)}`
  process.stdout.write(
    `${what}: ${seconds} s, ${manager.requests.length - asked} requests, ${nowMib} MiB now, ${peakMib} at most${told}\n`,
  )
}
