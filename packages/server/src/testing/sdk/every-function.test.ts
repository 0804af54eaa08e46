import { guardTable } from '@trowel/contract/guard-table.js'
import type { EventCode } from '@trowel/contract/logged-events.js'
import { english } from '@trowel/contract/messages/en/english.js'
import { interpolate } from '@trowel/contract/messages/messages.js'
import { describe, expect, test } from 'vitest'
import { parseJsonObject } from '../../catalogue/json-text.js'
import { sql } from '../../storage/sql.js'
import { functionsOf, type Visit } from './visited.js'
import { beginWalk, type Walk } from './walk.js'
import { walkOperations, walkSession, walkUsers, walkWebhooks } from './walk-administration.js'
import { walkConfiguration, walkSchema, walkVocabularies } from './walk-configuration.js'
import { walkAnalysis, walkChronology, walkCitations, walkMap, walkTemplates } from './walk-features.js'
import { walkImports, walkSearching } from './walk-imports.js'
import { walkFiles, walkHistory, walkLinks, walkRecords } from './walk-records.js'

const walks: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  'sessions, the application, the welcome text': walkSession,
  'accounts, privileges and keys': walkUsers,
  'backups, logs and raw SQL': walkOperations,
  webhooks: walkWebhooks,
  'tables and fields': walkConfiguration,
  'relations, indexes, schema texts and map layers': walkSchema,
  vocabularies: walkVocabularies,
  records: walkRecords,
  'versions of records': walkHistory,
  'links and the Harris matrix': walkLinks,
  files: walkFiles,
  'searching, and replacing': walkSearching,
  'imports and jobs': walkImports,
  'charts and assemblages': walkAnalysis,
  'the map': walkMap,
  chronology: walkChronology,
  'templates and widgets': walkTemplates,
  citations: walkCitations,
}

/**
 * Functions without a route of their own: they ask again and again, make an address, or ask for one format of
 * an export.
 */
const composed: ReadonlySet<string> = new Set([
  'jobs.wait',
  'records.each',
  'files.url',
  'geoface.tilePattern',
  'stratigraphy.layout',
])

/** Routes that no function is for, and why. */
const without: Readonly<Record<string, string>> = {
  'POST /api/record/:tb/:id': 'the same as PATCH',
  'PUT /api/record/:tb/:id': 'the same as PATCH',
  'POST /api/config/table/:tb': 'the same as POST /api/config/tables',
  'DELETE /api/user': 'the same as DELETE /api/user/:id',
  'POST /api/upgrade/major': 'refused always',
  'GET /api/auth/oauth/:provider/callback': 'where identity providers send the browser',
  'GET /projects/:app/files/:id.:ext': 'old addresses of files',
  'GET /api/docs': 'a page',
  'GET /metrics': 'for monitoring',
}

/** Each line of the log is its sentence, put together of facts that are all there. */
async function expectWholeLines({ dig }: Walk): Promise<void> {
  const lines = await dig.application.db.quick.all<{ code: EventCode; facts: string; message: string }>(
    sql`SELECT "code", "facts", "message" FROM "sys_log"`,
  )
  expect(lines.length).toBeGreaterThan(0)
  for (const { code, facts, message } of lines) {
    const known: Readonly<Record<string, unknown>> = parseJsonObject(facts)
    const named = [...english.events[code].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    expect(named.filter((name) => known[name] === undefined)).toEqual([])
    expect(message).toBe(interpolate(english.events[code], JSON.parse(facts)))
  }
}

describe('every function of the client against the service', () => {
  const visits: Visit[] = []
  let functions: string[] = []

  test.each(Object.entries(walks))('%s', async (_area, go) => {
    const walk = await beginWalk()
    functions = functionsOf(walk.client)
    try {
      await go(walk)
      await expectWholeLines(walk)
    } finally {
      visits.push(...walk.visits)
      await walk.close()
    }
  })

  /** Names of the functions that asked each route. */
  const askedBy = (): Map<string, Set<string>> => {
    const names = new Map<string, Set<string>>()
    for (const { name, route } of visits) {
      if (!composed.has(name)) names.set(route, (names.get(route) ?? new Set()).add(name))
    }
    return names
  }

  test('each was called', () => {
    const named = new Set(visits.map(({ name }) => name))
    expect(functions.filter((name) => !named.has(name) && !composed.has(name))).toEqual([])
  })

  test('there is exactly one for every route', () => {
    const asked = askedBy()
    const served = guardTable
      .filter(({ path }) => /^\/(api|healthz|readyz|metrics|projects)/.test(path))
      .filter(({ path }) => !path.startsWith('/api/zotero/'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(served.filter((route) => !asked.has(route) && !(route in without))).toEqual([])
    expect(Object.keys(without).filter((route) => asked.has(route) || !served.includes(route))).toEqual([])
    // Every download that a browser can fetch by itself asks for a ticket.
    const several = [...asked].filter(([route, by]) => by.size > 1 && route !== 'POST /api/download-ticket')
    expect(several).toEqual([])
  })
})
