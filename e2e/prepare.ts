import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import literature from '../demo/literature.json' with { type: 'json' }
import { inventedWork } from '../packages/server/dist/testing/invented-works.js'
import { engines } from '../packages/server/dist/testing/open-database.js'
import startPostgresServer from '../packages/server/dist/testing/postgres-server.js'
import { openStandIn } from '../packages/server/dist/testing/reference-manager.js'
import { makeServerDatabase } from '../packages/server/dist/testing/server-database.js'
import { type LaidOut, layOut, placeForDemo } from './demo.js'
import { openUniversity } from './identity-provider.js'

export type Engine = (typeof engines)[number]

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
 * Opens the stand-ins, and begins to lay out the demo once, to be copied: other tests come before the
 * journeys. Vitest calls it before the first of all.
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
  const demos = {
    sqlite: await placeForDemo(),
    ...(onServer && { pgsql: { ...(await placeForDemo()), database: onServer.name } }),
  }
  const loading = [
    layOut(demos.sqlite),
    ...(onServer && demos.pgsql
      ? [layOut(demos.pgsql, { TROWEL_DATABASE_URL: onServer.url }, () => onServer.isLeft())]
      : []),
  ]
  project.provide('engines', engines)
  project.provide('demos', demos)
  project.provide('standIns', {
    TROWEL_REFMAN_URL: manager.address,
    // Receivers of webhooks lie on this machine, too.
    TROWEL_WEBHOOK_HOSTS: '127.0.0.1',
    ...university.settings,
  })
  return async () => {
    await Promise.all(loading)
    await Promise.all([manager.close(), university.close(), onServer?.drop()])
    for (const { folder, outcome } of Object.values(demos))
      for (const path of [folder, outcome]) await rm(path, { recursive: true, force: true })
    await stopPostgres?.()
  }
}
