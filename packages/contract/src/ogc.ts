import { Type } from 'typebox'
import { AsOf } from './as-of.js'
import { pathId } from './wire/input.js'

export const FeatureParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  id: pathId({ description: 'id of the map feature' }),
})

/** Columns of the table and what the standard names come besides. */
export const ItemsQuery = Type.Object(AsOf.properties, { additionalProperties: true })
