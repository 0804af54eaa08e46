import { Type } from 'typebox'
import { AsOf } from './as-of.js'
import { phrase } from './messages/messages.js'
import { type Input, input } from './wire/input.js'

export const PackageQuery = Type.Object(
  {
    tb: input(
      Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String(), { minItems: 1 })], {
        description: 'names of the tables: `tb[]=contexts&tb[]=finds`',
      }),
      (given) => [...new Set(typeof given === 'string' ? [given] : given)],
      {
        sentence: 'must_name_tables',
        reason: 'not a list of names',
        missing: phrase('tables_missing', { example: '?tb[]=contexts&tb[]=finds' }),
      },
    ),
    ...AsOf.properties,
  },
  { additionalProperties: true },
)
export type PackageQuery = Input<typeof PackageQuery>
