import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../catalogue/application.js'
import { canonicalTimestamp } from '../../catalogue/timestamp.js'
import { operatorScope } from '../../http/operator-scope.js'
import { calibrateWaiting } from '../../records/radiocarbon/recalibrate.js'
import { id, sql } from '../../storage/sql.js'
import type { Database } from '../../storage/storage.js'
import { engines, openService, type TestService } from '../../testing/open-dig.js'
import type { AdoptionReport } from './report.js'
import { adopt } from './service.js'
import { type MadeInstallation, makeInstallation } from './testing/made-installation.js'

type Row = Readonly<Record<string, string | number | null>>

describe.each(engines)('an installation of version 5 that is adopted (%s)', (engine) => {
  let folder: string
  let made: MadeInstallation
  let service: TestService
  let report: AdoptionReport
  let application: Application
  let db: Database
  const tokens = new Map<number, string>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-adopt-test-'))
    made = makeInstallation(folder)
    service = await openService(engine)
    const task = { path: made.path, app: 'kiln', taken: [], by: 'command line' }
    report = await adopt(service.services, pino({ level: 'silent' }), task)
    const opened = await service.services.applications.open('kiln')
    if (!opened) throw new Error('Nothing was adopted.')
    application = opened
    db = application.db
    for (const { id: user, email, password, may_log_in: mayLogIn } of made.facts.users) {
      if (!mayLogIn) continue
      const reply = await ask('POST', '/api/auth/login', { app: 'kiln', email, password })
      if (reply.statusCode === 200) tokens.set(user, reply.json<{ token: string }>().token)
    }
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  const director = 1
  const ask = (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, as?: number | string) => {
    const token = typeof as === 'string' ? as : tokens.get(as ?? 0)
    return service.server.inject({
      method,
      url,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }
  const get = async (url: string, as: number = director) => {
    const reply = await ask('GET', url, undefined, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json()
  }
  const count = async (table: string): Promise<number> =>
    (await db.scan.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${id(table)}`))?.n ?? 0
  const notesOf = (table: string) => report.tables.find((one) => one.table === table)

  test('has all that can be adopted', async () => {
    const { versions_of_tables_that_are_there: versions, ...facts } = made.facts.adopted
    const tableOf: Readonly<Record<string, string>> = {
      relations: 'sys_rs',
      manual_links: 'sys_userlinks',
      geometries: 'sys_geodata',
      saved_queries: 'sys_queries',
      assemblages: 'sys_assemblage_analyses',
      templates: 'sys_cfg_templates',
      privileges: 'sys_user_table_privs',
    }
    const system = [
      'vocabularies',
      'files',
      'file_links',
      'users',
      'charts',
      'refman_libs',
      'refman_links',
      'api_keys',
    ]
    const counted: Record<string, number> = {}
    for (const what of Object.keys(facts))
      counted[what] = await count(tableOf[what] ?? (system.includes(what) ? `sys_${what}` : what))
    expect(counted).toEqual(facts)
    expect(await count('sys_versions')).toBe(versions)
    // What was adopted is no change.
    expect(await count('sys_changes')).toBe(0)
    await calibrateWaiting(operatorScope(service.services, application), new AbortController().signal)
    expect(await count('sys_changes')).toBe(0)
    expect(
      await db.scan.all(
        sql`SELECT "lab_code", "cal_1s_from", "cal_2s_to" FROM "contexts_radiocarbon" WHERE "cal_1s_from" IS NOT NULL ORDER BY "id"`,
      ),
    ).toHaveLength(5)
    const { areas = 0, contexts = 0, finds = 0, burials = 0, files = 0 } = facts
    expect(await count('sys_stamps')).toBe(areas + contexts + finds + burials + files)
    for (const [table, rows] of Object.entries(made.facts.rows)) {
      if (table in { bdus_migrations: 1, zz_finds_2009: 1 }) continue
      expect([table, notesOf(table)?.read]).toEqual([table, rows])
    }
  })

  test('lets its people in with the passwords that they had, and its programs with their keys', async () => {
    const allowed = made.facts.users.filter(({ may_log_in: mayLogIn }) => mayLogIn).map((user) => user.id)
    expect([...tokens.keys()]).toEqual(allowed)
    const waiting = { app: 'kiln', email: 'ida@kilnbrook.example', password: 'not-yet-let-in' }
    expect((await ask('POST', '/api/auth/login', waiting)).statusCode).not.toBe(200)
    for (const { key, level, active } of made.facts.keys) {
      const reply = await ask('GET', '/api/record/finds/1', undefined, key)
      expect([level, reply.statusCode]).toEqual([level, active ? 200 : 401])
    }
    const levels = (await get('/api/api-keys')).keys.map((key: { privilege: number }) => key.privilege)
    expect(levels.sort()).toEqual(made.facts.keys.map(({ level }) => level).sort())
  })

  test('has every value of every configured field as it was, or as it had to become', async () => {
    const source = new DatabaseSync(join(made.path, 'db', 'bdus.sqlite'), { readOnly: true })
    const damaged = new Map(
      made.facts.values.map((value) => [`${value.table} ${value.id} ${value.field}`, value]),
    )
    for (const { table, read } of report.tables) {
      if (table.startsWith('bdus_') || read === 0) continue
      const adopted = new Map(
        (await db.scan.all<Row & { id: number }>(sql`SELECT * FROM ${id(table)}`)).map((row) => [
          row.id,
          row,
        ]),
      )
      const leftOut = new Set(notesOf(table)?.left_out.map((row) => row.id))
      for (const before of source.prepare(`SELECT * FROM "${table}"`).all() as Row[]) {
        const recordId = Number(before['id'])
        const after = adopted.get(recordId)
        expect([table, recordId, after !== undefined]).toEqual([table, recordId, !leftOut.has(recordId)])
        for (const [field, value] of Object.entries(after ?? {})) {
          const stated = damaged.get(`${table} ${recordId} ${field}`)
          const was = before[field] ?? null
          // What the old service computed only where a row was saved.
          if (field.startsWith('cal_') && was === null) continue
          const moment = field === 'recorded_at' && was !== null ? canonicalTimestamp(String(was)) : undefined
          expect(stated?.becomes ?? [moment ?? was], `${table} ${recordId} ${field}`).toContainEqual(value)
        }
      }
    }
    source.close()
    for (const { table, id: recordId, field, becomes, stored } of made.facts.values) {
      if (becomes.includes(stored) && field === 'note') continue
      expect(notesOf(table)?.changed).toContainEqual(expect.objectContaining({ id: recordId, field }))
    }
  })

  test('names each row that is left out', () => {
    const found = new Map(report.tables.map((one) => [one.table, one.left_out.map((row) => row.id)]))
    for (const { table, ids } of made.facts.left_out)
      expect(found.get(table)).toEqual(expect.arrayContaining([...ids]))
    const names = report.not_adopted.map(({ what }) => what)
    expect(names).toEqual(
      expect.arrayContaining([...made.facts.not_adopted, 'zz_finds_2009', 'finds.old_ref']),
    )
    expect(report.settings.map(({ where_it_belongs: where }) => where)).toEqual([
      'TROWEL_OAUTH_GOOGLE_ID',
      'TROWEL_OAUTH_GOOGLE_SECRET',
    ])
    const { files, app, source, planned } = report
    expect({ app, source, planned }).toEqual({
      app: 'kiln',
      source: { engine: 'sqlite', version: '5.4.2', migrations: 38 },
      planned: false,
    })
    expect(files).toEqual({
      adopted: made.facts.adopted['files'],
      missing: [made.facts.missing_file],
      stray: [made.facts.stray_file],
    })
  })

  test('has the bytes of its files, in their order', async () => {
    for (const file of made.facts.files) {
      if (file.path === null) continue
      const reply = await ask('GET', `/api/file/${file.id}/content`, undefined, director)
      expect([file.id, createHash('sha256').update(reply.rawPayload).digest('hex')]).toEqual([
        file.id,
        file.sha256,
      ])
    }
    const { files } = await get('/api/files?per_page=100')
    expect(files).toHaveLength(made.facts.adopted['files'] ?? 0)
    for (const { id: fileId, filename, ext } of files as Row[]) {
      const stated = made.facts.files.find((file) => file.id === fileId)
      expect({ filename, ext }).toEqual({ filename: stated?.filename, ext: stated?.ext.toLowerCase() })
    }
    const find = await get('/api/record/finds/5')
    expect(find.files.map((file: { id: number }) => file.id)).toEqual([8, 7, 5])
    const { local_files: names, layers } = await get('/api/config/geoface')
    expect(names).toEqual(Object.keys(made.facts.geodata_files).sort())
    expect(
      layers.map((layer: { wmslayers: string; layertype: string }) => [layer.wmslayers, layer.layertype]),
    ).toEqual([
      ['tithe_1841', 'overlay'],
      ['', 'base'],
      ['', 'overlay'],
    ])
  })

  test('applies its rights on single tables, and says which', async () => {
    const inForce = ['filter', 'plain', 'closed']
    const stated = made.facts.privileges.map(({ user, table, subset, becomes }) => ({
      user,
      table,
      takes_effect: inForce.includes(becomes),
      condition: subset || null,
      translated: becomes === 'filter',
    }))
    expect(report.rights).toEqual(stated)
    const [petra, rook] = [3, 8]
    const edit = async (table: string, record: number, body: object, as: number) =>
      (await ask('POST', `/api/record/${table}/${record}`, body, as)).statusCode
    const inArea2 = await db.scan.get<{ id: number }>(
      sql`SELECT min("id") AS id FROM "contexts" WHERE "area_id" = 2`,
    )
    const elsewhere = await db.scan.get<{ id: number }>(
      sql`SELECT min("id") AS id FROM "contexts" WHERE "area_id" = 3`,
    )
    const core = { core: { description: 'Looked at again.' } }
    expect(await edit('contexts', inArea2?.id ?? 0, core, petra)).toBe(200)
    expect(await edit('contexts', elsewhere?.id ?? 0, core, petra)).toBe(403)
    expect((await get(`/api/record/contexts/${elsewhere?.id}`, petra)).status).toBe('success')
    expect(await edit('areas', 1, { core: { notes: 'x' } }, petra)).toBe(403)
    expect(await edit('contexts', 1, core, rook)).toBe(403)
    expect((await get('/api/record/areas/1', petra)).status).toBe('success')
  })

  test('goes on where the old service stopped', async () => {
    const created = await ask('POST', '/api/record/finds', { core: { inventory: 'KB-0281' } }, director)
    expect(created.json()).toMatchObject({ id: 281 })
    const { versions } = await get('/api/record/contexts/5/versions')
    expect(versions.length).toBe(2)
    expect(await get('/api/rs/check?tb=contexts')).toMatchObject({ ok: false, relations: 35 })
    const template = await db.scan.get<{ at: number }>(
      sql`SELECT "updated_at" AS at FROM "sys_cfg_templates" WHERE "name" = ${'field_sheet'}`,
    )
    expect(new Date(template?.at ?? 0).toISOString()).toBe('2024-05-02T07:30:00.000Z')
    expect(
      (await get('/api/logs?per_page=100')).data.map((line: { message: string }) => line.message),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Adopted by command line from version 5\.4\.2 on sqlite/),
        expect.stringMatching(/finds, sherds \(text in a column of whole numbers\): 20 \(ca\. 12\)$/),
      ]),
    )
    const { queries } = await get('/api/saved-queries')
    expect(queries[0]).toMatchObject({ name: 'Pottery', query: { filter: { category: { _eq: 'pottery' } } } })
    for (const { tb, query } of queries)
      expect((await ask('POST', `/api/records/${tb}`, query, director)).statusCode).toBe(200)
    const backup = await ask('POST', '/api/backups', { files: true }, director)
    expect(backup.statusCode, backup.body).toBe(200)
  })

  test('tells no secret', async () => {
    const { libs } = await get('/api/refman/libs')
    expect(libs.map((lib: { has_api_key: boolean }) => lib.has_api_key).sort()).toEqual([false, true])
    const logs = JSON.stringify(await db.scan.all(sql`SELECT "message", "facts" FROM "sys_log"`))
    const keys = JSON.stringify(await db.scan.all(sql`SELECT "api_key" FROM "sys_refman_libs"`))
    for (const secret of made.facts.secrets) {
      expect(JSON.stringify(report)).not.toContain(secret)
      expect(logs + keys).not.toContain(secret)
    }
  })
})
