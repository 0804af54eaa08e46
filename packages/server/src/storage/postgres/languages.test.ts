import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '../../testing/open-database.js'
import { openRewritingProxy, type RewritingProxy } from '../../testing/rewriting-proxy.js'
import { makeServerDatabase, type ServerDatabase } from '../../testing/server-database.js'
import { sql } from '../sql.js'
import type { Database, Storage } from '../storage.js'
import { isStalePlan } from './errors.js'
import { openPostgresStorage } from './postgres-storage.js'

/** What PostgreSQL says in English, each with its place for what it names. */
const sentences = {
  key: /^Key (\(.*) already exists\.$/,
  plan: /^(cached plan) must not change result type$/,
  statement: /SQL statement "(.*)"\n/s,
  reads: /^cannot execute (.*) in a read-only transaction$/,
  schema: /^permission denied for schema (.*)$/,
  type: /^type "(.*)" does not exist$/,
} as const

/** Its own translations of them (PostgreSQL 15). */
const languages: readonly (readonly [string, Readonly<Record<keyof typeof sentences, string>>])[] = [
  [
    'German',
    {
      key: 'Schlüssel »$1« existiert bereits.',
      plan: 'gecachter Plan darf den Ergebnistyp nicht ändern',
      statement: 'SQL-Anweisung »$1«\n',
      reads: '$1 kann nicht in einer Read-Only-Transaktion ausgeführt werden',
      schema: 'keine Berechtigung für Schema $1',
      type: 'Typ »$1« existiert nicht',
    },
  ],
  [
    'French',
    {
      key: 'La clé « $1 » existe déjà.',
      plan: 'le plan en cache ne doit pas modifier le type en résultat',
      statement: 'instruction SQL « $1 »\n',
      reads: 'ne peut pas exécuter $1 dans une transaction en lecture seule',
      schema: 'droit refusé pour le schéma $1',
      type: "le type « $1 » n'existe pas",
    },
  ],
  [
    'Italian',
    {
      key: 'La chiave $1 esiste già.',
      plan: 'il cached plan non deve cambiare il tipo del risultato',
      statement: 'istruzione SQL "$1"\n',
      reads: 'non è possibile eseguire $1 in una transazione a sola lettura',
      schema: 'permesso negato per lo schema $1',
      type: 'il tipo "$1" non esiste',
    },
  ],
  [
    'Japanese',
    {
      key: 'キー $1 はすでに存在します。',
      plan: 'キャッシュした実行計画は結果型を変更してはなりません',
      statement: 'SQL文 "$1"\n',
      reads: 'リードオンリーのトランザクションでは $1 を実行できません',
      schema: 'スキーマ $1 へのアクセスが拒否されました',
      type: '型"$1"は存在しません',
    },
  ],
]

const spoken = engines.includes('pgsql') ? languages : []

describe.each(spoken)('a PostgreSQL that speaks %s', (_, translations) => {
  let database: ServerDatabase
  let proxy: RewritingProxy
  let url: URL
  let storage: Storage
  let db: Database
  /** What is translated so far: all that the service was told. */
  const said = new Set<string>()
  let turnsToOther = false

  beforeEach(() => said.clear())
  beforeAll(async () => {
    database = await makeServerDatabase()
    url = new URL(database.url)
    proxy = await openRewritingProxy(
      Number(url.port),
      (statement) =>
        turnsToOther ? statement.replace(/^(SET search_path TO )"app_dig"/, '$1"app_other"') : statement,
      {
        translate: (text) => {
          for (const [name, english] of Object.entries(sentences)) {
            if (!english.test(text)) continue
            said.add(name)
            return text.replace(english, translations[name as keyof typeof sentences])
          }
          return text
        },
      },
    )
    url.port = String(proxy.port)
    storage = await openPostgresStorage({ url: url.href, connections: 4, queryTimeMs: 30_000 })
    for (const app of ['other', 'dig']) {
      await storage.create(app, (made) =>
        made.write(
          async (tx) => {
            const columns = [
              { name: 'code', type: 'TEXT' },
              { name: 'pieces', type: 'INTEGER' },
            ] as const
            await tx.schema.createTable('finds', columns, [])
            await tx.schema.createIndex('finds_code', 'finds', ['code', 'pieces'], 'unique')
            await tx.insert('finds', { code: 'A', pieces: 1 })
          },
          { schema: true },
        ),
      )
    }
    db = await storage.open('dig')
  })
  afterAll(async () => {
    await storage.close()
    await proxy.close()
    await database.drop()
  })

  const runRaw = (text: string) => db.runRaw({ text, secrets: {}, fixedPrefix: 'sys_', readsOnly: false })

  test('says which fields are unique', async () => {
    await expect(db.write((tx) => tx.insert('finds', { code: 'A', pieces: 1 }))).rejects.toMatchObject({
      problem: 'unique',
      constraint: 'finds.code, finds.pieces',
    })
    expect(said).toContain('key')
  })

  test('is understood where a column has another type than when a statement was prepared', async () => {
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const ask = () => client.query({ name: 'pieces', text: 'SELECT pieces FROM app_dig.finds' })
    await ask()
    await db.write((tx) => tx.schema.changeColumnType('finds', 'pieces', 'TEXT'), { schema: true })
    const refusal = await ask().catch((error: unknown) => error)
    await client.end()
    expect(isStalePlan(refusal)).toBe(true)
    expect(said).toContain('plan')
  })

  test('runs statements of people that write, and none within a block of code', async () => {
    expect(await runRaw(`UPDATE finds SET code = 'B'`)).toMatchObject({ affected: 1 })
    expect(await runRaw(`TRUNCATE TABLE finds`)).toMatchObject({ affected: 0 })
    await expect(runRaw(`DO $$ BEGIN UPDATE finds SET code = 'C'; END $$`)).rejects.toMatchObject({
      problem: 'not_allowed',
    })
    expect([...said]).toEqual(expect.arrayContaining(['statement', 'reads']))
  })

  test('tells nobody of other applications', async () => {
    const refusal = (app: string) =>
      runRaw(`SELECT * FROM app_${app}.finds`).then(
        () => undefined,
        (error: Error) => error.message,
      )
    expect(await refusal('other')).toMatch(/^A statement reaches the tables of its own application alone/)
    expect(await refusal('nowhere')).toBe(await refusal('other'))
    // A table of his own that is not there, though, is named.
    await expect(runRaw('SELECT * FROM esquemas_schema')).rejects.toThrow('esquemas_schema')
    expect(said).toContain('schema')
  })

  test('does not mix up the rows of applications', async () => {
    turnsToOther = true
    await expect(db.quick.all(sql`SELECT code FROM finds`)).rejects.toMatchObject({
      problem: 'unavailable',
    })
    expect(said).toContain('type')
  })
})
