/** So many records the service gives the same values at once. */
export const maxEdited = 10_000
/** So many records the service deletes at once. */
export const maxDeleted = 500
