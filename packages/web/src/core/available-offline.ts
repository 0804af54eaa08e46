/**
 * Kinds of answers that are records and what is needed to read them: nothing about people, keys, settings or
 * logs.
 */
const kinds: ReadonlySet<unknown> = new Set([
  'info',
  'tables',
  'welcome',
  'records',
  'record',
  'options',
  'files',
  'vocabularies',
  'features',
  'geoface',
  'matrix',
  'stratigraphy',
  'timeline',
  'chronology',
  'charts',
  'assemblages',
  'layouts',
  'templates',
  'versions',
  'history',
])

/** May an answer be kept on the machine? @param key the key under which it is remembered */
export const isAvailableOffline = (key: readonly unknown[]): boolean => kinds.has(key[1])
