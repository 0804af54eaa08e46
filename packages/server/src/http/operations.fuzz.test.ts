import { errorCodes } from '@trowel/contract/errors.js'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../build-server.js'
import { sql } from '../storage/sql.js'
import type { EngineName } from '../storage/storage.js'
import { aimedRequests, type Values } from '../testing/aimed-requests.js'
import { drawnRequests } from '../testing/drawn-requests.js'
import { drawnWithin, draws } from '../testing/draws.js'
import { furnish, storedSecrets, thing } from '../testing/furnished-dig.js'
import { inventedWork } from '../testing/invented-works.js'
import { Dig, oneEngine, openDig, password } from '../testing/open-dig.js'
import { type Operation, operationsOf, type Sent } from '../testing/operations.js'
import { openStandIn, type StandIn } from '../testing/reference-manager.js'
import { type FormPart, formOf } from '../testing/send-file.js'
import { type KeptLog, keepLog, placesOf } from '../testing/watch-secrets.js'
import { zipBytes } from '../testing/zip-bytes.js'

const point = { type: 'Point', coordinates: [15, 40] }
const bars = { tb: 'finds', type: 'bar', x_field: 'context', y_field: 'id', y_function: 'COUNT' }
const assemblage = {
  source_tb: 'finds',
  char_field: 'material',
  group_path: [{ local_field: 'context', join_tb: 'contexts', join_pk: 'id' }],
  group_field: 'ctx_type',
}

/** What may stand in no answer and no log, though it is sent to the service or stored by it. */
const secrets = {
  ...storedSecrets,
  password,
  secretOfService: 'secret-of-the-service-itself',
  keyOfLibrary: 'Un1queKeyOfALibrary7',
}

/** The members of an answer that tell a secret once: a session, a key, what signs the calls of a webhook. */
const toldOnce = new Set(['token', 'key', 'secret'])

/** Values that are right wherever something of that name is asked for. */
const usual: Values = {
  ...{ tb: 'finds', id: thing, ids: [thing], fileId: thing, linkId: thing, table_name: 'finds' },
  ...{ tb_one: 'contexts', id_one: 1, tb_two: 'finds', id_two: 2, record_id: 1, lib_id: thing, n: 1 },
  ...{ fld: 'material', field: 'inv_no', value: 'X1', core: { material: 'glass' }, refman_key: 'AAAAAAA2' },
  ...{ filter: { material: { _eq: 'bone' } }, sort_field: 'inv_no', sort: '-inv_no', columns: 'inv_no' },
  ...{ search_type: 'fast', search: 'bon', querytext: "material = 'bone'", group_by: 'material' },
  ...{ group_key: 'bone', totals: 'weight_g:SUM', fields: 'inv_no', q: 'bo', join: '', as_of: '', page: 1 },
  ...{ per_page: 5, limit: 5, bbox: '-180,-90,180,90', zoom: 3, z: 0, x: 0, y: 0, epsg: 32632, wait: 0 },
  ...{ format: 'json', provider: 'google', app: 'dig', origin: 'http://127.0.0.1:1', from: -400, to: 2000 },
  ...{ table: 'finds', record: 'finds:1', user: '*', after: 0, at: 1, days: 3000, before: '2000-01-01' },
  ...{ bp: 2450, error: 40, curve: 'intcal20', type: 'group', refman_id: 502, name: 'sheet', label: 'Spare' },
  ...{ email: 'ada@dig.example', password, pwd: password, privilege: 30, path: '/api/records/finds/export' },
  ...{ first: 1, relation: 5, second: 2, geometry: point, definition: bars, query: {}, template: 'sheet' },
  ...{ sql: 'SELECT count(*) AS n FROM finds', voc: 'materials', def: 'stone', val: 'antler', preview: true },
  ...{
    content: '# Ahoj',
    picture: 'logo',
    every_hours: 24,
    keep: 3,
    files: false,
    dbml: 'Table pits { id integer [pk] }',
    api_key: secrets.keyOfLibrary,
  },
  ...{ records: [{ id: thing, core: { material: 'jet' } }], geodata: [{ id: thing, geometry: point }] },
  ...{ order: [], replace: 'horn', min_level: 200, level: 200, diff: 'current', tables: ['finds'] },
}

