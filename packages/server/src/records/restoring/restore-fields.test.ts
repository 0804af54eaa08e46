import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { json, recordOf, restore, save, versionsOf } from '../../modules/records/testing/saved-versions.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { refuseChanges } from '../../testing/refuse-changes.js'
import { relateTables } from '../../testing/relate-tables.js'
import { nthVersion } from '../../testing/versions.js'

describe.each(oneEngine)('a record that is still there and gets an older state (%s)', (engine) => {
  let dig: Dig
  beforeEach(async () => {
    dig = await openDig(engine)
  })
  afterEach(() => dig.close())
  beforeEach(async () => {
    await save(dig, 'contexts', 1, {
      core: { trench: 2, notes: 'dug', depth_cm: 99 },
      plugins: {
        samples: [{ id: 1, fields: { lab: 'Graz' } }, { id: 2, _delete: true }, { fields: { litres: 3 } }],
      },
    })
  })

  test('gets all fields of the version, no plugin rows unless asked, and a version of its own', async () => {
    const reply = await restore(dig, await nthVersion(dig, 1), { version_id: await nthVersion(dig, 1) })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        status: 'success',
        code: 'success_restored',
        tb: 'contexts',
        id: 1,
        created: false,
        skipped_fields: [],
        skipped_plugins: [],
        emptied_fields: [],
        skipped_related: {},
      },
    ])
    const { core, plugins } = await recordOf(dig, 'contexts', 1)
    expect(core).toMatchObject({ id: 1, creator: 1, trench: 1, notes: 'topsoil', depth_cm: 12.5 })
    expect(plugins['samples']).toHaveLength(2)
    const [version] = await versionsOf(dig, 'contexts', 1)
    expect(version).toMatchObject({ operation: 'restore', user_name: 'admin' })
    expect((await json(dig.get(`/api/version/${version.id}`, 'reader'))).version.content.core.notes).toBe(
      'dug',
    )
  })

  test('gets back its old plugin rows under their old ids', async () => {
    await restore(dig, await nthVersion(dig, 1), { fields: [], restore_plugins: ['samples'] })
    const { core, plugins } = await recordOf(dig, 'contexts', 1)
    expect(core).toMatchObject({ trench: 2, notes: 'dug' })
    expect(plugins['samples']).toEqual([
      { id: 1, id_link: 1, litres: 10, lab: 'Oxford' },
      { id: 2, id_link: 1, litres: 20, lab: null },
    ])
  })

  test('gets only what is asked for', async () => {
    await restore(dig, await nthVersion(dig, 1), { fields: ['trench'] })
    const { core } = await recordOf(dig, 'contexts', 1)
    expect(core).toMatchObject({ trench: 1, notes: 'dug', depth_cm: 99 })
  })

  test('stays without a new version when nothing is asked for, or nothing differs', async () => {
    await restore(dig, await nthVersion(dig, 1), { fields: [] })
    await restore(dig, await nthVersion(dig, 1), { fields: ['ctx_no'] })
    expect(await versionsOf(dig, 'contexts', 1)).toHaveLength(1)
  })

  test('a plugin row that another record has by now comes back as a new row', async () => {
    await dig.application.db.write((tx) => tx.insert('samples', { id: 2, id_link: 5, litres: 77 }))
    await restore(dig, await nthVersion(dig, 1), { fields: [], restore_plugins: ['samples'] })
    const rows = (await recordOf(dig, 'contexts', 1)).plugins['samples']
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ id: expect.any(Number), id_link: 1, litres: 20, lab: null })
    expect((await recordOf(dig, 'contexts', 5)).plugins['samples']).toMatchObject([{ id: 2, litres: 77 }])
  })

  test('stays as it is when the journal cannot be written', async () => {
    const version = await nthVersion(dig, 1)
    await refuseChanges(dig, engine)
    expect((await restore(dig, version)).statusCode).toBe(500)
    expect((await recordOf(dig, 'contexts', 1)).core).toMatchObject({ notes: 'dug' })
  })

  test('keeps rows that others need', async () => {
    const form = {
      name: 'sample',
      label: 'Sample',
      type: 'select',
      db_type: 'INTEGER',
      id_from_tb: 'samples',
    }
    await json(dig.post('/api/config/table/finds/field', form, 'super_admin'))
    await relateTables(dig, ['finds', 'sample'], 'samples', 'RESTRICT')
    await save(dig, 'finds', 1, { core: { sample: 4 } })
    const refused = await restore(dig, await nthVersion(dig, 1), { fields: [], restore_plugins: ['samples'] })
    expect([refused.statusCode, refused.json().code, refused.json().detail]).toEqual([
      409,
      'in_use',
      [{ tb: 'finds', count: 1 }],
    ])
    await save(dig, 'finds', 1, { core: { sample: 1 } })
    expect(
      (await restore(dig, await nthVersion(dig, 1), { fields: [], restore_plugins: ['samples'] })).statusCode,
    ).toBe(200)
    expect((await recordOf(dig, 'finds', 1)).core['sample']).toBe(1)
  })
})
