import { Type } from 'typebox'

export const PackageQuery = Type.Object(
  { tb: Type.Optional(Type.Unknown({ description: 'names of the tables: `tb[]=contexts&tb[]=finds`' })) },
  { additionalProperties: true },
)
