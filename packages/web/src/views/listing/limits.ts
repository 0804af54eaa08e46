/** So many records the service changes or deletes at once. */
export const maxConcurrent = 500
