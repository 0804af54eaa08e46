import { pino } from 'pino'
import type { Application } from '../catalogue/application.js'
import { openApplications } from '../catalogue/open-applications.js'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.js'
import { sql } from '../storage/sql.js'
import type { Dig } from './open-dig.js'

/** Another node that serves the same application out of the same PostgreSQL database. */
export interface SecondNode {
  readonly application: Application
  close(): Promise<void>
}

export async function openSecondNode({ application: { db } }: Dig): Promise<SecondNode> {
  const row = await db.quick.get<{ name: string }>(sql`SELECT current_database() AS name`)
  const url = new URL(process.env['TROWEL_TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${row?.name}`
  const storage = await openPostgresStorage({ url: url.href, connections: 4, queryTimeMs: 30_000 })
  const applications = openApplications(storage, { version: '5.0.0', log: pino({ level: 'silent' }) })
  const application = await applications.open(db.app)
  if (!application) throw new Error(`The second node does not find the application ${db.app}.`)
  return {
    application,
    close: async () => {
      await applications.close()
      await storage.close()
    },
  }
}
