import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBibliography } from '../modules/citations/testing/open-bibliography.js'
import { sql } from '../storage/sql.js'
import { anyWork } from '../testing/any-work.js'
import { drawnWithin, draws } from '../testing/draws.js'
import { type Dig, engines, password } from '../testing/open-dig.js'

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
  {
    url: '/api/records/finds?columns=id,sys_created_at,sys_created_by,sys_changed_at,sys_changed_by&pictures=1',
  },
  { url: '/api/records/contexts?sort_field=sys_changed_at&sort_dir=desc' },
  { url: `/api/records/finds?filter=${encoded({ sys_changed_by: { _eq: 1 } })}` },
  { url: '/api/refman/export/finds' },
  { url: '/api/refman/export/finds/1' },
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

/** What people do, and what other programs may write. What is refused changes nothing. */
const steps = fc.oneof(
  { weight: 12, arbitrary: anyWork.map(({ run }) => run) },
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
  fc.constant(write(`UPDATE sys_files SET description = description || '!'`)),
  fc.constant(write(`UPDATE contexts SET ctx_no = ctx_no || 'x' WHERE id % 2 = 0`)),
  fc.constant(write(`UPDATE finds SET id = id + 100 WHERE id = 2`)),
)

test.each(engines)(
  'every state is answered again as it was answered then (%s)',
  async (engine) => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 8 }), async (list) => {
        const bibliography = await openBibliography(engine)
        const { dig } = bibliography
        try {
          await dig.post('/api/free-sql/verify', { password }, 'super_admin')
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
          await bibliography.close()
        }
      }),
      draws(1),
    )
  },
  drawnWithin(240_000),
)
