/** Which version is looked at, and beside what. */
export interface VersionsSearch {
  readonly version?: number | undefined
  /** `now`: beside the record as it is now; else beside what the change left. */
  readonly beside?: 'now' | undefined
}

export const versionsIn = (search: Record<string, unknown>): VersionsSearch => ({
  version: Number.isSafeInteger(search['version']) ? Number(search['version']) : undefined,
  beside: search['beside'] === 'now' ? 'now' : undefined,
})
