/**
 * The schema that holds what all applications share: our functions, announcements, and the trigram extension
 * where it may be installed.
 */
export const sharedSchema = 'trowel'
