import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyword } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

/** What earlier versions let raw SQL make. */
const made = [
  'CREATE INDEX finds_of_today ON finds (lower(material))',
  'CREATE TABLE without_id (note TEXT)',
  'CREATE TABLE "of two words" (id INTEGER PRIMARY KEY)',
]

describe.each(engines)('what a backup cannot carry (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    for (const statement of made)
      await dig.application.db.write((tx) => tx.run(keyword(statement)), { schema: true })
  })
  afterAll(() => dig.close())

  test('an index over expressions, and tables of other shapes made by hand, are no reason to have no backup: the log names them', async () => {
    const reply = await dig.post('/api/backups', {}, 'admin')
    expect(reply.statusCode, reply.body).toBe(200)
    const log = await dig.get('/api/logs', 'admin')
    expect(log.body).toContain('backup_without')
    for (const name of ['finds_of_today', 'without_id', 'of two words']) expect(log.body).toContain(name)
    const { file } = reply.json<{ file: string }>()
    const restored = await dig.post(`/api/backup/${file}/restore`, {}, 'super_admin')
    expect(restored.statusCode, restored.body).toBe(200)
    const list = await dig.get('/api/records/finds', 'super_admin')
    expect([200, 401]).toContain(list.statusCode)
  })
})
