import type { ChartChangeBody, ChartData, ChartDataBody, SaveChartBody } from '@trowel/contract/charts.js'
import { type JsonObject, objectOrEmpty } from '@trowel/contract/json.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { creatorId } from '../../access/principal.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import type { RequestScope } from '../../http/scope.js'
import { leadsToHidden } from '../../records/rows/search-criteria.js'
import { compareTexts } from '../../storage/text-order.js'
import type { SavedKind, SavedThing } from '../saved-things/index.js'
import {
  changeDefinition,
  contentText,
  listThings,
  missing,
  readContent,
  saveThing,
} from '../saved-things/index.js'
import { drawChart } from './chart-data.js'
import { planChart, storedDefinition } from './chart-plan.js'

export interface ChartRow extends SavedThing {
  /** JSON text. */
  readonly definition: string | null
}

export const charts: SavedKind = {
  table: 'sys_charts',
  columns: ['definition'],
  notFound: 'chart_not_found',
  denied: 'chart_access_denied',
}

/** What a definition shows at this moment; nothing is kept. @throws what `planChart` throws */
export async function readChartData(
  scope: RequestScope,
  { definition }: Decoded<typeof ChartDataBody>,
): Promise<ChartData> {
  return drawChart(scope, planChart(scope, readContent(definition, 'definition')))
}

/**
 * The caller's own charts and those that are shared, by name; of the shared ones those that he has the right
 * to draw.
 */
export async function listCharts(scope: RequestScope): Promise<ChartRow[]> {
  const owner = creatorId(scope.principal)
  const rows = await listThings<ChartRow>(scope, charts)
  return rows
    .filter((row) => row.user_id === owner || mayDraw(scope, definitionOf(row)))
    .sort((one, other) => compareTexts(one.name, other.name) || one.id - other.id)
}

/**
 * He may read the table, and those to which its filter leads. Whether it can be drawn does not matter here.
 */
function mayDraw(scope: RequestScope, { tb: name, filter }: JsonObject): boolean {
  const table = typeof name === 'string' ? scope.catalogue.tables.get(name) : undefined
  if (!table || !scope.rights.allows('read', table)) return false
  return !leadsToHidden(scope, table, objectOrEmpty(filter))
}

export const definitionOf = ({ definition }: ChartRow): JsonObject => parseJsonObject(definition ?? '')

/**
 * Keeps a chart for the caller, if it can be drawn.
 *
 * @throws `parameter_missing`, `invalid_parameter`, and what `planChart` throws
 */
export async function saveChart(
  scope: RequestScope,
  { name, definition }: Decoded<typeof SaveChartBody>,
): Promise<ChartRow> {
  return saveThing(scope, charts, { name, definition: readDefinition(scope, definition) })
}

/**
 * Changes the name of a chart or what it shows, or both, if that can be drawn.
 *
 * @throws `nothing_to_update`, `chart_not_found`, `chart_access_denied`, and what keeping it throws
 */
export async function updateChart(
  scope: RequestScope,
  chartId: number,
  change: Decoded<typeof ChartChangeBody>,
): Promise<ChartRow> {
  return changeDefinition(scope, charts, chartId, change, (given) => readDefinition(scope, given))
}

/** @returns the definition as JSON text */
function readDefinition(scope: RequestScope, given: JsonObject | string | undefined): string {
  if (given === undefined) throw missing('definition.tb')
  const definition = readContent(given, 'definition')
  if (typeof definition['tb'] !== 'string' || definition['tb'] === '') throw missing('definition.tb')
  planChart(scope, definition)
  return contentText(storedDefinition(definition), 'definition')
}
