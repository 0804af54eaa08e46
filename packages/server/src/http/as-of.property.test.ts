import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sql } from '../storage/sql.js'
import { drawnWithin, draws } from '../testing/draws.js'
import { type Dig, engines, openDig } from '../testing/open-dig.js'

/** A request that reads, without `as_of`; with a body it is a POST. */
interface Read {
  readonly url: string
  readonly body?: object
}

const encoded = (filter: object): string => encodeURIComponent(JSON.stringify(filter))

/** What is asked after every step, and of each state again. */
const reads: readonly Read[] = [
  { url: '/api/records/finds?columns=*&sort_field=weight_g&sort_dir=desc' },
  { url: `/api/records/finds?filter=${encoded({ material: { _icontains: 'bro' } })}&sort_field=material` },
  {
    url: `/api/records/finds?filter=${encoded({ context: { ctx_no: { _starts_with: 'C' } } })}&per_page=3&page=2`,
  },
  { url: '/api/records/contexts?search_type=fast&search=pit&columns=*' },
  { url: `/api/records/contexts?filter=${encoded({ samples: { litres: { _gt: 5 } } })}&columns=*` },
  { url: '/api/records/samples?columns=*' },
  {
    url: '/api/records/contexts',
    body: { columns: ['ctx_no', 'trench'], sort_field: 'trench', sort_dir: 'desc' },
  },
  { url: '/api/record/contexts/1' },
  { url: '/api/record/contexts/2' },
  { url: '/api/record/finds/1' },
  { url: '/api/record/finds/9' },
  { url: '/api/records/finds/export?format=csv&columns=*' },
  { url: '/api/records/contexts/export?format=geojson&columns=*' },
  { url: '/api/rs/matrix?tb=contexts&levels=1' },
  { url: `/api/rs/check?tb=contexts&filter=${encoded({ ctx_type: { _eq: 'layer' } })}` },
  { url: '/api/rs/export?tb=contexts&format=dot' },
  { url: '/api/geoface?tb=contexts&fields=trench' },
  { url: '/api/geoface?tb=contexts&bbox=-20,0,20,50' },
  { url: '/api/geoface/tiles/contexts/0/0/0' },
  { url: '/api/geoface/tiles/contexts/3/4/2' },
  { url: '/ogc/collections/contexts/items?limit=2&bbox=-30,-10,30,50' },
  { url: '/ogc/collections/contexts/items/1' },
  { url: '/api/chrono/timeline?from=-100' },
  {
    url: '/api/chart/data',
    body: { definition: { tb: 'finds', type: 'metric', field: 'weight_g', function: 'SUM' } },
  },
  {
    url: '/api/chart/data',
    body: {
      definition: { tb: 'contexts', type: 'bar', x_field: 'trench', y_field: 'id', y_function: 'COUNT' },
    },
  },
  { url: '/api/records/finds/export?format=ndjson&sort_field=inv_no&sort_dir=desc' },
]

/** The answer without what says which state it is of, and what only the present can be used for. */
const plain = (text: string): string =>
  text
    .replace(/,"as_of":\{[^}]*\}|"as_of":\{[^}]*\},/g, '')
    .replace(/"(can_edit|can_delete|can_add|canUserEdit)":(true|false)/g, '"$1":null')
    .replace(/"timeStamp":"[^"]*"/g, '')
    .replace(/[?&]as_of=\d+/g, '')

async function ask(dig: Dig, { url, body }: Read, asOf?: number): Promise<string> {
  const state = asOf === undefined ? '' : `as_of=${asOf}`
  const whole = `${url}${state && (url.includes('?') ? '&' : '?')}${state}`
  const answer = body
    ? await dig.post(url, asOf === undefined ? body : { ...body, as_of: asOf }, 'super_admin')
    : await dig.get(whole, 'super_admin')
  const isText = /json|csv|vnd.graphviz|text/.test(String(answer.headers['content-type']))
  return `${answer.statusCode} ${isText ? plain(answer.body) : answer.rawPayload.toString('base64')}`
}

const newestSet = async (dig: Dig): Promise<number> =>
  (await dig.application.db.quick.get<{ id: number }>(sql`SELECT max("id") AS id FROM "sys_change_sets"`))
    ?.id ?? 0

const write =
  (text: string, ...more: string[]) =>
  (dig: Dig) =>
    dig.application.db.write(async (tx) => {
      for (const statement of [text, ...more]) await tx.run({ text: [statement], values: [] })
    })

