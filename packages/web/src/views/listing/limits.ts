/** So many records the service prints into one document. */
export const maxPrinted = 500
/** So many records the service changes or deletes at once. */
export const maxConcurrent = 500
