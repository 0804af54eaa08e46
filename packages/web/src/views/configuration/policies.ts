/**
 * What happens to records that refer to one that is deleted or renamed; two of the words of databases mean
 * the same.
 */
export const policies = ['RESTRICT', 'CASCADE', 'SET NULL'] as const
export type OfferedPolicy = (typeof policies)[number]

export const policyIn = (text: string | null): OfferedPolicy =>
  policies.find((policy) => policy === text) ?? 'RESTRICT'

/** As the language files call it. */
export const policyKeys = { RESTRICT: 'restrict', CASCADE: 'cascade', 'SET NULL': 'empty' } as const
