/** By which way changes of one transaction came. */
export const changeOrigins = [
  'form',
  'bulk',
  'import',
  'replace',
  'vocabulary',
  'restore',
  'undo',
  'duplicate',
  'files',
  'map',
  'links',
  'citations',
  'sql',
  'adopt',
  'sync',
  'configuration',
  'api',
] as const

export type ChangeOrigin = (typeof changeOrigins)[number]
