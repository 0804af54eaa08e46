import type { FeatureBody, FeatureIdsBody, FeaturesBody } from '@trowel/contract/geoface.js'
import { objectOrEmpty } from '@trowel/contract/json.js'
import type { Static } from 'typebox'
import { AppError } from '../../errors.js'
import { idOf, idsOf } from '../../http/wire-id.js'
import { message } from '../../message.js'
import type { FeatureChange } from '../geo/index.js'

/** How many geometries one request may change. */
const maxConcurrent = 500

export interface NewFeature {
  readonly table: string
  readonly recordId: number
  readonly geometry: unknown
}

/** @throws `parameter_missing`, `invalid_parameter` */
export function readNewFeature({ tb, id, geometry }: Static<typeof FeatureBody>): NewFeature {
  for (const [name, value] of Object.entries({ tb, id, geometry })) {
    if (value === undefined || value === null || value === '') throw missing(name)
  }
  if (typeof tb !== 'string') throw invalid('tb', 'must be the name of a table')
  const recordId = idOf(id)
  if (recordId === undefined) throw invalid('id', 'must be the id of a record')
  return { table: tb, recordId, geometry }
}

/** @throws `parameter_missing`, `invalid_parameter` */
export function readFeatureChanges({ geodata }: Static<typeof FeaturesBody>): FeatureChange[] {
  const changes = listOf('geodata', geodata).map((each, place): FeatureChange => {
    const { id, geometry } = objectOrEmpty(each)
    const geoId = idOf(id)
    if (geoId === undefined) throw invalid(`geodata[${place}].id`, 'must be the id of a geometry')
    if (geometry === undefined || geometry === null) throw missing(`geodata[${place}].geometry`)
    return { geoId, geometry }
  })
  if (new Set(changes.map(({ geoId }) => geoId)).size < changes.length)
    throw invalid('geodata', 'must not name a geometry twice')
  return changes
}

/** @throws `parameter_missing`, `invalid_parameter` */
export function readFeatureIds({ ids }: Static<typeof FeatureIdsBody>): number[] {
  const read = idsOf(listOf('ids', ids))
  if (!read) throw invalid('ids', 'must be a list of ids of geometries')
  return [...new Set(read)]
}

function listOf(name: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    throw missing(name)
  if (!Array.isArray(value)) throw invalid(name, 'must be a list')
  if (value.length > maxConcurrent) throw invalid(name, `must not have more than ${maxConcurrent} entries`)
  return value
}

const missing = (name: string): AppError =>
  new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })

const invalid = (name: string, words: string): AppError =>
  new AppError('invalid_parameter', { text: `"${name}" ${words}.`, detail: { name, reason: words } })
