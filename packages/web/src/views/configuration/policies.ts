import { type OfferedPolicy, offeredPolicies } from '@trowel/contract/model/delete-policies.js'

/** `NO ACTION` does what `RESTRICT` does. */
export const policyIn = (text: string | null): OfferedPolicy =>
  offeredPolicies.find((policy) => policy === text) ?? 'RESTRICT'

/** As the language files call it. */
export const policyKeys = {
  RESTRICT: 'restrict',
  CASCADE: 'cascade',
  'SET NULL': 'empty',
} as const satisfies Record<OfferedPolicy, string>
