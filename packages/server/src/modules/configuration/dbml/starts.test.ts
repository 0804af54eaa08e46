import type { SchemaPreview, Start } from '@trowel/contract/dbml.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { findings, previewOf } from '../testing/schema-texts.js'
import { startLanguages } from './starts.js'

const as = 'super_admin'

const startsIn = async (dig: Dig, language: string): Promise<Start[]> =>
  (await dig.get(`/api/config/starts?lang=${language}`, as)).json().starts

/** Rows inside records and records that refer to others go before these. */
async function removeTables(dig: Dig): Promise<void> {
  await dig.confirm()
  const { tables } = (await dig.get('/api/config/tables', as)).json()
  for (const { name } of [...tables].reverse()) {
    const { statusCode } = await dig.delete(`/api/config/table/${name}`, undefined, as)
    expect([name, statusCode]).toEqual([name, 200])
  }
}

describe.each(oneEngine)('schemas to begin with (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await removeTables(dig)
  })
  afterAll(() => dig.close())

  test('are in the language of the caller, and in English where there is no other', async () => {
    const labels = async (query: string) =>
      (await dig.get(`/api/config/starts${query}`, as)).json().starts.map(({ label }: Start) => label)
    const english = await labels('?lang=en-GB')
    expect(english).toEqual([
      'Single-context excavation',
      'Field survey',
      'Museum collection',
      'Cemetery and human remains',
    ])
    expect(await labels('?lang=it')).toContain('Scavo stratigrafico')
    for (const query of ['', '?lang=de', '?lang[]=it']) expect(await labels(query)).toEqual(english)
  })

  test('are for super-administrators', async () => {
    expect((await dig.get('/api/config/starts', 'admin')).statusCode).toBe(403)
  })

  test.each(startLanguages)(
    'can do the same in every language, and nothing is left out of them: %s',
    async (lang) => {
      const switches = ({ tables }: SchemaPreview) =>
        tables.map(({ rs, geodata, refman, fuzzy_date, osteology, plugin_of, relations }) => [
          { rs, geodata, refman, fuzzy_date, osteology, isPlugin: plugin_of !== '' },
          relations.length,
        ])
      const english = await startsIn(dig, 'en')
      for (const [k, { dbml }] of (await startsIn(dig, lang)).entries()) {
        const preview: SchemaPreview = await previewOf(dig, dbml)
        expect(switches(preview)).toEqual(switches(await previewOf(dig, english[k]?.dbml ?? '')))
        const told = preview.tables.flatMap(({ warnings, errors }) => findings([...errors, ...warnings]))
        expect(told.filter(({ code }) => !code.startsWith('auto_add'))).toEqual([])
        expect([preview.skipped, preview.vocabularies.flatMap(({ errors }) => errors)]).toEqual([[], []])
        const used = preview.tables.flatMap(({ fields }) => fields.flatMap((one) => one.vocabulary_set ?? []))
        expect(new Set(used)).toEqual(new Set(preview.vocabularies.map(({ name }) => name)))
      }
    },
  )

  test.each(startLanguages)('become tables that take records: %s', async (language) => {
    for (const start of await startsIn(dig, language)) {
      await begin(dig, start)
      await removeTables(dig)
    }
  })
})

/** Makes the tables, and a record in the first of them. */
async function begin(dig: Dig, { name, dbml }: Start): Promise<void> {
  const { tables } = (await previewOf(dig, dbml)) as SchemaPreview
  const { result } = (await dig.post('/api/config/dbml/apply', { dbml }, as)).json()
  expect([name, result.created, result.skipped]).toEqual([name, tables.map((one) => one.name), []])
  const [first] = tables
  const required = first?.fields.filter(({ not_null }) => not_null).map((field) => [field.name, '1'])
  const sent = { core: Object.fromEntries(required ?? []) }
  const made = await dig.post(`/api/record/${first?.name}`, sent, 'writer')
  expect([name, made.statusCode]).toEqual([name, 200])
  const { report } = (await dig.get('/api/config/validation', as)).json()
  const dangers = report.filter(({ status }: { status: string }) => status === 'danger')
  expect([name, dangers]).toEqual([name, []])
}

test.each(oneEngine)('an excavation begins with its tables: %s', async (engine) => {
  const dig = await openDig(engine)
  try {
    await removeTables(dig)
    const [excavation] = await startsIn(dig, 'en')
    if (excavation) await begin(dig, excavation)
  } finally {
    await dig.close()
  }
})