const record = fc.integer({ min: 1, max: 6 })
const find = fc.integer({ min: 1, max: 10 })
const text = fc.constantFrom('bronze', 'Brosche', 'iron', '', 'Scherbe ß', 'pit fill', '0.1')
const weight = fc.constantFrom(0.1 + 0.2, 12, null, 1e-7)

type Step = (dig: Dig) => Promise<unknown>

/** The status is not looked at: a refused request changes nothing. */
const steps = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.tuple(text, record, weight).map(([material, context, weight_g]) => (dig) => {
    const core = { inv_no: `N${Math.random().toString(36).slice(2, 8)}`, material, context, weight_g }
    return dig.post('/api/record/finds', { core }, 'super_admin')
  }),
  fc.tuple(find, text, weight).map(
    ([id, material, weight_g]) =>
      (dig) =>
        dig.patch(`/api/record/finds/${id}`, { core: { material, weight_g } }, 'super_admin'),
  ),
  fc.tuple(record, text).map(
    ([id, notes]) =>
      (dig) =>
        dig.patch(`/api/record/contexts/${id}`, { core: { notes } }, 'super_admin'),
  ),
  fc.tuple(record, fc.integer({ min: 0, max: 20 })).map(
    ([id, litres]) =>
      (dig) =>
        dig.patch(
          `/api/record/contexts/${id}`,
          { plugins: { samples: [{ litres, lab: 'x' }] } },
          'super_admin',
        ),
  ),
  find.map((id) => (dig) => dig.delete(`/api/record/finds/${id}`, undefined, 'super_admin')),
  record.map((id) => (dig) => dig.delete(`/api/record/contexts/${id}`, undefined, 'super_admin')),
  fc.tuple(record, record, fc.integer({ min: 1, max: 10 })).map(
    ([first, second, relation]) =>
      (dig) =>
        dig.post(`/api/record/contexts/rs`, { first, second, relation, force: true }, 'super_admin'),
  ),
  fc.tuple(record, find).map(
    ([context, id]) =>
      (dig) =>
        dig.post(
          '/api/manual-link',
          { tb_one: 'contexts', id_one: context, tb_two: 'finds', id_two: id },
          'super_admin',
        ),
  ),
  fc
    .tuple(record, fc.integer({ min: -50, max: 50 }))
    .map(([id, x]) =>
      write(
        `INSERT INTO sys_geodata (table_link, id_link, geometry) VALUES ('contexts', ${id}, 'POINT(${x} 45)')`,
      ),
    ),
  fc
    .integer({ min: -50, max: 50 })
    .map((x) => write(`UPDATE sys_geodata SET geometry = 'LINESTRING(${x} 1, ${x + 1} 2)' WHERE id % 2 = 0`)),
  fc.constant(write('DELETE FROM sys_geodata WHERE id % 3 = 0')),
  fc.constant(write('DELETE FROM sys_rs WHERE id % 2 = 0')),
  record.map((id) => write(`UPDATE contexts SET chrono_from = id * -10, chrono_to = 20 WHERE id = ${id}`)),
  record.map((id) =>
    write(
      `INSERT INTO sys_files (ext, filename, rev, description) VALUES ('txt', 'note', 1, 'n${id}')`,
      `INSERT INTO sys_file_links (file_id, table_name, record_id, sort)
        SELECT max(id), 'contexts', ${id}, 1 FROM sys_files`,
    ),
  ),
  fc.constant(write(`UPDATE sys_files SET description = description || '!'`)),
  fc.constant(write(`UPDATE contexts SET ctx_no = ctx_no || 'x' WHERE id % 2 = 0`)),
  fc.constant(write(`UPDATE finds SET id = id + 100 WHERE id = 2`)),
)

test.each(engines)(
  'every state is answered again as it was answered then (%s)',
  async (engine) => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 8 }), async (list) => {
        const dig = await openDig(engine)
        try {
          const states: { readonly set: number; readonly answers: readonly string[] }[] = []
          const remember = async (): Promise<void> => {
            const answers: string[] = []
            for (const read of reads) answers.push(await ask(dig, read))
            states.push({ set: await newestSet(dig), answers })
          }
          await remember()
          for (const step of list) {
            await step(dig)
            await remember()
          }
          for (const { set, answers } of states) {
            for (const [place, read] of reads.entries())
              expect([read.url, await ask(dig, read, set)]).toEqual([read.url, answers[place]])
          }
        } finally {
          await dig.close()
        }
      }),
      draws(2),
    )
  },
  drawnWithin(240_000),
)
