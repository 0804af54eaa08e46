import { expect, test } from 'vitest'
import { engines, openDatabase } from '../../testing/open-database.js'
import { id, sql } from '../sql.js'
import { maxPlanNames } from './plan-names.js'

test.runIf(engines.includes('pgsql'))(
  'the server keeps plans of the newest statements, and never of more than a connection has room for',
  async () => {
    const { db, close } = await openDatabase('pgsql')
    try {
      const kept = async (): Promise<readonly string[]> => {
        const rows = await db.quick.all<{ statement: string }>(
          sql`SELECT statement FROM pg_prepared_statements`,
        )
        return rows.map(({ statement }) => statement)
      }
      // Later than those of other tests, and more than once too many.
      const count = Math.round(maxPlanNames * 2.2)
      for (let n = 1; n <= count; n++) {
        await db.quick.get(sql`SELECT 1 AS ${id(`kept_${n}`)}`)
        if (n % 500 === 0) expect((await kept()).length).toBeLessThanOrEqual(maxPlanNames)
      }
      const statements = await kept()
      expect(statements.length).toBeLessThanOrEqual(maxPlanNames)
      expect(statements.filter((text) => text.includes(`"kept_${count}"`))).toHaveLength(1)
      expect(statements.filter((text) => text.includes('"kept_1"'))).toEqual([])
    } finally {
      await close()
    }
  },
)
