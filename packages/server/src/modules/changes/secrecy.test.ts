import { asOfRoutes } from '@trowel/contract/as-of.js'
import type { LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordParts } from '../../record-parts.js'
import type { EngineName } from '../../storage/storage.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { readPdf } from '../../testing/read-pdf.js'
import { relateTables } from '../../testing/relate-tables.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { Deliveries } from '../webhooks/deliveries.js'
import { openReceiver } from '../webhooks/testing/open-receiver.js'

/** He sees the contexts that are layers, and no trenches. */
const as = 'writer'
const isSeen = { ctx_type: { _eq: 'layer' } }
const hiddenContexts = [2, 3, 5]

/** What two excavations differ in that are alike in all that he sees. */
interface Hidden {
  /** Stands in every text that is hidden from him. */
  readonly marker: string
  /** How often each hidden thing was done, up to three times. */
  readonly times: number
}

interface World {
  readonly dig: Dig
  readonly marker: string
  /** The sets that he made himself, by what they made. */
  readonly own: ReadonlyMap<string, number>
  /** Sets after which he would have seen something else, by what they did. */
  readonly states: ReadonlyMap<string, number>
  /** The messages that a webhook of his got. */
  readonly messages: readonly string[]
}

async function makeWorld(engine: EngineName, { marker, times }: Hidden): Promise<World> {
  const receiver = await openReceiver()
  const dig = await openDig(engine, { TROWEL_WEBHOOK_HOSTS: '127.0.0.1' })
  const ask = async (reply: Promise<LightMyRequestResponse>) => {
    const { statusCode, body, headers } = await reply
    expect(statusCode, body).toBe(200)
    return { answer: JSON.parse(body), set: Number(headers['x-change-set']) }
  }
  const send = (url: string, body?: object, by: Role = 'admin') => ask(dig.post(url, body, by))
  const repeat = async (work: (k: number) => Promise<unknown>) => {
    for (let k = 0; k < times; k++) await work(k)
  }
  const save = (id: number, body: object, by?: Role) => send(`/api/record/contexts/${id}`, body, by)
  const link = (one: number, two: number, label: string) =>
    send('/api/manual-link', { tb_one: 'contexts', id_one: one, tb_two: 'contexts', id_two: two, label })
  const place = (id: number, coordinates: readonly number[]) =>
    send('/api/geoface/feature', { tb: 'contexts', id, geometry: { type: 'Point', coordinates } })

  await relateTables(dig, ['finds', 'context'], 'contexts', 'RESTRICT')
  await send('/api/webhooks', { url: receiver.url, as_user: dig.userId(as) })
  // He sees record 1, then not for a while, then again.
  const states = new Map<string, number>()
  states.set('is seen', (await save(1, { core: { notes: 'seen by all' } })).set)
  states.set('is hidden', (await save(1, { core: { ctx_type: 'cut', notes: marker } })).set)
  await repeat((k) => save(1, { plugins: { samples: [{ id: 1, fields: { lab: `${marker} ${k}` } }] } }))
  const samples = [{ id: 1, fields: { lab: 'Bern' } }]
  const again = { core: { ctx_type: 'layer', notes: 'seen again' }, plugins: { samples } }
  states.set('is seen again', (await save(1, again)).set)
  await ask(
    dig.patch(
      '/api/records/contexts',
      { ids: [1, 6, ...hiddenContexts.slice(0, times)], core: { count_of: 77 } },
      'admin',
    ),
  )
  const own = new Map<string, number>()
  const make = async (name: string, core: object) => {
    const { answer, set } = await send('/api/record/contexts', { core: { ctx_type: 'layer', ...core } }, as)
    own.set(name, set)
    return Number(answer.id)
  }
  const linked = await make('a record that is linked later', { ctx_no: 'L1' })
  const both = await make('a record that has a file later, too', { ctx_no: 'L2' })
  const changed = await make('a record that is changed later', { ctx_no: 'L3' })
  const needed = await make('a record that is needed later', { ctx_no: 'L4' })
  own.set('a change', (await save(1, { core: { depth_cm: 5 } }, as)).set)
  await save(changed, { core: { notes: 'seen later' } })
  await ask(sendFile(dig, `/api/record/contexts/${both}/file`, 'a.txt', 'a', 'admin'))
  await link(1, 6, 'seen')
  await place(1, [1, 2])
  const query = { name: 'seen', tb: 'contexts', query: { filter: isSeen } }
  const kept = await send('/api/saved-queries', query)
  await send(`/api/saved-query/${kept.answer.query.id}/share`)
  // From here on everything is hidden, so that nothing seen has another id for it.
  await repeat((k) => save(2, { core: { notes: `${marker} ${k}` } }))
  await repeat((k) => send('/api/record/trenches/1', { core: { code: `${marker}${k}` } }))
  await repeat((k) => send('/api/record/trenches', { core: { code: `${marker} new ${k}` } }))
  for (const id of [1, linked, both]) await repeat((k) => link(id, hiddenContexts[k] ?? 0, `${marker} ${k}`))
  await send('/api/record/contexts/rs', { first: 1, second: 2, relation: 1 })
  await repeat((k) => place(2, [77, 7 + k]))
  await repeat((k) => ask(sendFile(dig, '/api/record/contexts/2/file', `${marker}${k}.txt`, marker, 'admin')))
  await repeat((k) => send('/api/record/finds', { core: { inv_no: `${marker}${k}`, context: needed } }))
  await repeat(async (k) => {
    const filter = { code: { _eq: marker } }
    const saved = await send('/api/saved-queries', {
      name: `${marker} ${k}`,
      tb: 'trenches',
      query: { filter },
    })
    await send(`/api/saved-query/${saved.answer.query.id}/share`)
    await ask(dig.delete(`/api/saved-query/${saved.answer.query.id}`, undefined, 'admin'))
    const definition = {
      tb: 'trenches',
      type: 'bar',
      x_field: 'code',
      y_field: 'id',
      y_function: 'COUNT',
      filter: { filter },
    }
    const { answer } = await send('/api/charts', { name: `${marker} ${k}`, definition })
    await send(`/api/chart/${answer.chart.id}/share`)
    await ask(dig.delete(`/api/chart/${answer.chart.id}`, undefined, 'admin'))
    const layers = [{ id: 'a', tb: 'trenches', select: { filter } }]
    const map = await send('/api/map-views', { name: `${marker} ${k}`, definition: { layers } })
    await send(`/api/map-view/${map.answer.view.id}/share`)
    await ask(dig.delete(`/api/map-view/${map.answer.view.id}`, undefined, 'admin'))
  })
  const noted = { core: { notes: `${marker} 5` } }
  const headers = { 'x-change-note': marker }
  await ask(dig.request({ method: 'PATCH', url: '/api/record/contexts/5', payload: noted, headers }, 'admin'))
  states.set('before a deletion', (await save(5, noted)).set)
  await ask(dig.delete('/api/record/contexts/4', undefined, 'admin'))
  await hideRows(dig, as, 'contexts', isSeen)
  await hideRows(dig, as, 'finds', { inv_no: { _starts_with: 'F' } })
  await hideTable(dig, as, 'trenches')
  const log = pino({ level: 'silent' })
  const deliveries = new Deliveries({ services: dig.services, parts: recordParts(dig.services), log })
  await deliveries.deliverDue(dig.application)
  await receiver.close()
  return { dig, marker, own, states, messages: receiver.received.map(({ text }) => text) }
}

