/** A moment as answers give it: ISO 8601 in UTC, to the second. */
export function wireTime(moment: Date | number): string {
  return new Date(moment).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
