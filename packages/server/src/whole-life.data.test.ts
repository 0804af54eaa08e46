import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { afterAll, describe, expect, test } from 'vitest'
import { layDown } from './modules/backups/testing/carry-backup.js'
import { wholeContent } from './modules/backups/testing/whole-content.js'
import type { EngineName } from './storage/storage.js'
import { csvForm, preview } from './testing/import-file.js'
import { Dig, engines, oneEngine, openService, password } from './testing/open-dig.js'

const data = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data')
const read = (name: string): Promise<string> => readFile(join(data, 'strat-catalhoyuk-b1b5', name), 'utf8')

const as = 'super_admin'

/** The units of a Neolithic house, their order and their dates. */
const schema = `
Enum kinds {
  deposit
  "building horizon"
  // trowel:vocabulary
}
Table dates {
  theta integer [not null, unique]
  context integer [ref: > contexts.id, note: 'trowel:id_from_tb trowel:relation=contexts.id trowel:label=Context']
  lab varchar [note: 'trowel:help=As the laboratory writes it']
  association varchar
  Note: 'trowel:label=Radiocarbon dates trowel:preview=theta,lab,context trowel:id_field=theta'
  indexes { lab }
}
Table contexts {
  code varchar [not null, unique, note: 'trowel:label=Context']
  unit_type varchar [note: 'trowel:voc=kinds trowel:type=combo_select']
  position varchar
  period integer
  phase varchar
  Note: 'trowel:label=Contexts trowel:preview=code,unit_type trowel:id_field=code trowel:rs=1 trowel:fuzzy_date=1'
}
Table samples {
  litres float
  Note: 'trowel:is_plugin=contexts trowel:label=Samples'
}`

const observations = 150
const covers = stratigraphicRelations.find(({ name }) => name === 'covers')?.code

/** The service of an engine with an application that its wizard made; tests call it the dig. */
async function foundDig(engine: EngineName): Promise<Dig> {
  const service = await openService(engine)
  const form = { name: 'dig', definition: 'A house', email: `${as}@dig.example`, password, db_engine: engine }
  const reply = await service.server.inject({ method: 'POST', url: '/api/new-app', payload: form })
  expect(reply.statusCode, reply.body).toBe(200)
  const application = await service.services.applications.open('dig')
  if (!application) throw new Error('The wizard made nothing.')
  return new Dig(service, application)
}

const rowsOf = (text: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))

/** Dates of contexts whose names are no numbers: a number in a lookup column is the id of a record. */
async function namedDates(): Promise<string> {
  const [head = '', ...lines] = (await read('dates.csv')).trim().split(/\r?\n/)
  return [head, ...lines.filter((line) => /\D/.test(line.split(',')[1] ?? ''))].join('\n')
}

describe.each(oneEngine)('an excavation that begins on %s', (engine) => {
  const open: Dig[] = []
  afterAll(() => Promise.all(open.map((dig) => dig.close())))

  const importTable = async (
    dig: Dig,
    content: string,
    tb: string,
    fields: Readonly<Record<string, string>>,
  ) => {
    const looked = await preview(dig, csvForm(content), as)
    expect(looked.statusCode, looked.body).toBe(200)
    const mapping = Object.entries(fields).map(([column, field]) => ({ column, field }))
    const { temp_id } = looked.json<{ temp_id: string }>()
    const reply = await dig.post(
      '/api/import/data',
      { temp_id, tb, mapping, key_field: null, mode: 'insert' },
      as,
    )
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const relate = async (dig: Dig) => {
    const ids = new Map<string, number>()
    for (let page = 1; ids.size === 200 * (page - 1); page++) {
      const reply = await dig.get(`/api/records/contexts?per_page=200&page=${page}`, as)
      for (const { code, id } of reply.json().data) ids.set(code, id)
    }
    const pairs = rowsOf(await read('observations.csv')).map(([a = '', b = '']) => [ids.get(a), ids.get(b)])
    expect(pairs.length).toBeGreaterThan(observations)
    for (const [first, second] of pairs.slice(0, observations)) {
      // Some observations were noted twice.
      const reply = await dig.post('/api/record/contexts/rs', { first, relation: covers, second }, as)
      expect([200, 409], reply.body).toContain(reply.statusCode)
    }
  }
  /** What people see of it, through the service. */
  const seen = async (dig: Dig) => {
    const get = async (url: string) => (await dig.get(url, as)).body
    return {
      schema: (await get('/api/config/dbml')).replace(/^(\/\/.*\n)+/, ''),
      relations: await get('/api/config/relations'),
      vocabularies: await get('/api/vocabularies'),
      contexts: await get('/api/records/contexts?per_page=200&page=2'),
      dates: await get('/api/records/dates?per_page=200'),
      matrix: await get('/api/rs/matrix?tb=contexts'),
      findings: await get('/api/rs/check?tb=contexts'),
      csv: await get('/api/rs/export?tb=contexts&format=csv'),
      histories: await get('/api/record/contexts/7/versions'),
    }
  }

  test('is founded, described, filled, related, carried away, lost, and found again as it was', async () => {
    const other = engines.find((one) => one !== engine) ?? engine
    const dig = await foundDig(engine)
    open.push(dig)
    const applied = await dig.post('/api/config/dbml/apply', { dbml: schema }, as)
    expect(applied.json().result.created).toEqual(['dates', 'contexts', 'samples'])
    await importTable(dig, await read('contexts.csv'), 'contexts', {
      label: 'code',
      'unit-type': 'unit_type',
      position: 'position',
      period: 'period',
      phase: 'phase',
    })
    await importTable(dig, await namedDates(), 'dates', {
      theta: 'theta',
      context: 'context',
      lab: 'lab',
      association: 'association',
    })
    await relate(dig)
    const edit = { core: { phase: 'Öfen' }, plugins: { samples: [{ litres: 2.5 }] } }
    expect((await dig.patch('/api/record/contexts/7', edit, as)).statusCode).toBe(200)
    const before = await seen(dig)
    const content = await wholeContent(dig.application.db)
    const made = await dig.post('/api/backups', {}, as)
    const { file } = made.json<{ file: string }>()
    const bytes = (await dig.get(`/api/backup/${file}/download`, as)).rawPayload
    await dig.close()
    open.pop()

    const found = await foundDig(other)
    open.push(found)
    await layDown(found, file, bytes)
    const restored = await found.post(`/api/backup/${file}/restore`, undefined, as)
    expect(restored.json()).toMatchObject({ code: 'ok_backup_restored' })
    expect(await wholeContent(found.application.db)).toEqual(content)
    // A restore ends all sessions.
    const after = await seen(new Dig(found.service, found.application))
    for (const [what, text] of Object.entries(before))
      expect(after[what as keyof typeof after], what).toBe(text)
    expect(JSON.parse(before.contexts).total).toBe(705)
    expect(JSON.parse(before.dates).total).toBe(23)
  }, 240_000)
})
