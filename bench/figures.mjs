// What a measure answers: figures, of which each has a ratio. 1 is as good as what it is held against, more
// is better; so figures of any unit are judged alike.

/**
 * Held against the limit server.
 *
 * @param what.goal the least ratio that is aimed at, if there is an aim
 * @param what.isTime where less is better
 */
export function againstLimit({ value, limit, isTime = false, ...what }) {
  return { ...what, value, limit, ratio: isTime ? limit / value : value / limit }
}

/** Held against the most that it may be. */
export const atMost = ({ value, most, ...what }) => ({ ...what, value, most, ratio: most / value, goal: 1 })

export const hasReached = ({ ratio, goal }) => goal === undefined || ratio >= goal

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
