import type { RequestScope } from '../http/scope.js'
import { analyses, saveAnalysis } from '../modules/assemblages/index.js'
import { charts, listCharts, saveChart } from '../modules/charts/index.js'
import { savePreferences } from '../modules/preferences/index.js'
import { listSavedQueries, savedQueries, saveQuery } from '../modules/saved-queries/index.js'
import { shareThing } from '../modules/saved-things/index.js'
import { saveTemplate } from '../modules/templates/index.js'
import type { RecordPart } from '../records/rows/record-part.js'
import { updateRecord } from '../records/writing/write.js'
import type { DemoQuery, DemoRevision, DemoTemplate, Excavation } from './demo-files.js'

/** Changes records as people do when they have looked again: each leaves the version before. */
export async function reviseRecords(
  scope: RequestScope,
  parts: readonly RecordPart[],
  revisions: readonly DemoRevision[],
  idOf: (table: string, record: string) => number,
): Promise<void> {
  for (const { table, record, core } of revisions) {
    await updateRecord(scope, parts, { tableName: table, recordId: idOf(table, record) }, { core })
  }
}

/** Keeps the questions of a person, some of them for everybody. */
export async function saveQueries(scope: RequestScope, queries: readonly DemoQuery[]): Promise<void> {
  for (const { name, tb, query, shared } of queries) {
    const { id } = await saveQuery(scope, { name, tb, query })
    if (shared) await shareThing(scope, savedQueries, id, true)
  }
}

/** Charts and analyses that a user shows to everybody. */
export async function shareDrawings(scope: RequestScope, excavation: Excavation): Promise<void> {
  for (const chart of excavation.charts) {
    const { id } = await saveChart(scope, chart)
    await shareThing(scope, charts, id, true)
  }
  for (const analysis of excavation.analyses) {
    const { id } = await saveAnalysis(scope, analysis)
    await shareThing(scope, analyses, id, true)
  }
}

/** Puts searches and charts that are shared on the home page of a person. */
export async function pinForHome(scope: RequestScope, { queries, charts }: Excavation): Promise<void> {
  const pinned = new Set([...queries, ...charts].flatMap((thing) => (thing.pinned ? thing.name : [])))
  const idsOf = (things: readonly { readonly id: number; readonly name: string }[]) =>
    things.filter(({ name }) => pinned.has(name)).map(({ id }) => id)
  const searches = idsOf(await listSavedQueries(scope)).map((id) => ({ kind: 'search', id }) as const)
  const drawings = idsOf(await listCharts(scope)).map((id) => ({ kind: 'chart', id }) as const)
  await savePreferences(scope, { pins: [...searches, ...drawings] })
}

/** Layouts by which records are shown and printed. */
export async function saveTemplates(scope: RequestScope, templates: readonly DemoTemplate[]): Promise<void> {
  for (const { table, name, layout } of templates) await saveTemplate(scope, table, name, layout)
}
