import { errorCodes } from '@trowel/contract/errors.js'
import { guardTable } from '@trowel/contract/guard-table.js'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../access/passwords.js'
import { id as named, sql } from '../storage/sql.js'
import type { EngineName } from '../storage/storage.js'
import { aimedRequests, type Values } from '../testing/aimed-requests.js'
import { isLong } from '../testing/long-tests.js'
import { Dig, oneEngine, openDig, password, type Role } from '../testing/open-dig.js'
import { type Operation, operationsOf, type Sent } from '../testing/operations.js'
import { readPdf } from '../testing/read-pdf.js'
import { hideRows, hideTable } from '../testing/scope-as.js'
import { sendFile } from '../testing/send-file.js'
import { textsInZip } from '../testing/texts-in-zip.js'

/** Stands in a text that is foreign to those who ask: another word in each place. */
const marker = (place: string) => `m4rker${place}`
/** A guess at such a text that is wrong. */
const wrong = 'n0thing'
/** The id of everything that is foreign, and one that nothing has. */
const foreign = 902
const absent = 990_902

interface Aim {
  readonly tb: string
  readonly id: number
  /** What stands, or does not stand, in the foreign text. */
  readonly guess: string
  readonly field: string
  readonly condition: (guess: string) => object
}

/** A record, or something else with an id, and a field of its table. */
const at = (tb: string, field: string, id = foreign): Aim => ({
  ...{ tb, id, field, guess: marker(`${tb}${field}`) },
  condition: (guess) => ({ [field]: { _eq: guess } }),
})

/** Every way in which a field is named or compared, and what else leads to a record. */
function waysTo(aim: Aim): Values[] {
  const { tb, field, guess, condition } = aim
  const filter = condition(guess)
  const select = { filter: { filter } }
  const definitions = [
    { tb, type: 'bar', x_field: field, y_field: 'id', y_function: 'COUNT' },
    { tb, type: 'metric', field: 'id', function: 'COUNT', ...select },
    { source_tb: tb, char_field: field, group_path: [], group_field: field },
    { layers: [{ id: 'a', tb, select: { filter }, colouring: { by: 'field', field } }] },
  ]
  return [
    { filter },
    { search_type: 'fast', search: guess },
    { search_type: 'sqlExpert', querytext: `${field} = '${guess}'` },
    { sort_field: field, sort_dir: 'desc' },
    { sort: `-${field}` },
    { columns: field },
    { columns: '*', pictures: '1' },
    { fields: field },
    { group_by: field },
    { group_by: field, group_key: guess },
    { totals: `${field}:MAX` },
    { title: field },
    { format: 'csv', columns: '*' },
    { format: 'xlsx', columns: '*' },
    { format: 'json', filter },
    { as: 'table', columns: '*' },
    { q: guess },
    { field, value: guess },
    { fld: field, q: guess },
    { fld: field, search: guess, replace: 'x' },
    { diff: 'current' },
    { preview: true },
    { core: { [field]: guess } },
    { query: { filter } },
    ...definitions.map((definition) => ({ definition })),
    ...waysAround(aim),
  ]
}

function waysAround({ tb, id }: Aim): Values[] {
  return [
    { table: tb },
    { tb, user: '*' },
    { user: id },
    { record: `${tb}:${id}` },
    { after: 0 },
    { id },
    { app: 'dig' },
    { path: `/api/record/${tb}/${id}/print` },
    { path: `/api/file/${id}/content` },
    { uploads: [String(id)], core: {} },
    { as_user: id },
    { ids: [id], preview: true },
  ]
}

