import { readFile } from 'node:fs/promises'
import { operatorScope } from '../http/operator-scope.js'
import { addFields, createTable } from '../modules/configuration/index.js'
import type { Dig, Role } from './open-dig.js'

const boundary = 'part-of-a-form'

export interface FileForm {
  readonly content: string | Uint8Array
  readonly name?: string
  /** What stands in the form besides the file, before it and after it. */
  readonly before?: Readonly<Record<string, string>>
  readonly after?: Readonly<Record<string, string>>
  /** Name of the part with the file. */
  readonly part?: string
}

/** A form with a file as a browser sends it. */
export function formWith({ content, name = 'file.csv', before = {}, after = {}, part = 'file' }: FileForm): {
  headers: Record<string, string>
  payload: Buffer
} {
  const field = ([key, value]: readonly [string, string]): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(Object.entries(before).map(field).join('') + file),
      Buffer.from(content),
      Buffer.from(`\r\n${Object.entries(after).map(field).join('')}--${boundary}--\r\n`),
    ]),
  }
}

/** Sends a form to the preview of imports. */
export async function preview(dig: Dig, form: FileForm, as: Role | undefined = 'writer') {
  return dig.request({ method: 'POST', url: '/api/import/preview-file', ...formWith(form) }, as)
}

export const csvForm = (content: string | Uint8Array): FileForm => ({ content, after: { type: 'csv' } })

export interface FieldForm {
  readonly name: string
  readonly type?: string
  readonly db_type?: string
  readonly check?: readonly string[]
}

/** Makes a table with these fields. */
export async function makeTable(dig: Dig, table: string, fields: readonly FieldForm[]): Promise<void> {
  const scope = () => operatorScope(dig.services, dig.application)
  await createTable(scope(), { name: table, label: table })
  const forms = fields.map((field) => ({ label: field.name, type: 'text', db_type: 'TEXT', ...field }))
  await addFields(scope(), table, forms)
}

/** Previews a file of the test data and imports it. */
export async function importFile(
  dig: Dig,
  path: string,
  table: string,
  mapping: Readonly<Record<string, string>>,
  keyField: string | null = null,
) {
  const looked = await preview(dig, csvForm(await readFile(path)))
  if (looked.statusCode !== 200) return looked
  const { temp_id } = looked.json<{ temp_id: string }>()
  const pairs = Object.entries(mapping).map(([column, field]) => ({ column, field }))
  const mode = keyField === null ? 'insert' : 'upsert'
  const body = { temp_id, tb: table, mapping: pairs, key_field: keyField, mode }
  return dig.post('/api/import/data', body, 'writer')
}
