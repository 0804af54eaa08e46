import { Type } from 'typebox'
import { pathId } from './wire/input.js'

export const FeatureParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  id: pathId({ description: 'id of the map feature' }),
})
