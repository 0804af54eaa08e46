/**
 * Years as they follow each other: there is no year 0, so 1 BCE (-1) is counted as 0, and a 0 that a user
 * wrote as the first year of our era.
 */
export const countedYear = (year: number): number => (year < 0 ? year + 1 : year || 1)

/** The year as it is called, negative before our era. @param counted as `countedYear` gives it */
export const calendarYear = (counted: number): number => (counted <= 0 ? counted - 1 : counted)
