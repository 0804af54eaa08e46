// A service with the invented register of finds in it, for what is measured on it.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { writeCsv, columns as written } from './generate.mjs'
import { freshFolder, startService, untilIdle, workFolder } from './programs.mjs'

/**
 * Starts a service and fills it with `rows` finds, until it does nothing by itself any more.
 *
 * @param name of what is measured: the folder has it, and the application
 * @param columns with the types that they are stored as
 * @returns the service with its folder, the application, the token of a super-administrator, and the headers
 *   of an API key
 */
export async function openRegister({ name, rows, postgres, columns = written }) {
  mkdirSync(workFolder, { recursive: true })
  const csv = join(workFolder, `finds-${rows}.csv`)
  if (!existsSync(csv)) await writeCsv(csv, rows)
  const folder = freshFolder(name)
  const service = await startService(folder, postgres)
  const app = `${name}_${Date.now().toString(36)}`
  const token = await createApplication(service.url, app)
  await createTable(service.url, token, 'finds', columns)
  await importCsv(service.url, token, { table: 'finds', path: csv, columns, key: 'inventory_no' })
  const headers = { authorization: `Bearer ${await createKey(service.url, token, 30)}` }
  await untilIdle(service.pid)
  return { service, folder, app, token, headers }
}
