import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { makeTable } from '../../../testing/import-file.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'

describe.each(engines)('a field called true, from before such names were refused (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await makeTable(dig, 'walls', [{ name: 'code' }, { name: 'sound' }])
    await dig.application.db.write(
      async (tx) => {
        await tx.run(sql`ALTER TABLE "walls" RENAME COLUMN "sound" TO "true"`)
        await tx.run(sql`UPDATE "sys_cfg_fields" SET "name" = 'true' WHERE "name" = 'sound'`)
      },
      { schema: true },
    )
    await dig.application.reload()
    for (const [code, sound] of [
      ['A', 'yes'],
      ['B', 'no'],
      ['C', 'yes'],
    ])
      await dig.post('/api/record/walls', { core: { code, true: sound } }, 'writer')
  })
  afterAll(() => dig.close())

  const values = async (query: string, field = 'true') =>
    (await dig.get(`/api/records/walls?${query}`, 'writer'))
      .json<{ data: Record<string, unknown>[] }>()
      .data.map((row) => [row['code'], row[field]])

  test('is listed, sorted, searched and exported like any other, and gets another name', async () => {
    expect(await values('sort_field=true')).toEqual([
      ['B', 'no'],
      ['A', 'yes'],
      ['C', 'yes'],
    ])
    expect(await values('filter[true][_icontains]=YES')).toHaveLength(2)
    const csv = await dig.get('/api/records/walls/export?format=csv&columns=code,true', 'writer')
    expect(csv.body.trim().split(/\r?\n/).slice(1)).toEqual(['1,A,yes', '2,B,no', '3,C,yes'])
    const renamed = await dig.patch(
      '/api/config/table/walls/field/true',
      { new_name: 'is_sound' },
      'super_admin',
    )
    expect(renamed.statusCode, renamed.body).toBe(200)
    expect(await values('sort_field=is_sound', 'is_sound')).toHaveLength(3)
  })
})
