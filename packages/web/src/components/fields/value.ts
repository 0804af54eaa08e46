/** What a form holds for a field: as the service sends it, or as somebody typed it. */
export type Value = string | number | null
