// In the package of the SDK this stands in the place of the library of that name.
import type * as Type from './schema-types.js'

export type * from './schema-types.js'
export type { Type, Type as default }
