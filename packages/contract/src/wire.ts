/** The type of the values that a schema of this package describes. */
export type { Static } from 'typebox'
