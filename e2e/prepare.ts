import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import literature from '../demo/literature.json' with { type: 'json' }
import { inventedWork } from '../packages/server/dist/testing/invented-works.js'
import { engines } from '../packages/server/dist/testing/open-database.js'
import startPostgresServer from '../packages/server/dist/testing/postgres-server.js'
import { openStandIn } from '../packages/server/dist/testing/reference-manager.js'
import { makeServerDatabase } from '../packages/server/dist/testing/server-database.js'
import { openUniversity } from './identity-provider.js'
import { makeFolder, program } from './program.js'

export type Engine = (typeof engines)[number]

/** Where the demo lies on an engine. */
interface LaidOut {
  readonly folder: string
  /** On PostgreSQL, the name of the database. */
  readonly database?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The engines on which the journeys are walked. */
    engines: readonly Engine[]
    demos: Readonly<Record<'sqlite', LaidOut> & Partial<Record<Engine, LaidOut>>>
    /** With which a service knows the stand-ins for the reference manager and an identity provider. */
    standIns: Readonly<Record<string, string>>
  }
}

/**
 * Lays out the demo once, to be copied, and opens the stand-ins. Vitest calls it before the first journey.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const stopPostgres = await startPostgresServer()
  const manager = await openStandIn()
  const { items } = manager.library('groups/501')
  items.set('AAAAAAA2', inventedWork('AAAAAAA2'))
  items.set('AAAAAAA3', inventedWork('AAAAAAA3', { family: 'Marino', title: 'Amphorae of the gulf' }))
  // The works that the demo cites are in their library as they are in the demo.
  const cited = manager.library(`${literature.library.type}s/${literature.library.refman_id}`).items
  for (const { key, version } of literature.works) cited.set(key, { ...inventedWork(key), version })
  const university = await openUniversity()
  // Where there is another engine the demo is not needed on PostgreSQL, where loading it takes much longer.
  const onServer = engines[0] === 'pgsql' ? await makeServerDatabase() : undefined
  const [sqlite, pgsql] = await Promise.all([
    layOut(),
    onServer && layOut({ TROWEL_DATABASE_URL: onServer.url }),
  ])
  await onServer?.isLeft()
  project.provide('engines', engines)
  project.provide('demos', {
    sqlite: { folder: sqlite },
    ...(pgsql !== undefined && onServer && { pgsql: { folder: pgsql, database: onServer.name } }),
  })
  project.provide('standIns', {
    TROWEL_REFMAN_URL: manager.address,
    // Receivers of webhooks lie on this machine, too.
    TROWEL_WEBHOOK_HOSTS: '127.0.0.1',
    ...university.settings,
  })
  return async () => {
    await Promise.all([manager.close(), university.close(), onServer?.drop()])
    for (const folder of [sqlite, pgsql]) if (folder) await rm(folder, { recursive: true, force: true })
    await stopPostgres?.()
  }
}

/** @returns the data folder that a service with the demo was left with */
async function layOut(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await makeFolder()
  await promisify(execFile)(process.execPath, [program('cli/main.js'), 'demo', 'load'], {
    env: { ...process.env, TROWEL_DATA: folder, ...settings },
  })
  return folder
}
