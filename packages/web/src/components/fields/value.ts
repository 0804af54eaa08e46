/** What a form holds for a field: as the service sends it, or as a user typed it. */
export type Value = string | number | null
