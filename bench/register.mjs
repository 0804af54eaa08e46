// A service with the invented register of finds in it, for what is measured on it.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createApplication, createKey, createTable, importCsv } from './excavation.mjs'
import { writeCsv, columns as written } from './generate.mjs'
import { freshFolder, startService, untilIdle, workFolder } from './programs.mjs'

/**
 * Starts a service with an empty application.
 *
 * @param name of what is measured: the folder has it, and the application
 * @param columns with the types that they are stored as
 * @returns the service with its folder, the application, the token of a super-administrator, and the headers
 *   of an API key
 */
export async function openEmptyRegister({ name, postgres, columns = written }) {
  const folder = freshFolder(name)
  const service = await startService(folder, postgres)
  const app = `${name}_${Date.now().toString(36)}`
  const token = await createApplication(service.url, app)
  await createTable(service.url, token, 'finds', columns)
  const headers = { authorization: `Bearer ${await createKey(service.url, token, 20)}` }
  return {
    name,
    columns,
    service,
    folder,
    app,
    token,
    headers,
    async start() {
      this.service = await startService(folder, postgres)
    },
    settled() {
      return untilIdle(this.service.pid)
    },
  }
}

/** Imports `rows` finds. */
export async function fillRegister({ service, token, columns }, rows) {
  mkdirSync(workFolder, { recursive: true })
  const csv = join(workFolder, `finds-${rows}.csv`)
  if (!existsSync(csv)) await writeCsv(csv, rows)
  const source = { table: 'finds', path: csv, columns, key: 'inventory_no' }
  const { inserted } = await importCsv(service.url, token, source)
  if (inserted !== rows) throw new Error(`${inserted} of ${rows} rows were imported`)
}

/** A register with `rows` finds whose service does nothing by itself any more. */
export async function openRegister({ rows, ...named }) {
  const register = await openEmptyRegister(named)
  await fillRegister(register, rows)
  await register.settled()
  return register
}