const layout = { sections: [{ label: 'Identity', content: [{ field: 'inv_no', width: '1/4' }] }] }
const field = { name: 'species', label: 'Species', type: 'text', db_type: 'TEXT' }
const relation = { from_tb: 'finds', from_col: 'material', to_tb: 'trenches', to_col: 'code' }
const csv = (text: string) => ({ field: 'file', name: 'a.csv', content: text })
const geojson = JSON.stringify({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { ctx: 'C1' }, geometry: point }],
})
const photos = {
  field: 'zip',
  name: 'photos.zip',
  content: zipBytes([{ name: 'F1_north.txt', content: 'x' }]),
}
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = (name: string, value: string): FormPart => ({ field: name, value })
const file = (name: string, content: Buffer | string): FormPart => ({ field: 'file', name, content })
const form = (...parts: FormPart[]) => ({ [inForm]: parts })
/** In place of values that go into a body: all of it, or the parts of a form. */
const asBody = 'body'
const inForm = 'form'

/** Values of one operation, where they are others; a function makes first what the operation needs. */
const own: Readonly<Record<string, Values | ((fuzz: Fuzz) => Promise<Values>)>> = {
  'GET /api/welcome/:picture': async (fuzz) => fuzz.picture(),
  'PUT /api/welcome/:picture': form(file('a.png', pixel)),
  'DELETE /api/welcome/:picture': async (fuzz) => fuzz.picture(),
  'POST /api/auth/login': { email: 'admin@dig.example' },
  'POST /api/admin/check-password': { pwd: password },
  'POST /api/user': { name: 'Ada', email: 'ada@dig.example', password, privilege: 30 },
  'DELETE /api/user': { id: thing },
  'GET /api/version/:id': async (fuzz) => fuzz.version(),
  'POST /api/version/:id/restore': async (fuzz) => fuzz.version(),
  'POST /api/change-set/:id/undo': async (fuzz) => fuzz.changeSet(),
  'POST /api/change-sets/undo': async (fuzz) => fuzz.changeSet(),
  'GET /api/change-set/:id': async (fuzz) => fuzz.changeSet(),
  'POST /api/change-sets/purge': async (fuzz) => fuzz.confirmed(),
  'POST /api/record/:tb': { core: { inv_no: 'F100' } },
  'DELETE /api/records/:tb': { ids: [thing] },
  'POST /api/records/:tb/groups': { group_by: 'material' },
  'POST /api/record/:tb/check': { core: { inv_no: 'F101' } },
  'POST /api/charts': { definition: bars },
  'GET /api/record/:tb/next-number': async (fuzz) => fuzz.numbered(),
  'POST /api/template/:tb/:name': { name: 'other', [asBody]: layout },
  'POST /api/template/:tb/:name/rename': { new_name: 'museum' },
  'GET /api/file/:id/print': async (fuzz) => fuzz.file('a.png', pixel),
  'GET /api/records/:tb/labels': { sheet: 'avery-l7160' },
  'POST /api/assemblage/data': { definition: assemblage },
  'POST /api/assemblage/seriation': { definition: assemblage, min_meetings: 1 },
  'POST /api/assemblages': { definition: assemblage },
  'POST /api/map-views': { definition: { layers: [{ id: 'a', tb: 'contexts' }] } },
  'POST /api/saved-query/:id': { name: 'Other' },
  'POST /api/chart/:id': { name: 'Other' },
  'POST /api/assemblage/:id': { name: 'Other' },
  'POST /api/map-view/:id': { name: 'Other' },
  'POST /api/record/:tb/file': form(file('a.txt', 'a')),
  'POST /api/record/:tb/:id/file': form(file('a.txt', 'a')),
  'POST /api/record/:tb/:id/link-file': async (fuzz) => ({ ...(await fuzz.file()), id: thing }),
  'DELETE /api/file-link/:linkId': async (fuzz) => fuzz.file(),
  'DELETE /api/file/:fileId': async (fuzz) => fuzz.file(),
  'PATCH /api/file/:fileId': async (fuzz) => ({ ...(await fuzz.file()), description: 'north' }),
  'POST /api/file/:fileId/replace': async (fuzz) => ({ ...(await fuzz.file()), ...form(file('b.txt', 'b')) }),
  'POST /api/files/sort': async (fuzz) => ({ order: [(await fuzz.file()).linkId] }),
  'GET /api/file/:id/metadata': async (fuzz) => fuzz.file(),
  'GET /api/file/:id/content': async (fuzz) => fuzz.file(),
  'GET /api/jobs/:id': async (fuzz) => fuzz.job(),
  'POST /api/import/preview-file': form(csv('no\nB1\n'), text('type', 'csv'), text('tb', 'finds')),
  'POST /api/import/data': async (fuzz) => ({
    ...(await fuzz.upload(csv('no,w\nB1,1\n'))),
    ...{ mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' },
  }),
  'POST /api/import/new-table': async (fuzz) => ({
    ...(await fuzz.upload(csv('no\nM1\n'), 'csv', '')),
    ...{ name: 'coins', label: 'Coins', fields: [{ column: 'no', name: 'no', kind: 'text' }] },
  }),
  'POST /api/import/new-fields': async (fuzz) => ({
    ...(await fuzz.upload(csv('no,colour\nF1,red\n'), 'csv', 'finds', text('propose', '1'))),
    fields: [{ column: 'colour', name: 'colour', kind: 'text' }],
  }),
  'POST /api/import/geojson': async (fuzz) => ({
    ...(await fuzz.upload(file('c.geojson', geojson), 'geojson', 'contexts')),
    ...{ tb: 'contexts', geo_prop: 'ctx', key_field: 'ctx_no' },
  }),
  'POST /api/import/relations': async (fuzz) => ({
    ...(await fuzz.upload(csv('younger,older\nC5,C6\n'), 'csv', '')),
    ...{ tb: 'contexts', unit: 'younger', relations: [{ column: 'older', relation: 5 }] },
  }),
  'POST /api/import/preview-photos': form(photos, text('tb', 'finds'), text('pattern', '{inv_no}_*')),
  'POST /api/import/photos': async (fuzz) => fuzz.photos(),
  'GET /api/import/refused/:tempId': async (fuzz) => fuzz.refused(),
  'GET /api/import/progress/:tempId': async (fuzz) => fuzz.upload(csv('no\nB9\n')),
  'POST /api/vocabularies': { voc: 'materials', def: 'stone' },
  'POST /api/vocabularies/sort': { ids: [thing] },
  'POST /api/free-sql/run': async (fuzz) => fuzz.confirmed(),
  'POST /api/record/:tb/rs': { tb: 'contexts' },
  'GET /api/rs/matrix': { tb: 'contexts' },
  'GET /api/rs/check': { tb: 'contexts' },
  'GET /api/rs/export': { tb: 'contexts', format: 'dot' },
  'GET /api/geoface': { tb: 'contexts' },
  'GET /api/geoface/tiles/:tb/:z/:x/:y': { tb: 'contexts' },
  'POST /api/geoface/feature': { tb: 'contexts', id: 1 },
  'PUT /api/config/geoface': { [asBody]: [] },
  'POST /api/config/geofile': form(file('grid.geojson', geojson)),
  'DELETE /api/config/geofile': async (fuzz) => ({ file: await fuzz.mapFile() }),
  'POST /api/config/georaster': {
    ...{ epsg: '32632', world: '0.1\n0\n0\n-0.1\n700000\n4770000\n' },
    ...form(file('plan.png', pixel)),
  },
  'GET /api/geofile/:name': async (fuzz) => ({ name: await fuzz.mapFile() }),
  'GET /ogc/collections/:tb': { tb: 'contexts' },
  'GET /ogc/collections/:tb/queryables': { tb: 'contexts' },
  'GET /ogc/collections/:tb/schema': { tb: 'contexts' },
  'GET /ogc/collections/:tb/items': { tb: 'contexts' },
  'GET /ogc/collections/:tb/items/:id': { tb: 'contexts', id: thing },
  'PATCH /api/refman/lib/:id': { name: 'Alento' },
  'PATCH /api/refman/link/:id': { notes: 'compare' },
  'PATCH /api/zotero/lib/:id': { name: 'Alento' },
  'PATCH /api/zotero/link/:id': { notes: 'compare' },
  'GET /api/export/gpkg': { tb: 'contexts' },
  'POST /api/refman/sync/:tb/:id': { id: 1 },
  'POST /api/zotero/lib': { refman_id: 503 },
  'POST /api/zotero/sync/:tb/:id': { id: 1 },
  'PUT /api/config/app': { definition: 'A larger dig' },
  'POST /api/config/tables': { name: 'spare', label: 'Spare' },
  'POST /api/config/table/:tb': { tb: 'spare_two', name: 'spare_two', label: 'Spare' },
  'PUT /api/config/table/:tb': { label: 'Finds', order: 'id', id_field: 'inv_no', preview: ['inv_no'] },
  'PATCH /api/config/table/:tb': { tb: 'spare', new_name: 'spared' },
  'DELETE /api/config/table/:tb': async (fuzz) => ({ ...(await fuzz.confirmed()), tb: 'spared' }),
  'POST /api/config/tables/sort': { sort: ['finds', 'trenches'] },
  'POST /api/config/table/:tb/indexes': { name: 'by_day', columns: ['found_on'] },
  'DELETE /api/config/table/:tb/indexes/:id': async (fuzz) => fuzz.index(),
  'POST /api/config/table/:tb/fields': {
    fields: [{ name: 'side', label: 'Side', type: 'select', vocabulary_set: 'sides' }],
    vocabularies: [{ name: 'sides', values: ['left', 'right'] }],
  },
  'POST /api/config/table/:tb/fields/sort': { sort: ['material'] },
  'POST /api/config/table/:tb/field': field,
  'PUT /api/config/table/:tb/field/:fld': { fld: 'species', ...field, help: 'Latin' },
  'PATCH /api/config/table/:tb/field/:fld': { fld: 'species', new_name: 'taxon' },
  'DELETE /api/config/table/:tb/field/:fld': async (fuzz) => ({ ...(await fuzz.confirmed()), fld: 'taxon' }),
  'POST /api/config/relations': relation,
  'PUT /api/config/relations/:id': async (fuzz) => fuzz.relation({ on_update: 'RESTRICT' }),
  'DELETE /api/config/relations/:id': async (fuzz) => fuzz.relation(),
  'POST /api/config/dbml/preview': { dbml: usual['dbml'] },
  'POST /api/config/dbml/apply': { dbml: usual['dbml'] },
  'POST /api/config/validation/fix': async (fuzz) => fuzz.broken(),
  'DELETE /api/backups/schedule': async (fuzz) => fuzz.scheduled(),
  'DELETE /api/backup/:file': async (fuzz) => fuzz.backup(),
  'POST /api/backup/:file/restore': async (fuzz) => fuzz.backup(),
  'GET /api/backup/:file/download': async (fuzz) => fuzz.backup(),
  'POST /api/webhooks': async (fuzz) => ({ url: `${fuzz.manager.address}/trowel` }),
  'PUT /api/webhook/:id': async (fuzz) => ({ ...(await fuzz.webhook()), active: true }),
  'DELETE /api/webhook/:id': async (fuzz) => fuzz.webhook(),
  'POST /api/webhook/:id/secret': async (fuzz) => fuzz.webhook(),
  'GET /api/webhook/:id/deliveries': async (fuzz) => fuzz.webhook(),
  'POST /api/webhook/:id/test': async (fuzz) => fuzz.webhook(),
  'POST /api/webhook/:id/delivery/:n/resend': async (fuzz) => fuzz.delivery(),
}

/** Operations that cannot succeed here, and why. */
const neverRight: Readonly<Record<string, string>> = {
  'POST /api/upgrade/major': 'refused always',
  'POST /api/new-app': 'new applications are not allowed here',
  'GET /api/auth/oauth/:provider/redirect': 'no provider is set up here',
  'GET /api/auth/oauth/:provider/callback': 'no provider is set up here',
  'POST /api/auth/oauth/exchange': 'no provider is set up here',
  'GET /api/changes/stream': 'a stream has no end; its header is wrong here',
  'GET /api/widget/:name': 'the operator has installed none',
  'GET /projects/:app/files/:id.:ext': 'an old address of a file',
}

interface Problem {
  readonly asked: string
  readonly status: number
  readonly answer: string
}

class Fuzz {
  /** The route that may tell a secret, by the secret; none may tell those that are planted. */
  private readonly tellers = new Map<string, string | undefined>(
    Object.values(secrets).map((secret) => [secret, undefined]),
  )
  /** Routes that told a secret of another one. */
  private readonly leaks: string[] = []

  private constructor(
    private dig: Dig,
    readonly manager: StandIn,
    readonly operations: readonly Operation[],
    private readonly kept: KeptLog,
  ) {}

  static async open(engine: EngineName): Promise<Fuzz> {
    const manager = await openStandIn()
    manager.library('groups/501').items.set('AAAAAAA2', inventedWork('AAAAAAA2'))
    const dig = await openDig(engine, {
      TROWEL_REFMAN_URL: manager.address,
      TROWEL_WEBHOOK_HOSTS: '127.0.0.1',
      TROWEL_SECRET: secrets.secretOfService,
    })
    const kept = keepLog()
    const server = await buildServer(dig.services, kept.log)
    const close = async (): Promise<void> => {
      await server.close()
      await dig.close()
    }
    const watched = new Dig({ ...dig.service, server, close }, dig.application)
    return new Fuzz(watched, manager, await operationsOf(dig), kept)
  }

  async close(): Promise<void> {
    await this.dig.close()
    await this.manager.close()
  }

  /** The values with which an operation succeeds, after what it needs was made. */
  async rightFor({ route }: Operation): Promise<{ readonly special: Values; readonly all: Values }> {
    await furnish(this.dig)
    const given = own[route] ?? {}
    const special = typeof given === 'function' ? await given(this) : given
    return { special, all: { ...usual, ...special } }
  }

  async send({ method, url, body }: Sent): Promise<LightMyRequestResponse> {
    const headers: Record<string, string> = {}
    if (url.startsWith('/api/changes/stream')) headers['last-event-id'] = 'none'
    if (Buffer.isBuffer(body)) headers['content-type'] = 'multipart/form-data; boundary=edge'
    else if (body !== undefined) headers['content-type'] = 'application/json'
    const payload = Buffer.isBuffer(body) ? body : body === undefined ? undefined : JSON.stringify(body)
    const options = { method, url, headers, ...(payload !== undefined && { payload }) }
    const reply = await this.dig.request(options, 'super_admin')
    this.lookForSecrets(`${method} ${url.split('?')[0]}`, reply)
    // Who logged out, or ended his sessions, comes back.
    if (reply.statusCode === 401 || url.includes('/logout'))
      this.dig = new Dig(this.dig.service, this.dig.application)
    return reply
  }

  /** Notes secrets that the answer of a route tells, and those of others that it must not tell. */
  private lookForSecrets(route: string, { statusCode, headers, body }: LightMyRequestResponse): void {
    const answer = `${JSON.stringify(headers)}\n${body}`
    for (const [secret, teller] of this.tellers)
      if (teller !== route && answer.includes(secret)) this.leaks.push(`${route} tells ${secret}`)
    if (statusCode >= 400 || !String(headers['content-type']).includes('json')) return
    JSON.parse(body, (name, value: unknown) => {
      if (toldOnce.has(name) && typeof value === 'string' && value.length > 20) this.tellers.set(value, route)
      return value
    })
  }

  /** Where secrets were told that should not be: in answers, and in what was logged. */
  async leaked(): Promise<string[]> {
    const entries = await this.dig.application.db.quick.all(sql`SELECT "message", "facts" FROM "sys_log"`)
    const logs = { log: this.kept.written(), 'log of the application': JSON.stringify(entries) }
    const logged = [...this.tellers].flatMap(([secret, teller]) =>
      placesOf(secret, logs).map((place) => `${secret} of ${teller ?? 'nobody'} is in the ${place}`),
    )
    return [...this.leaks, ...logged]
  }

  private async made(method: Sent['method'], url: string, body?: unknown) {
    let reply = await this.send({ method, url, body })
    if (reply.statusCode === 401) reply = await this.send({ method, url, body })
    return reply.statusCode < 400 ? reply.json() : {}
  }

  private async sent(url: string, ...parts: FormPart[]) {
    const { payload, type } = await formOf(parts)
    const options = { method: 'POST', url, payload, headers: { 'content-type': type } } as const
    const reply = await this.dig.request(options, 'super_admin')
    return reply.statusCode < 400 ? reply.json() : {}
  }

  async confirmed(): Promise<Values> {
    await this.made('POST', '/api/admin/check-password', { pwd: password })
    return {}
  }
  async picture(): Promise<Values> {
    const { payload, type } = await formOf([file('a.png', pixel)])
    const headers = { 'content-type': type }
    await this.dig.request({ method: 'PUT', url: '/api/welcome/logo', payload, headers }, 'super_admin')
    return {}
  }
  async changeSet(): Promise<Values> {
    const body = { core: { notes: String(++this.count) } }
    const reply = await this.send({ method: 'PATCH', url: '/api/record/contexts/1', body })
    const id = Number(reply.headers['x-change-set'])
    return { id, ids: [id] }
  }
  private count = 0
  async version(): Promise<Values> {
    await this.changeSet()
    const { versions } = await this.made('GET', '/api/record/contexts/1/versions')
    return { id: versions?.[0]?.id ?? 1 }
  }
  async numbered(): Promise<Values> {
    const numbered = { check: ['no_dupl'], number_pattern: 'N-{n}' }
    const body = { name: 'code', label: 'Code', type: 'text', db_type: 'TEXT', ...numbered }
    await this.made('PUT', '/api/config/table/trenches/field/code', body)
    return { tb: 'trenches', fld: 'code' }
  }
  async file(name = 'a.txt', content: Buffer | string = 'a') {
    const { file: made } = await this.sent('/api/record/finds/1/file', file(name, content))
    const id = made?.id ?? 1
    return { id, fileId: id, linkId: made?.link_id ?? 1 }
  }
  async upload(part: FormPart, type = 'csv', tb = 'finds', ...more: FormPart[]): Promise<Values> {
    const parts = [part, text('type', type), ...(tb ? [text('tb', tb)] : [text('propose', '1')]), ...more]
    const { temp_id = 'none' } = await this.sent('/api/import/preview-file', ...parts)
    return { temp_id, tempId: temp_id }
  }
  async photos(): Promise<Values> {
    const parts = [photos, text('tb', 'finds'), text('pattern', '{inv_no}_*')]
    return { temp_id: (await this.sent('/api/import/preview-photos', ...parts)).temp_id ?? 'none' }
  }
  async refused(): Promise<Values> {
    const uploaded = await this.upload(csv('no,w\nB7,heavy\n'))
    const mapping = { no: 'inv_no', w: 'weight_g' }
    const body = { ...uploaded, tb: 'finds', mapping, key_field: 'inv_no', on_error: 'skip' }
    await this.made('POST', '/api/import/data', body)
    return uploaded
  }
  async job(): Promise<Values> {
    const { job } = await this.made('POST', '/api/radiocarbon/recalibrate', { background: true })
    return { id: job?.id ?? 1 }
  }
  async mapFile(): Promise<string> {
    await this.made('PUT', '/api/config/geoface', [])
    const { filename = 'none' } = await this.sent('/api/config/geofile', file('grid.geojson', geojson))
    return filename
  }
  async index(): Promise<Values> {
    const body = { name: `by_${++this.count}`, columns: ['weight_g'] }
    const { id = 1 } = await this.made('POST', '/api/config/table/trenches/indexes', {
      ...body,
      columns: ['code'],
    })
    return { tb: 'trenches', id }
  }
  async relation(more: Values = {}): Promise<Values> {
    await this.made('POST', '/api/config/relations', relation)
    const { relations } = await this.made('GET', '/api/config/relations')
    return { id: relations?.at(-1)?.id ?? 1, ...more }
  }
  async broken(): Promise<Values> {
    const { db } = this.dig.application
    const columns = (await db.inspect()).get('finds')?.columns
    if (columns && JSON.stringify([...columns.values()]).includes('found_on'))
      await db.write((tx) => tx.schema.dropColumn('finds', 'found_on'), { schema: true })
    return { action: 'create', tb: 'finds', col: 'found_on' }
  }
  async scheduled(): Promise<Values> {
    await this.made('PUT', '/api/backups/schedule', { every_hours: 24, keep: 3, files: false })
    return {}
  }
  async backup(): Promise<Values> {
    return { file: (await this.made('POST', '/api/backups', {})).file ?? 'none' }
  }
  async webhook(): Promise<Values> {
    const { webhook } = await this.made('POST', '/api/webhooks', { url: `${this.manager.address}/trowel` })
    return { id: webhook?.id ?? 1 }
  }
  async delivery(): Promise<Values> {
    const { id } = await this.webhook()
    const { delivery } = await this.made('POST', `/api/webhook/${id}/test`)
    return { id, n: delivery?.n ?? 1 }
  }

  /** What is wrong with the answer to a request. */
  problemOf(operation: Operation, sent: Sent, status: number, answer: string, type: string): Problem[] {
    const problem = (text: string): Problem[] => [
      { asked: `${sent.method} ${sent.url} ${JSON.stringify(sent.body) ?? ''}`, status, answer: text },
    ]
    if (!type.includes('json')) return status < 400 ? [] : problem(answer)
    const told = JSON.parse(answer || 'null')
    if (status >= 400) {
      const isKnown = told?.code in errorCodes && status !== 500
      return isKnown && !/SQLITE|node_modules|\.js:\d/.test(answer) ? [] : problem(answer)
    }
    if (!operation.answer) return []
    const [wrong] = Value.Errors(operation.answer, told)
    return wrong ? problem(`${JSON.stringify(wrong)} in ${answer}`) : []
  }
}

describe.each(oneEngine)('every operation of the OpenAPI document (%s)', (engine) => {
  let fuzz: Fuzz
  beforeAll(async () => {
    fuzz = await Fuzz.open(engine)
  })
  afterAll(() => fuzz.close())

  // Backups, restores and changes of the schema are among them.
  const longMs = 180_000
  test('succeeds where it is asked rightly, and answers what it is said to answer', {
    timeout: longMs,
  }, async () => {
    const problems: Problem[] = []
    const refused: string[] = []
    for (const operation of fuzz.operations) {
      const { special, all } = await fuzz.rightFor(operation)
      const { [asBody]: whole, [inForm]: parts, ...values } = special
      const least = aimedRequests(operation, all, [values]).at(-1)
      if (!least) continue
      const sent = { ...least, body: await contentOf(least, whole, parts) }
      const { statusCode, body, headers } = await fuzz.send(sent)
      problems.push(...fuzz.problemOf(operation, sent, statusCode, body, String(headers['content-type'])))
      if (statusCode >= 400 && !(operation.route in neverRight))
        refused.push(`${operation.route} ${sent.url} ${JSON.stringify(sent.body)} ${body.slice(0, 300)}`)
    }
    expect(refused).toEqual([])
    expect(problems).toEqual([])
    expect(await fuzz.leaked()).toEqual([])
  })

  test('never breaks, whatever it is asked', { timeout: drawnWithin(longMs) }, async () => {
    const problems: Problem[] = []
    const counts = { right: 0, all: 0 }
    const { numRuns, seed } = draws(1)
    for (const operation of fuzz.operations) {
      const { special, all } = await fuzz.rightFor(operation)
      const requests = drawnRequests(operation, { ...all, ...special })
      const fixed = numRuns > 1 ? seed : 20_261_125
      for (const sent of fc.sample(requests, { numRuns, seed: fixed })) {
        if (numRuns > 1) await fuzz.rightFor(operation)
        const { statusCode, body, headers } = await fuzz.send(sent)
        counts.all++
        if (statusCode < 400) counts.right++
        const found = fuzz.problemOf(operation, sent, statusCode, body, String(headers['content-type']))
        problems.push(...found)
        // The long form says at once what it found: it may be ended before its end.
        if (numRuns > 1) for (const problem of found) process.stdout.write(`${JSON.stringify(problem)}\n`)
      }
    }
    expect(problems).toEqual([])
    expect(await fuzz.leaked()).toEqual([])
    expect(counts.right / counts.all).toBeGreaterThan(0.5)
  })
})

async function contentOf(least: Sent, whole: unknown, parts: unknown): Promise<unknown> {
  if (!Array.isArray(parts)) return whole ?? least.body
  const { payload, type } = await formOf(parts)
  // The boundary is one that the sender knows.
  return Buffer.from(
    payload.toString('latin1').replaceAll(type.split('boundary=')[1] ?? '', 'edge'),
    'latin1',
  )
}
