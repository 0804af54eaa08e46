/** What holds for all answers of one kind. */
interface Kind {
  /** Is it records, or what is needed to read them? Then it may stay on the machine for times offline. */
  readonly isAvailableOffline: boolean
  /** Is it read, counted, drawn or offered from records? Then it is fetched again when some were written. */
  readonly isMadeOfRecords: boolean
}

const readOffline: Kind = { isAvailableOffline: true, isMadeOfRecords: false }
const recordsOffline: Kind = { isAvailableOffline: true, isMadeOfRecords: true }
const records: Kind = { isAvailableOffline: false, isMadeOfRecords: true }
const onlineOnly: Kind = { isAvailableOffline: false, isMadeOfRecords: false }

/**
 * Every kind of answer that the client asks for and caches. A query has the key `[application, kind, …]`: one
 * of a kind that is missing here does not compile. A query that two files use is a function in `queries/`.
 */
const kinds = {
  info: readOffline,
  tables: readOffline,
  welcome: readOffline,
  layouts: readOffline,
  vocabularies: readOffline,
  geoface: readOffline,
  charts: readOffline,
  assemblages: readOffline,
  records: recordsOffline,
  record: recordsOffline,
  versions: recordsOffline,
  history: recordsOffline,
  files: recordsOffline,
  options: recordsOffline,
  features: recordsOffline,
  matrix: recordsOffline,
  stratigraphy: recordsOffline,
  timeline: recordsOffline,
  chronology: recordsOffline,
  deleted: records,
  candidates: records,
  'search-values': records,
  'chart-data': records,
  'assemblage-data': records,
  'assemblage-meta': onlineOnly,
  'assemblage-sources': onlineOnly,
  backups: onlineOnly,
  'citation-sync': onlineOnly,
  configuration: onlineOnly,
  conflict: onlineOnly,
  'file-notes': onlineOnly,
  'import-fields': onlineOnly,
  'import-preview': onlineOnly,
  job: onlineOnly,
  keys: onlineOnly,
  libraries: onlineOnly,
  library: onlineOnly,
  log: onlineOnly,
  replace: onlineOnly,
  'saved-queries': onlineOnly,
  'search-config': onlineOnly,
  upgrade: onlineOnly,
  users: onlineOnly,
  widgets: onlineOnly,
} as const satisfies Readonly<Record<string, Kind>>

export type QueryKind = keyof typeof kinds

/** What belongs to no application. */
type Outside = 'door' | 'wizard' | 'markdown' | 'wms-layers'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * A view that changes something invalidates by the shortest key that covers it, `[app]` for everything of
     * an application.
     */
    queryKey:
      | readonly [app: string]
      | readonly [app: string, kind: QueryKind, ...which: unknown[]]
      | readonly [Outside, ...unknown[]]
  }
}

const kindOf = ([, kind]: readonly unknown[]): Kind | undefined =>
  Object.entries(kinds).find(([name]) => name === kind)?.[1]

/** May an answer stay on the machine? @param key the key under which it is cached */
export const isAvailableOffline = (key: readonly unknown[]): boolean =>
  kindOf(key)?.isAvailableOffline ?? false

/** Does an answer change with records? @param key the key under which it is cached */
export const isMadeOfRecords = (key: readonly unknown[]): boolean => kindOf(key)?.isMadeOfRecords ?? false
