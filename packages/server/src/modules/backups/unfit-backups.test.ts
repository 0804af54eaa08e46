import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { zipBytes } from '../../testing/zip-bytes.js'
import { bytesOf, layDown, makeOne } from './testing/carry-backup.js'
import { OpenedBackup } from './testing/rewrite-backup.js'
import { wholeContent } from './testing/whole-content.js'

type Change = (backup: OpenedBackup) => void
type Forge = (whole: Buffer) => Buffer | Promise<Buffer>

const forged =
  (change: Change): Forge =>
  async (whole) => {
    const backup = await OpenedBackup.open(whole)
    change(backup)
    return backup.bytes()
  }

const withManifest = (changed: Readonly<Record<string, unknown>>): Forge =>
  forged(({ manifest }) => Object.assign(manifest, changed))

const unfit: readonly (readonly [what: string, detail: string | undefined, forge: Forge])[] = [
  ['an empty file', 'not_a_backup', () => Buffer.alloc(0)],
  ['a text', 'not_a_backup', () => Buffer.from('PK is not enough')],
  ['another archive', 'not_a_backup', () => zipBytes([{ name: 'notes.txt', content: 'of the dig' }])],
  ['half of a backup', 'not_a_backup', (whole) => whole.subarray(0, whole.length / 2)],
  ['a manifest of something else', 'not_a_backup', withManifest({ format: 'other' })],
  ['a later form', 'newer_version', withManifest({ formatVersion: 2 })],
  [
    'a later version',
    'newer_version',
    forged(({ manifest }) => manifest.migrations.push('9999_of_the_future')),
  ],
  ['another application', undefined, withManifest({ app: 'tell' })],
  [
    'a part with other bytes',
    'corrupt',
    forged((backup) => backup.parts.set(backup.pathOf('finds'), Buffer.from('[1]\n'))),
  ],
  ['a part too few', 'corrupt', forged((backup) => backup.parts.delete(backup.pathOf('finds')))],
  ['a row too few', 'corrupt', forged((backup) => (backup.table('finds').rows += 1))],
  ['a table of the service too few', 'corrupt', forged((backup) => (backup.table('sys_rs').name = 'rs'))],
  [
    'a table too few that others refer to',
    'corrupt',
    forged((backup) => (backup.table('contexts').name = 'layers')),
  ],
  [
    'a part that swells to far more than it says',
    'corrupt',
    forged((backup) => backup.parts.set(backup.pathOf('finds'), Buffer.alloc(64 * 2 ** 20, '['))),
  ],
  [
    'a number where a text belongs',
    'corrupt',
    forged((backup) => backup.changeRows('trenches', (rows) => rows.map(([id]) => [id, id, id]))),
  ],
  [
    'a number that is too large',
    'corrupt',
    forged((backup) =>
      backup.changeRows('trenches', (rows) => rows.map(([, ...rest]) => ['9223372036854775808', ...rest])),
    ),
  ],
  [
    'a record that is there twice',
    'corrupt',
    forged((backup) => backup.changeRows('finds', (rows) => [...rows, ...rows.slice(-1)])),
  ],
  [
    'a vocabulary item that is there twice',
    'corrupt',
    forged((backup) =>
      backup.changeRows('sys_vocabularies', () => [
        [1, 'type', 'layer', 1],
        [2, 'type', 'layer', 2],
      ]),
    ),
  ],
  [
    'a row that refers to nothing',
    'corrupt',
    forged((backup) => backup.changeRows('sys_file_links', () => [[1, 77, 'finds', 1, 1]])),
  ],
  ['nobody who may do everything', 'corrupt', forged((backup) => backup.changeRows('sys_users', () => []))],
  [
    'a file whose name leads out of its folder',
    'corrupt',
    forged((backup) => {
      const { columns } = backup.table('sys_files')
      const row = (column: string): unknown =>
        column === 'binary' ? '../../../trowel.sqlite' : ['id', 'rev'].includes(column) ? 1 : null
      const text = (column: string) => (['ext', 'filename'].includes(column) ? 'txt' : row(column))
      backup.changeRows('sys_files', () => [columns.map(({ name }) => text(name))])
    }),
  ],
  [
    'bytes whose name leads out of their folder',
    'corrupt',
    forged((backup) => {
      backup.manifest.files = [{ area: 'files', name: '../x.txt', bytes: 0, sha256: '0'.repeat(64) }]
    }),
  ],
  ['a table of the engine', 'corrupt', forged((backup) => (backup.table('finds').name = 'sqlite_sequence'))],
  ['a table that is there twice', 'corrupt', forged((backup) => (backup.table('finds').name = 'trenches'))],
  [
    'a key that refers to what is no key',
    'corrupt',
    forged((backup) =>
      backup.table('finds').foreignKeys.push({
        column: 'material',
        table: 'contexts',
        target: 'notes',
        onDelete: 'CASCADE',
        onUpdate: 'NO ACTION',
      }),
    ),
  ],
  [
    'an index over nobody knows what',
    'corrupt',
    forged((backup) => backup.table('finds').indexes.push({ name: 'odd', columns: [], unique: false })),
  ],
  [
    'SQL in a name',
    'corrupt',
    forged((backup) => (backup.table('finds').name = 'finds"; drop table trenches; --')),
  ],
]

describe.each(oneEngine)('files that cannot be restored (%s)', (engine) => {
  let dig: Dig
  let whole: Buffer
  let before: unknown
  beforeAll(async () => {
    dig = await openDig(engine)
    whole = await bytesOf(dig, await makeOne(dig))
    before = await wholeContent(dig.application.db)
  }, 60_000)
  afterAll(() => dig.close())

  test.each(unfit)('%s is refused, and nothing is touched', async (_what, detail, forge) => {
    const file = 'carried-here.zip'
    await layDown(dig, file, await forge(whole))
    const reply = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect([reply.statusCode, reply.json()]).toMatchObject([
      422,
      detail === undefined
        ? { code: 'wrong_restore_app' }
        : { code: 'error_backup_not_restored', detail, text: expect.stringContaining('nothing was changed') },
    ])
    expect(await wholeContent(dig.application.db)).toEqual(before)
    expect((await dig.get('/api/records/finds', 'reader')).statusCode).toBe(200)
  })

  test('a backup whose file was changed after it was made is refused', async () => {
    const file = await makeOne(dig)
    const bytes = await bytesOf(dig, file)
    await layDown(dig, file, zipBytes([{ name: 'notes.txt', content: bytes.subarray(0, 10) }]))
    const reply = await dig.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(reply.json()).toMatchObject({ code: 'error_backup_not_restored', detail: 'corrupt' })
  })

  test('a forged backup that keeps every rule is restored: the forger of these tests works', async () => {
    const backup = await OpenedBackup.open(whole)
    backup.changeRows('finds', (rows) => rows.slice(0, 2))
    await layDown(dig, 'good.zip', backup.bytes())
    const reply = await dig.post('/api/backup/good.zip/restore', undefined, 'super_admin')
    expect(reply.json()).toMatchObject({ code: 'ok_backup_restored' })
  })
})
