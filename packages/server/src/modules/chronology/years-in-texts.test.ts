import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const as = 'super_admin'

/** What a register of before had in its columns: contexts 1 to 5. */
const written: readonly (readonly [from: string | null, to: string | null])[] = [
  ['-325', '-301'],
  ['late Hellenistic', '-310'],
  [' 101 ', 'unknown'],
  ['perhaps', 'never'],
  [null, null],
]

/**
 * A field of text may become a year of the chronology: while it was off, as in an older register, or as a
 * column that was there without a field.
 */
const ways = {
  'a field of text': async (dig: Dig) => {
    await dig.delete('/api/config/table/contexts/fuzzy-date', undefined, as)
    for (const name of ['chrono_from', 'chrono_to']) {
      await dig.post('/api/config/table/contexts/field', { name, label: name, type: 'text' }, as)
      const definition = { label: name, type: 'text', db_type: 'TEXT' }
      await dig.put(`/api/config/table/contexts/field/${name}`, definition, as)
    }
  },
  'a column without a field': async (dig: Dig) => {
    await dig.delete('/api/config/table/contexts/fuzzy-date', undefined, as)
    for (const name of ['chrono_from', 'chrono_to', 'chrono_certainty']) {
      await dig.confirm()
      await dig.delete(`/api/config/table/contexts/field/${name}`, undefined, as)
      await dig.post('/api/free-sql/run', { sql: `ALTER TABLE contexts ADD COLUMN ${name} TEXT` }, as)
    }
  },
}

describe.each(engines)('years that are kept as texts (%s)', (engine) => {
  describe.each(Object.entries(ways))('%s', (_what, makeTexts) => {
    let dig: Dig
    beforeAll(async () => {
      dig = await openDig(engine)
      await makeTexts(dig)
      await dig.application.db.write(async (tx) => {
        for (const [k, [from, to]] of written.entries()) {
          await tx.run(
            sql`UPDATE "contexts" SET "chrono_from" = ${from}, "chrono_to" = ${to} WHERE "id" = ${k + 1}`,
          )
        }
        await tx.insert('sys_geodata', { table_link: 'contexts', id_link: 1, geometry: 'POINT (10 45)' })
        await tx.insert('sys_geodata', { table_link: 'contexts', id_link: 4, geometry: 'POINT (10 46)' })
      })
      const reply = await dig.post('/api/config/table/contexts/fuzzy-date', {}, as)
      expect(reply.json().code).toBe('fuzzy_date_activated')
      await dig.post('/api/record/contexts/rs', { first: 3, relation: 1, second: 1 }, 'writer')
    })
    afterAll(() => dig.close())

    const get = async (path: string) => {
      const reply = await dig.get(path, 'reader')
      expect([path, reply.statusCode, reply.statusCode === 200 || reply.body]).toEqual([path, 200, true])
      return reply.json()
    }

    test('are on the line of time where they are years, and passed over where they are not', async () => {
      const { tables } = await get('/api/chrono/timeline?tb=contexts')
      expect(tables[0].records.map(({ id, from, to }: Record<string, unknown>) => [id, from, to])).toEqual([
        [1, -325, -301],
        [3, 101, null],
        [2, null, -310],
      ])
      const before = await get('/api/chrono/timeline?tb=contexts&to=-300')
      expect(before.tables[0].records.map(({ id }: Record<string, unknown>) => id)).toEqual([1, 2])
    })

    test('make the extent of a collection, and are found in a span of time', async () => {
      const { extent } = await get('/ogc/collections/contexts')
      expect(extent.temporal.years).toEqual([[-325, -301]])
      const { features } = await get('/ogc/collections/contexts/items?datetime=-0400-01-01/-0300-01-01')
      expect(
        features.map(({ properties }: Record<string, Record<string, unknown>>) => properties?.['id']),
      ).toEqual([1])
    })

    test('are in the matrix and its check', async () => {
      const { nodes } = await get('/api/rs/matrix?tb=contexts')
      expect(
        nodes
          .slice(0, 4)
          .map(({ chrono_from, chrono_to }: Record<string, unknown>) => [chrono_from, chrono_to]),
      ).toEqual([
        [-325, -301],
        [null, -310],
        [101, null],
        [null, null],
      ])
      expect((await get('/api/rs/check?tb=contexts')).date_conflicts_total).toBe(1)
    })

    test('stand as they were written in the records', async () => {
      const { data } = await get('/api/records/contexts?columns=chrono_from,chrono_to')
      expect(data.slice(1, 3)).toEqual([
        { id: 2, chrono_from: 'late Hellenistic', chrono_to: '-310' },
        { id: 3, chrono_from: ' 101 ', chrono_to: 'unknown' },
      ])
      expect((await get('/api/record/contexts/2')).core.chrono_from.val).toBe('late Hellenistic')
      const found = await get('/api/records/contexts?filter[chrono_from][_starts_with]=late')
      expect(found.total).toBe(1)
      const overlap =
        'filter[chrono_from][_chrono_overlap][]=-320&filter[chrono_from][_chrono_overlap][]=-305'
      const { data: overlapping } = await get(`/api/records/contexts?columns=id&${overlap}`)
      expect(overlapping).toEqual([{ id: 1 }, { id: 2 }])
    })
  })
})
