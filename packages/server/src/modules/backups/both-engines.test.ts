import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAutomaticIndex } from '../../catalogue/automatic-index.js'
import { writeDown } from '../../storage/binaries/write-down.js'
import { sql } from '../../storage/sql.js'
import type { EngineName } from '../../storage/storage.js'
import { draws } from '../../testing/draws.js'
import { isLong } from '../../testing/long-tests.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { proveBackup } from './make-backup.js'
import { bytesOf, layDown, makeOne } from './testing/carry-backup.js'
import { anyFraction, anyInteger, hostileText } from './testing/hostile-values.js'
import { OpenedBackup } from './testing/rewrite-backup.js'
import { wholeContent } from './testing/whole-content.js'
import { writeArchive } from './write-archive.js'

/** Each engine is written to and read from; in the long form each goes to itself besides. */
const ways = engines
  .flatMap((from) => engines.map((to) => ({ from, to })))
  .filter(({ from, to }) => from !== to || engines.length === 1 || isLong)

describe.each(ways)('a backup made on $from, restored on $to', ({ from, to }) => {
  let source: Dig
  let target: Dig
  beforeAll(async () => {
    source = await openDig(from)
    target = await openDig(to)
  }, 60_000)
  afterAll(async () => {
    await source.close()
    await target.close()
  })

  test('holds everything: tables, keys, indexes, numbers, persons, relations, vocabularies, versions', async () => {
    await source.post('/api/vocabularies', { voc: 'Ton', def: 'Öfen' }, 'super_admin')
    await source.post('/api/record/contexts/1/rs', { relation: 1, second: 2 }, 'writer')
    await source.patch('/api/record/finds/1', { core: { material: 'Silex' } }, 'writer')
    await source.delete('/api/record/finds/8', undefined, 'writer')
    await source.application.db.write(
      (tx) => tx.schema.createIndex('finds__odd', 'finds', ['material', 'weight_g'], 'whole'),
      { schema: true },
    )
    // Too long for an index of whole texts on one of the engines.
    const notes = randomBytes(5000).toString('hex')
    await source.patch('/api/record/contexts/2', { core: { notes } }, 'writer')
    await addAutomaticIndex(source.application, 'contexts', { columns: ['notes', 'trench'], isPrefix: true })
    const file = await makeOne(source)
    const content = await wholeContent(source.application.db)
    await layDown(target, file, await bytesOf(source, file))
    const reply = await target.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(reply.json()).toMatchObject({ code: 'ok_backup_restored' })
    expect(await wholeContent(target.application.db)).toEqual(content)
    const { db } = target.application
    expect(await db.write((tx) => tx.insert('finds', { inv_no: 'F9' }))).toBe(9)
    expect(await db.quick.get(sql`SELECT "version" FROM "sys_cfg_app"`)).toEqual({ version: '5.0.0' })
  })

  test('holds whatever texts and numbers there are, exactly', async () => {
    const row = fc.tuple(fc.option(hostileText), fc.option(anyInteger), fc.option(anyFraction))
    const folder = await mkdtemp(join(tmpdir(), 'trowel-backup-'))
    let run = 0
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
          await source.application.db.write((tx) =>
            tx.insertMany(
              'contexts',
              ['ctx_no', 'notes', 'count_of', 'depth_cm'],
              rows.map(([text, integer, fraction], k) => [`H${run}-${k}`, text, integer, fraction]),
            ),
          )
          const path = join(folder, String(run++))
          await writeDown(path, archiveOf(source))
          expect(await proveBackup(target.services.storage, path, 'dig')).toBe(0)
        }),
        draws(2),
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

const archiveOf = (dig: Dig): AsyncGenerator<Uint8Array> =>
  writeArchive({
    db: dig.application.db,
    binaries: dig.services.binaries,
    areas: [],
    version: '5.0.0',
    createdBy: 'the tests',
    createdAt: new Date(),
    onLeftOut: () => undefined,
  })

test.runIf(engines.length === 2)('says the same of the same content on both engines', async () => {
  const digests = async (engine: EngineName) => {
    const dig = await openDig(engine)
    const backup = await OpenedBackup.open(await bytesOf(dig, await makeOne(dig)))
    await dig.close()
    return backup.manifest.tables
      .filter(({ name }) => !name.startsWith('sys_') || name.startsWith('sys_cfg'))
      .map(({ name, sha256, columns, indexes }) => ({ name, sha256, columns, indexes }))
  }
  expect(await digests('sqlite')).toEqual(await digests('pgsql'))
})
