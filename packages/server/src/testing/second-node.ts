import { pino } from 'pino'
import type { Application } from '../catalogue/application.js'
import type { Applications } from '../catalogue/applications.js'
import { type ApplicationsOptions, openApplications } from '../catalogue/open-applications.js'
import { openPostgresStorage } from '../storage/postgres/postgres-storage.js'
import { sql } from '../storage/sql.js'
import type { Storage } from '../storage/storage.js'
import type { Dig } from './open-dig.js'

/** What another node has of its own that serves the same applications out of the same PostgreSQL. */
export interface NodeParts {
  readonly storage: Storage
  readonly applications: Applications
  close(): Promise<void>
}

/** @param options of a node of another version */
export async function openNode(
  { application: { db } }: Dig,
  options: Partial<ApplicationsOptions> = {},
): Promise<NodeParts> {
  const row = await db.quick.get<{ name: string }>(sql`SELECT current_database() AS name`)
  const url = new URL(process.env['TROWEL_TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${row?.name}`
  const storage = await openPostgresStorage({ url: url.href, connections: 4, queryTimeMs: 30_000 })
  const usual = { version: '5.0.0', log: pino({ level: 'silent' }) }
  const applications = openApplications(storage, { ...usual, ...options })
  return {
    storage,
    applications,
    close: async () => {
      await applications.close()
      await storage.close()
    },
  }
}

/** Another node that serves the same application. */
export interface SecondNode {
  readonly application: Application
  close(): Promise<void>
}

export async function openSecondNode(dig: Dig): Promise<SecondNode> {
  const { applications, close } = await openNode(dig)
  const application = await applications.open(dig.application.name)
  if (!application) throw new Error(`The second node does not find the application ${dig.application.name}.`)
  return { application, close }
}
