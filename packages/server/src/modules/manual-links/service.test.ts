import type { PrivilegeName } from '@trowel/contract/privileges.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { hideRows, hideTable, scopeAs } from '../../testing/scope-as.js'
import { link } from './service.js'

describe.each(engines)('links made by hand (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())
  beforeEach(async () => {
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_userlinks"`)
      await tx.run(sql`DELETE FROM "sys_user_table_privs"`)
    })
  })

  type End = readonly [table: string, id: number]
  const join = async (one: End, two: End, label?: string, role: PrivilegeName = 'writer') =>
    link(await scopeAs(dig, role), { table: one[0], id: one[1] }, { table: two[0], id: two[1] }, label)
  const section = async ([table, id]: End) =>
    (await dig.get(`/api/record/${table}/${id}`, 'reader')).json<{ manualLinks: unknown }>().manualLinks

  test('each end shows the other', async () => {
    const made = await join(['contexts', 1], ['finds', 5], 'see also')
    const toFind = {
      key: made.key,
      tb_id: 'finds',
      tb_label: 'Finds',
      ref_id: 5,
      ref_label: 'F5',
      sort: null,
      label: 'see also',
    }
    expect(made).toEqual(toFind)
    expect(await section(['contexts', 1])).toEqual({ [made.key]: toFind })
    expect(await section(['finds', 5])).toEqual({
      [made.key]: { ...toFind, tb_id: 'contexts', tb_label: 'Contexts', ref_id: 1, ref_label: 'C1' },
    })
    expect(await section(['contexts', 2])).toEqual({})
  })

  test('links lead to any table, to the own one too, and a label may be missing', async () => {
    const a = await join(['contexts', 1], ['contexts', 2], '')
    const b = await join(['trenches', 1], ['contexts', 1])
    expect(await section(['contexts', 1])).toMatchObject({
      [a.key]: { ref_id: 2, ref_label: 'C2', label: null },
      [b.key]: { tb_id: 'trenches', ref_label: 'A' },
    })
  })

  test('an end that is gone, hidden or in a hidden table is left out', async () => {
    const kept = await join(['contexts', 1], ['contexts', 3])
    const gone = await join(['contexts', 1], ['finds', 8])
    const hidden = await join(['contexts', 1], ['contexts', 2])
    const unreadable = await join(['contexts', 1], ['trenches', 1])
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_userlinks" SET "id_two" = 4711 WHERE "id" = ${gone.key}`),
    )
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 2 } })
    await hideTable(dig, 'reader', 'trenches')
    const shown = Object.keys((await section(['contexts', 1])) as object)
    expect(shown).toEqual([String(kept.key)])
    expect(shown).not.toContain(String(hidden.key))
    expect(shown).not.toContain(String(unreadable.key))
  })

  test('a pair is linked once, in whichever direction', async () => {
    await join(['contexts', 1], ['finds', 5], 'one')
    await expect(join(['contexts', 1], ['finds', 5], 'two')).rejects.toMatchObject({
      code: 'link_already_exists',
    })
    await expect(join(['finds', 5], ['contexts', 1])).rejects.toMatchObject({ code: 'link_already_exists' })
  })

  test('of two who link the same in the same moment one is refused', async () => {
    const outcomes = await Promise.allSettled([
      join(['contexts', 1], ['finds', 5]),
      join(['finds', 5], ['contexts', 1]),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test.each([
    ['an unknown table', ['coins', 1], ['finds', 1], 'writer', '', 'unknown_table'],
    ['a plugin table', ['samples', 1], ['finds', 1], 'writer', '', 'plugin_table_not_allowed'],
    ['a record with itself', ['finds', 1], ['finds', 1], 'writer', '', 'relation_self'],
    ['an absent end', ['finds', 1], ['contexts', 99], 'writer', '', 'record_not_found'],
    ['a reader', ['finds', 1], ['contexts', 1], 'reader', '', 'not_enough_privilege'],
    [
      'a self_writer who made neither',
      ['finds', 1],
      ['contexts', 1],
      'self_writer',
      '',
      'not_enough_privilege',
    ],
    [
      'a label of 201 characters',
      ['finds', 1],
      ['contexts', 1],
      'writer',
      'x'.repeat(201),
      'invalid_parameter',
    ],
  ] as const)('%s is refused', async (_what, one, two, role, label, code) => {
    await expect(join(one, two, label, role)).rejects.toMatchObject({ code })
  })

  test('a self_writer may link what he made to what he sees', async () => {
    await expect(join(['contexts', 1], ['finds', 7], '', 'self_writer')).resolves.toMatchObject({ ref_id: 7 })
  })
})
