/** What people are offered for rows whose record is deleted, or the value that they refer to changed. */
export const offeredPolicies = ['RESTRICT', 'CASCADE', 'SET NULL'] as const
export type OfferedPolicy = (typeof offeredPolicies)[number]

/** Every policy of the wire; `NO ACTION` does what `RESTRICT` does. */
export const deletePolicies = [...offeredPolicies, 'NO ACTION'] as const
export type DeletePolicy = (typeof deletePolicies)[number]

export const isDeletePolicy = (name: unknown): name is DeletePolicy =>
  deletePolicies.some((policy) => policy === name)

/** What a new relation does unless told otherwise, and what one within a table always does. */
export const usualPolicies = { onDelete: 'RESTRICT', onUpdate: 'CASCADE' } as const