/** What asks for a value of that name is given this. */
function where({ tb, id }: Aim): Values {
  const names = ['id', 'fileId', 'linkId', 'record_id', 'lib_id', 'id_one', 'id_two', 'first', 'second', 'n']
  return {
    ...Object.fromEntries(names.map((name) => [name, id])),
    ...{ tb, tb_one: tb, tb_two: tb, table_name: tb, source_tb: tb, app: 'dig' },
    ...{ ids: [id], order: [id], bbox: '-180,-90,180,90', z: 0, x: 0, y: 0 },
    ...{ core: {}, definition: { tb, type: 'metric', field: 'id', function: 'COUNT' }, query: {} },
    ...{ records: [{ id, core: { notes: 'x' } }], geodata: [{ id, geometry: point }] },
    ...{ geometry: point, fld: 'notes', field: 'notes', value: 'x', relation: 1, format: 'json', email },
    ...{
      temp_id: temp,
      tempId: temp,
      file: `${temp}.zip`,
      name: 'sheet',
      picture: 'logo',
      provider: 'google',
    },
  }
}
const point = { type: 'Point', coordinates: [1, 2] }
const email = 'reader@dig.example'
const temp = '0123456789abcdef'

interface Answer {
  readonly status: number
  readonly code: string | undefined
  readonly text: string
}

interface World {
  readonly dig: Dig
  readonly other: Dig
  readonly operations: readonly Operation[]
  readonly revoked: string
  /** All that is planted, as it is stored. */
  readonly rows: unknown
}

async function plant(engine: EngineName): Promise<World> {
  const dig = await openDig(engine)
  const passwordHash = await hashPassword(password)
  const superAdmin = { name: 'super_admin', email: 'super_admin@dig.example', passwordHash }
  const other = new Dig(
    dig.service,
    await dig.services.applications.create('pompeii', { definition: 'Another', superAdmin }),
  )
  await other.fill(passwordHash)
  await dig.post('/api/config/tables', { name: 'vault', label: marker('Table') }, 'super_admin')
  const cipher = { name: 'cipher', label: marker('Field'), type: 'text', db_type: 'TEXT' }
  await dig.post('/api/config/table/vault/field', cipher, 'super_admin')
  const made = { user_id: 1, name: marker('Saved'), created_at: 1, is_global: 0 }
  const chart = { tb: 'vault', type: 'bar', x_field: 'cipher', y_field: 'id', y_function: 'COUNT' }
  const rows: readonly [string, Record<string, string | number | null>][] = [
    ['vault', { cipher: marker('vaultcipher'), creator: 1 }],
    ['trenches', { code: marker('trenchescode'), creator: 1 }],
    [
      'contexts',
      {
        ...{ ctx_no: marker('Number'), notes: marker('contextsnotes'), ctx_type: 'cut' },
        ...{ trench: foreign, creator: 1 },
      },
    ],
    ['samples', { id_link: foreign, litres: 7, lab: marker('Lab') }],
    ['finds', { inv_no: marker('Find'), context: foreign, material: marker('findsmaterial'), creator: 1 }],
    [
      'sys_users',
      {
        ...{ name: marker('Person'), email: `${marker('Address')}@dig.example`, password: marker('Hash') },
        ...{ privilege: 20, token_version: 0 },
      },
    ],
    ['sys_geodata', { table_link: 'contexts', id_link: foreign, geometry: 'POINT(1 2)' }],
    ['sys_rs', { tb: 'contexts', first: foreign, second: 2, relation: 1 }],
    [
      'sys_userlinks',
      { tb_one: 'contexts', id_one: foreign, tb_two: 'contexts', id_two: 1, label: marker('Link') },
    ],
    [
      'sys_queries',
      { ...made, tb: 'finds', query: JSON.stringify({ filter: { material: marker('Query') } }) },
    ],
    ['sys_charts', { ...made, definition: JSON.stringify(chart) }],
    ['sys_assemblage_analyses', { ...made, definition: JSON.stringify({ source_tb: 'vault' }) }],
    ['sys_map_views', { ...made, definition: JSON.stringify({ layers: [{ id: 'a', tb: 'vault' }] }) }],
    ['sys_refman_libs', { id: 1, type: 'group', refman_id: '7', name: 'works', created_at: 1 }],
    [
      'sys_refman_links',
      {
        ...{ tb: 'contexts', record_id: foreign, lib_id: 1, refman_key: 'AAAAAAA2', notes: marker('Pages') },
        ...{ detached: 0, created_at: 1, full_citation: marker('Work'), author_year: marker('Author') },
      },
    ],
    [
      'sys_cfg_templates',
      { table_name: 'vault', name: marker('Template'), content: '{"sections":[]}', updated_at: 1 },
    ],
  ]
  await dig.application.db.write(async (tx) => {
    for (const [table, row] of rows) await tx.insert(table, { id: foreign, ...row })
  })
  await dig.application.reload()
  await sendFile(
    dig,
    `/api/record/contexts/${foreign}/file`,
    `${marker('Name')}.txt`,
    marker('Bytes'),
    'super_admin',
  )
  await dig.application.db.write(async (tx) => {
    await tx.run(sql`DELETE FROM "sys_file_links"`)
    await tx.run(sql`UPDATE "sys_files" SET "id" = ${foreign}, "description" = ${marker('Picture')}`)
    const link = { id: foreign, file_id: foreign, table_name: 'contexts', record_id: foreign, sort: 0 }
    await tx.insert('sys_file_links', link)
    // What he sees leads to what he does not see.
    await tx.run(sql`UPDATE "contexts" SET "trench" = ${foreign} WHERE "id" = 6`)
    await tx.run(sql`UPDATE "finds" SET "context" = ${foreign} WHERE "id" = 7`)
  })
  const noted = await dig.request(
    {
      method: 'PATCH',
      url: `/api/record/contexts/${foreign}`,
      payload: { core: { depth_cm: 7.5 } },
      headers: { 'x-change-note': marker('Note') },
    },
    'super_admin',
  )
  expect(noted.statusCode, noted.body).toBe(200)
  const key = (
    await dig.post('/api/api-keys', { label: marker('Key'), privilege: 10, manage: true }, 'admin')
  ).json()
  await dig.post(`/api/api-key/${key.id}/revoke`, undefined, 'admin')
  for (const role of ['reader', 'writer'] as const) {
    await hideRows(dig, role, 'contexts', { ctx_type: { _eq: 'layer' } })
    await hideRows(dig, role, 'finds', { inv_no: { _starts_with: 'F' } })
    await hideTable(dig, role, 'trenches')
    await hideTable(dig, role, 'vault')
  }
  const planted = { dig, other, operations: await operationsOf(dig), revoked: key.key }
  return { ...planted, rows: await rowsOf(planted) }
}

