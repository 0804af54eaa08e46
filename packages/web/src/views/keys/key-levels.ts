/** What a key may do: read, write as well, or administer. */
export const keyLevels = [30, 20, 10] as const
export type KeyLevel = (typeof keyLevels)[number]