const lists = [
  '/api/change-sets?per_page=200',
  ...['table=contexts', 'table=trenches', 'record=trenches:1', 'record=contexts:1', 'record=contexts:2'].map(
    (query) => `/api/change-sets?${query}`,
  ),
  '/api/changes?after=0',
  ...['', '?table=contexts', '?table=trenches', '?record=contexts:1', '?record=contexts:2'].map(
    (query) => `/api/changes/times${query}`,
  ),
  '/api/history?per_page=200',
  '/api/record/trenches/1/changes',
  '/api/record/trenches/1/versions',
]

/** A request for each route that answers earlier states, of a table. */
const readsOf = (table: string) =>
  asOfRoutes.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    const url = path
      .replace(':tb', table)
      .replace(':id', '1')
      .replace(/:[xyz]/g, '0')
    const definition = { tb: table, type: 'metric', field: 'id', function: 'COUNT' }
    if (method === 'POST') return { url, body: { columns: '*', plugins: 1, definition } }
    return { url: `${url}?tb=${table}&tables=${table}&columns=*&pictures=1&format=json` }
  })

/** All that he is answered about changes, by what he asked. */
async function answersOf({ dig, own, states, messages }: World): Promise<ReadonlyMap<string, string>> {
  const answers = new Map(messages.map((text, k) => [`message ${k}`, text]))
  const note = async (what: string, { statusCode, rawPayload, headers }: LightMyRequestResponse) => {
    const type = String(headers['content-type'])
    const pages = type === 'application/pdf' ? await readPdf(rawPayload) : [rawPayload.toString('latin1')]
    answers.set(what, `${statusCode} ${type} ${pages.join('')}`)
  }
  for (const url of lists) await note(url, await dig.get(url, as))
  for (let id = 1; id <= 10; id++) {
    for (const part of ['changes', 'versions'])
      await note(`${part} of record ${id}`, await dig.get(`/api/record/contexts/${id}/${part}`, as))
  }
  for (const [what, set] of own) {
    await note(`set of ${what}`, await dig.get(`/api/change-set/${set}`, as))
    for (const conflicts of ['refuse', 'keep', 'overwrite']) {
      const body = { preview: true, conflicts }
      await note(`undo of ${what}, ${conflicts}`, await dig.post(`/api/change-set/${set}/undo`, body, as))
    }
  }
  for (const [state, set] of states) {
    for (const { url, body } of ['contexts', 'trenches', 'finds'].flatMap(readsOf)) {
      const reply = body ? dig.post(url, { ...body, as_of: set }, as) : dig.get(`${url}&as_of=${set}`, as)
      await note(`${url} when ${state}`, await reply)
    }
  }
  return answers
}