/** What is foreign to all who ask, as it is stored. */
async function rowsOf({ dig }: Pick<World, 'dig'>): Promise<unknown> {
  const tables = ['vault', 'trenches', 'contexts', 'samples', 'finds', 'sys_files', 'sys_geodata', 'sys_rs']
  const saved = [
    'sys_userlinks',
    'sys_queries',
    'sys_charts',
    'sys_map_views',
    'sys_refman_links',
    'sys_users',
  ]
  const rows = [...tables, ...saved].map((table) =>
    dig.application.db.quick.all(sql`SELECT * FROM ${named(table)} WHERE "id" = ${foreign}`),
  )
  return Promise.all(rows)
}

/** The long form asks as more callers. */
const outsiders: readonly Role[] = isLong
  ? ['super_admin', 'admin', 'key10_manage', 'key30']
  : ['super_admin']
const insiders: readonly Role[] = isLong ? ['reader', 'writer'] : ['reader']

const isPublic = new Set(
  guardTable.filter(({ guard }) => guard === 'public').map(({ method, path }) => `${method} ${path}`),
)

describe.each(oneEngine)('what is foreign to a caller (%s)', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await plant(engine)
  })
  afterAll(() => world.dig.close())

  /** As it is sent: a stream without an end is refused for its header, or for its caller before. */
  const send = async (sent: Sent, bearer: string | undefined): Promise<Answer> => {
    const { method, url, body } = sent
    const headers: Record<string, string> = {}
    if (bearer !== undefined) headers['authorization'] = `Bearer ${bearer}`
    if (url.startsWith('/api/changes/stream')) headers['last-event-id'] = 'none'
    if (body !== undefined) headers['content-type'] = 'application/json'
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    return read(await world.dig.service.server.inject({ method, url, headers, ...payload }))
  }

  /**
   * Asks every operation for what `right` is aimed at, and the same for what is not there, and expects the
   * same answers.
   */
  const ask = async (as: Caller, right: Aim, nothing: Partial<Aim> = {}, ways = waysTo) => {
    const wrongly = { ...right, id: absent, guess: wrong, ...nothing }
    const unlike: unknown[] = []
    as.guessed.add(right.guess)
    for (const operation of world.operations.filter(({ route }) => !unasked.has(route))) {
      const twins = aimedRequests(operation, where(wrongly), ways(wrongly))
      for (const [k, sent] of aimedRequests(operation, where(right), ways(right)).entries()) {
        const about = `${operation.method} ${sent.url} ${JSON.stringify(sent.body) ?? ''}`
        if (as.asked.has(about)) continue
        as.asked.add(about)
        const answer = await send(sent, as.bearer)
        expectContract(about, answer)
        expect([about, foreignWords(answer.text, as.guessed)]).toEqual([about, []])
        const twin = twins[k]
        if (!twin || JSON.stringify(twin) === JSON.stringify(sent)) continue
        // The contract lets a caller know that the number is taken, but nothing else about it.
        if (answer.code?.endsWith('_access_denied')) continue
        const told = plain(operation, answer)
        const toldOfNothing = plain(operation, await send(twin, as.bearer))
          .replaceAll(wrongly.guess, right.guess)
          .replaceAll(wrongly.tb, right.tb)
          .replaceAll(String(wrongly.id), String(right.id))
        if (told !== toldOfNothing) unlike.push([about, told, toldOfNothing])
      }
    }
    expect(unlike).toEqual([])
  }
  const caller = async (dig: Dig, role: Role): Promise<Caller> => ({
    bearer: await dig.token(role),
    asked: new Set(),
    guessed: new Set(),
  })

  test('is asked for in vain without credentials, or with a key that was revoked', async () => {
    for (const operation of world.operations) {
      const [sent] = aimedRequests(operation, where(at('contexts', 'notes')), [])
      if (!sent) continue
      for (const bearer of [undefined, world.revoked]) {
        const answer = await send(sent, bearer)
        expectContract(operation.route, answer)
        if (!isPublic.has(operation.route))
          expect([operation.route, answer.status]).toEqual([operation.route, 401])
        expect([operation.route, foreignWords(answer.text, new Set())]).toEqual([operation.route, []])
      }
    }
  })

  test.each(outsiders)('is not there for the %s of another application', async (role) => {
    const as = await caller(world.other, role)
    await ask(as, at('vault', 'cipher'), { tb: 'voult' }, waysAround)
    await ask(as, at('contexts', 'notes'), {}, waysAround)
  })

  test.each(insiders)('is not there for the %s whose rows it is not among', async (role) => {
    await ask(await caller(world.dig, role), at('contexts', 'notes'))
  })

  test('is not there for whom has no rights on its table', async () => {
    await ask(await caller(world.dig, 'reader'), at('trenches', 'code'))
  })

  test('is not told by a field that leads there', async () => {
    const as = await caller(world.dig, 'reader')
    const through = (field: string, inner: string, guess: string) => ({
      guess,
      condition: (text: string) => ({ [field]: { [inner]: { _eq: text } } }),
    })
    const trench = through('trench', 'code', marker('trenchescode'))
    await ask(as, { ...at('contexts', 'trench', 6), ...trench }, { id: 6 })
    const context = through('context', 'notes', marker('contextsnotes'))
    await ask(as, { ...at('finds', 'context.notes', 7), ...context }, { id: 7 })
  })

  test('is as it was', async () => {
    expect(await rowsOf(world)).toEqual(world.rows)
  })

  test('is what all that asked for: the super_admin is told, but for secrets', async () => {
    const token = await world.dig.token('super_admin')
    const { keySalt } = world.dig.application
    const secrets = [marker('Hash'), 'secret of the tests', world.revoked, keySalt ?? 'no salt']
    const told = new Set<string>()
    for (const operation of world.operations.filter(({ route }) => !unasked.has(route))) {
      if (operation.method !== 'GET' && !reads.has(operation.route)) continue
      for (const aim of [at('contexts', 'notes'), at('vault', 'cipher'), at('trenches', 'code')]) {
        for (const sent of aimedRequests(operation, where(aim), waysTo(aim))) {
          const guess = JSON.stringify(sent).includes(aim.guess) ? [aim.guess] : []
          const { text } = await send(sent, token)
          if (foreignWords(text, new Set(guess)).length > 0) told.add(operation.route)
          const leaked = secrets.filter((secret) => text.includes(secret))
          expect([operation.route, leaked]).toEqual([operation.route, []])
        }
      }
    }
    expect(told.size).toBeGreaterThan(50)
    expect(telling.filter((route) => !told.has(route))).toEqual([])
  })
})

