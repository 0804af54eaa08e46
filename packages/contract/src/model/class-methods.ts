/** How numbers are sorted into classes of a colour each. */
export const classMethods = ['quantile', 'equal', 'natural'] as const
export type ClassMethod = (typeof classMethods)[number]
