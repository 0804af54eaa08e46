import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

describe.each([...engines])('the bibliography of a record (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const bibliography = async (id: number) =>
    (await dig.get(`/api/record/finds/${id}`, 'reader')).json<{ bibliography: Record<string, unknown> }>()
      .bibliography

  test('a record without citations has an empty one', async () => {
    expect(await bibliography(1)).toEqual({})
  })

  test('citations of a group library have a public address, those of a person have none', async () => {
    const time = Date.UTC(2026, 4, 4, 8, 15, 30)
    const [group, own] = await dig.application.db.write(async (tx) => {
      const library = (type: string, key: string) =>
        tx.insert('sys_refman_libs', { type, refman_id: key, name: `${type} library`, created_at: time })
      const libraries = [await library('group', '501'), await library('user', '77')]
      return Promise.all(
        libraries.map((library, index) =>
          tx.insert('sys_refman_links', {
            tb: 'finds',
            record_id: 2,
            lib_id: library,
            refman_key: `KEY${index}`,
            pages: index === 0 ? '88-91' : null,
            author_year: 'Greco 1987',
            full_citation: '<div>Greco</div>',
            refman_version: 412,
            synced_at: index === 0 ? time : null,
            sort: index === 0 ? 0 : null,
            detached: index,
            created_at: time,
          }),
        ),
      )
    })
    const entries = await bibliography(2)
    const url = 'https://www.zotero.org/groups/501/items/KEY0'
    expect(entries[String(group)]).toEqual({
      id: group,
      lib_id: 1,
      lib_name: 'group library',
      refman_key: 'KEY0',
      pages: '88-91',
      notes: null,
      sort: 0,
      author_year: 'Greco 1987',
      full_citation: '<div>Greco</div>',
      refman_version: 412,
      synced_at: '2026-05-04T08:15:30Z',
      detached: 0,
      refman_url: url,
      zotero_key: 'KEY0',
      zotero_url: url,
    })
    expect(entries[String(own)]).toMatchObject({ refman_url: null, detached: 1, synced_at: null, sort: null })
    expect(await bibliography(1)).toEqual({})
  })
})
