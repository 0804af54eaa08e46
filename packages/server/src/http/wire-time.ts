/** A moment as answers give it: ISO 8601 in UTC, to the second. */
export function wireTime(moment: Date | number): string {
  return `${new Date(moment).toISOString().slice(0, -5)}Z`
}

/** A moment in the name of a file: `20260504_081109`, UTC. */
export const timeInFileName = (moment: Date): string =>
  moment.toISOString().replace(/[-:]/g, '').replace('T', '_').slice(0, 15)
