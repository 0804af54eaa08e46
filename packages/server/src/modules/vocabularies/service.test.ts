import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { scopeAs } from '../../testing/scope-as.js'
import { addItem } from './service.js'

describe.each([...engines])('vocabularies (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('items come in the order in which they were added, each vocabulary for itself', async () => {
    const scope = await scopeAs(dig, 'admin')
    for (const [voc, def] of [
      ['soil', 'silt'],
      ['soil', ' loess '],
      ['fuel', 'oak'],
    ] as const)
      await addItem(scope, voc, def)
    expect(
      await dig.application.db.quick.all(
        sql`SELECT "voc", "def", "sort" FROM "sys_vocabularies" ORDER BY "voc", "sort"`,
      ),
    ).toEqual([
      { voc: 'fuel', def: 'oak', sort: 0 },
      { voc: 'soil', def: 'silt', sort: 0 },
      { voc: 'soil', def: 'loess', sort: 1 },
    ])
  })

  test.each([
    ['no vocabulary', ' ', 'clay', 'parameter_missing'],
    ['an empty definition', 'soil', '  ', 'parameter_missing'],
    ['a definition of 201 characters', 'soil', 'x'.repeat(201), 'invalid_parameter'],
    ['a vocabulary of 101 characters', 'x'.repeat(101), 'clay', 'invalid_parameter'],
    ['a definition that it has', 'soil', 'silt', 'error_def_added'],
  ])('%s is refused', async (_what, voc, def, code) => {
    await expect(addItem(await scopeAs(dig, 'admin'), voc, def)).rejects.toMatchObject({ code })
  })
})
