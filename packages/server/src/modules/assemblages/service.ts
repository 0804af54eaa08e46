import type {
  AnalysisChangeBody,
  AnalysisData,
  AnalysisDataBody,
  SaveAnalysisBody,
} from '@trowel/contract/assemblages.js'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { creatorId } from '../../access/principal.js'
import { tableOf } from '../../catalogue/catalogue.js'
import { parseJsonObject } from '../../catalogue/json-text.js'
import type { RequestScope } from '../../http/scope.js'
import type { SavedKind, SavedThing } from '../saved-things/index.js'
import {
  changeDefinition,
  contentText,
  listThings,
  missing,
  readContent,
  saveThing,
} from '../saved-things/index.js'
import { countAssemblage } from './analysis-data.js'
import { planAnalysis } from './analysis-plan.js'

export interface AnalysisRow extends SavedThing {
  /** JSON text. */
  readonly definition: string | null
}

export const analyses: SavedKind = {
  table: 'sys_assemblage_analyses',
  columns: ['definition'],
  notFound: 'analysis_not_found',
  denied: 'analysis_access_denied',
}

/**
 * What a definition counts at this moment; nothing is kept. @throws what `planAnalysis` and `countAssemblage`
 * throw
 */
export async function readAnalysisData(
  scope: RequestScope,
  { definition }: Decoded<typeof AnalysisDataBody>,
): Promise<AnalysisData> {
  return countAssemblage(scope, planAnalysis(scope, readContent(definition, 'definition')))
}

/**
 * The caller's own analyses and those that are shared, by id; of the shared ones those that touch no table
 * that he may not read.
 */
export async function listAnalyses(scope: RequestScope): Promise<AnalysisRow[]> {
  const owner = creatorId(scope.principal)
  const rows = await listThings<AnalysisRow>(scope, analyses)
  return rows.filter((row) => row.user_id === owner || mayCount(scope, definitionOf(row)))
}

function mayCount(scope: RequestScope, { source_tb: source, group_path: path }: JsonObject): boolean {
  const steps = Array.isArray(path) ? path.filter(isObject) : []
  return (
    isReadable(scope, source) === true && steps.every((step) => isReadable(scope, step['join_tb']) !== false)
  )
}

/** `undefined` for a table that there is not. */
function isReadable({ catalogue, rights }: RequestScope, name: unknown): boolean | undefined {
  const table = typeof name === 'string' ? catalogue.tables.get(name) : undefined
  return table && rights.allows('read', table)
}

export const definitionOf = ({ definition }: AnalysisRow): JsonObject => parseJsonObject(definition ?? '')

/**
 * Keeps an analysis for the caller, as it came.
 *
 * @throws `parameter_missing`, `invalid_parameter`, `unknown_table`, `not_enough_privilege` when he may not
 *   read the source
 */
export async function saveAnalysis(
  scope: RequestScope,
  { name, definition }: Decoded<typeof SaveAnalysisBody>,
): Promise<AnalysisRow> {
  return saveThing(scope, analyses, { name, definition: readDefinition(scope, definition) })
}

/**
 * Changes the name or the definition of an analysis, or both.
 *
 * @throws `nothing_to_update`, `analysis_not_found`, `analysis_access_denied`, and what keeping it throws
 */
export async function updateAnalysis(
  scope: RequestScope,
  analysisId: number,
  change: Decoded<typeof AnalysisChangeBody>,
): Promise<AnalysisRow> {
  return changeDefinition(scope, analyses, analysisId, change, (given) => readDefinition(scope, given))
}

/** @returns the definition as JSON text */
function readDefinition(scope: RequestScope, given: JsonObject | string | undefined): string {
  if (given === undefined) throw missing('definition.source_tb')
  const definition = readContent(given, 'definition')
  const name = definition['source_tb']
  if (typeof name !== 'string' || name === '') throw missing('definition.source_tb')
  scope.rights.require('read', tableOf(scope.catalogue, name))
  return contentText(definition, 'definition')
}
