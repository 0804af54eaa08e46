// Fills a service through its own API, as a person would: application, table, fields, file, key.
import { openAsBlob } from 'node:fs'

const account = { email: 'bench@example.org', password: 'a trowel and a bucket' }

/** Asks a service and answers the JSON; an error becomes an exception that shows what the service said. */
export async function ask(url, method, path, { token, body, form } = {}) {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: form }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

/** Makes an application and logs in. @returns the token of its super-administrator */
export async function createApplication(url, name) {
  const { engines } = await ask(url, 'GET', '/api/new-app/status')
  const application = { name, definition: 'Made to measure', ...account, db_engine: engines[0] }
  await ask(url, 'POST', '/api/new-app', { body: application })
  return login(url, name)
}

/** @returns a token of the super-administrator */
export async function login(url, name) {
  const { token } = await ask(url, 'POST', '/api/auth/login', { body: { ...account, app: name } })
  return token
}

export async function createTable(url, token, table, columns) {
  await ask(url, 'POST', '/api/config/tables', { token, body: { name: table, label: table } })
  const fields = columns.map((column) => ({ label: column.name, ...column }))
  await ask(url, 'POST', `/api/config/table/${table}/fields`, { token, body: { fields } })
}

/** Imports a CSV whose columns are named as the fields. @returns what the service answered */
export async function importCsv(url, token, source) {
  const body = await uploadCsv(url, token, source)
  return ask(url, 'POST', '/api/import/data', { token, body })
}

/** The same in the background. @returns the job */
export async function startImport(url, token, source) {
  const body = await uploadCsv(url, token, source)
  const { job } = await ask(url, 'POST', '/api/import/data', { token, body: { ...body, background: true } })
  return job
}

/** @returns what an import of the uploaded file is asked with */
async function uploadCsv(url, token, { table, path, columns, key }) {
  const form = new FormData()
  form.set('type', 'csv')
  form.set('file', await openAsBlob(path), 'file.csv')
  const preview = await ask(url, 'POST', '/api/import/preview-file', { token, form })
  const mapping = Object.fromEntries(preview.columns.map((name, k) => [name, columns[k].name]))
  return { temp_id: preview.temp_id, tb: table, type: 'csv', mapping, key_field: key }
}

export async function createKey(url, token, privilege) {
  const { key } = await ask(url, 'POST', '/api/api-keys', { token, body: { label: 'bench', privilege } })
  return key
}
