import type { SchemaFinding } from '@trowel/contract/dbml.js'
import { english } from '@trowel/contract/messages/en/english.js'
import { interpolate } from '@trowel/contract/messages/messages.js'
import { expect } from 'vitest'
import type { Dig } from '../../../testing/open-dig.js'

/** A schema of one table, which the excavation does not have. */
export const kilns = `Table kilns {
 id integer [pk, increment]
 code varchar
 fuel varchar [note: 'trowel:voc=fuels']
 Note: 'trowel:label=Kilns trowel:preview=code'
}`

export const wideTable = (name: string, fields: number): string =>
  `Table ${name} {\n${Array.from({ length: fields }, (_, n) => `f${n} int`).join('\n')}\n}`

/** What the service makes of a schema text. */
export async function previewOf(dig: Dig, dbml: string) {
  const reply = await dig.post('/api/config/dbml/preview', { dbml }, 'super_admin')
  expect([reply.statusCode, reply.json().code]).toEqual([200, 'ok'])
  return reply.json().preview
}

/** What it makes of one table of it. */
export const previewedTable = async (dig: Dig, dbml: string) =>
  (await previewOf(dig, dbml)).tables.find((table: { name: string }) => table.name === 'kilns')

/** Errors or warnings without their sentences, which are those that they name. */
export const findings = (list: readonly SchemaFinding[]) =>
  list.map(({ text, sentence, facts, ...finding }) => {
    const texts: Readonly<Record<string, string>> = english.problems
    if (sentence !== undefined) expect(interpolate(texts[sentence] ?? '', facts ?? {})).toBe(text)
    return finding
  })
