import { Type } from 'typebox'

export const FeatureParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  id: Type.String({ description: 'id of the map feature' }),
})