interface Caller {
  readonly bearer: string
  readonly asked: Set<string>
  /** What he sent himself: he may have stored it, and it may be named in a refusal. */
  readonly guessed: Set<string>
}

/** Who logs out would ask nothing more; a backup is made of the caller's own application, in a second. */
const unasked = new Set(['GET /api/auth/logout', 'POST /api/backups'])

/** Operations that read, though they are no GET. */
const reads = new Set(['POST /api/records/:tb', 'POST /api/records/:tb/totals', 'POST /api/chart/data'])

/** Some of those that tell of foreign things where nothing is hidden. */
const telling = [
  'GET /api/records/:tb',
  'GET /api/records/:tb/export',
  'GET /api/records/:tb/print',
  'GET /api/record/:tb/:id',
  'GET /api/record/:tb/:id/changes',
  'GET /api/record/:tb/:id/print',
  'GET /api/change-sets',
  'GET /api/changes',
  'GET /api/export/all',
  'GET /api/files',
  'GET /api/file/:id/content',
  'GET /api/search',
  'GET /api/search/:tb/values',
  'GET /api/tables',
  'GET /api/users',
  'POST /api/records/:tb',
  'POST /api/chart/data',
]

/** An answer without what differs for another reason. */
const plain = ({ method }: Operation, { status, text }: Answer): string =>
  `${status} ${method === 'GET' ? text : text.replace(/"id":\d+/g, '"id"')}`
    .replace(/ticket=[\w-]+/g, 'ticket')
    .replace(/"token":"[^"]+"/g, '"token"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')

/** No answer is an error of the service, and a refusal has a code. */
function expectContract(about: string, { status, code }: Answer) {
  const isRefusal = status >= 400 && status < 500 && (code ?? '') in errorCodes
  expect([about, status, code, status < 400 || isRefusal]).toEqual([about, status, code, true])
}

async function read({ statusCode, headers, rawPayload }: LightMyRequestResponse): Promise<Answer> {
  const type = String(headers['content-type'])
  const text = type.includes('pdf')
    ? (await readPdf(rawPayload)).join('\n')
    : /zip|openxml/.test(type)
      ? await textsInZip(rawPayload)
      : rawPayload.toString()
  const code = /json/.test(type) ? JSON.parse(text || '{}').code : undefined
  return { status: statusCode, code, text }
}

/** The planted words in a text, without those that the caller guessed. */
const foreignWords = (text: string, guessed: ReadonlySet<string>): string[] =>
  (text.match(/m4rker\w+/g) ?? []).filter((word) => !guessed.has(word))