/** An answer without what differs for another reason. */
const plain = (answer: string): string =>
  answer
    .replace(/"(id|set|last|undone_by|undoes|webhook)":\d+/g, '"$1":0')
    .replace(/as_of=\d+/g, 'as_of=0')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    // A fast machine makes several sets in one millisecond, which are one mark.
    .replace(/\{"id":0,"time":"then","count":(\d+)\}/g, (_, sets) =>
      Array(Number(sets)).fill('{set}').join(','),
    )

const around = (answer: string, marker: string): string | undefined => {
  const at = answer.indexOf(marker)
  return at < 0 ? undefined : answer.slice(Math.max(0, at - 200), at + marker.length)
}

/** Where two texts begin to differ. */
function difference(one: string, other: string): readonly string[] {
  const at = [...one].findIndex((sign, place) => sign !== other[place])
  const from = Math.max(0, (at < 0 ? one.length : at) - 150)
  return one === other ? [] : [one.slice(from, from + 300), other.slice(from, from + 300)]
}

describe.each(oneEngine)('what a caller may not see of changes (%s)', (engine) => {
  let worlds: readonly World[]
  let answers: readonly ReadonlyMap<string, string>[]
  beforeAll(async () => {
    worlds = [
      await makeWorld(engine, { marker: 'm4rkerone', times: 1 }),
      await makeWorld(engine, { marker: 'm4rkertwo', times: 3 }),
    ]
    answers = [await answersOf(worldOf(0)), await answersOf(worldOf(1))]
  }, 180_000)
  afterAll(async () => {
    for (const { dig } of worlds) await dig.close()
  })
  const worldOf = (k: number): World => {
    const world = worlds[k]
    if (!world) throw new Error('There are two.')
    return world
  }

  test('is in none of his answers, nor in what his webhooks send', () => {
    for (const [k, found] of answers.entries()) {
      const { marker } = worldOf(k)
      expect(found.size).toBeGreaterThan(200)
      for (const [what, answer] of found) expect([what, around(answer, marker)]).toEqual([what, undefined])
    }
  })

  test('changes none of them, in no count and no refusal', () => {
    const [one = new Map<string, string>(), other] = answers
    for (const [what, answer] of one)
      expect([what, difference(plain(answer), plain(other?.get(what) ?? ''))]).toEqual([what, []])
  })
})
