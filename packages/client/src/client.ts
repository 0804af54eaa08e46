import type { RefreshReply } from '@trowel/contract/auth.js'
import type { ApplicationTypes } from './application-types.js'
import { keepDevices } from './devices.js'
import { apiKeysOf, backupsOf, logsOf, rawSqlOf, webhooksOf } from './groups/administration.js'
import { assemblagesOf, chartsOf } from './groups/analysis.js'
import { authOf } from './groups/auth.js'
import { chronologyOf } from './groups/chronology.js'
import { citationsOf } from './groups/citations.js'
import { configurationOf } from './groups/configuration.js'
import { filesOf } from './groups/files.js'
import { historyOf } from './groups/history.js'
import { importsOf } from './groups/imports.js'
import { infoOf, newAppOf, upgradesOf, welcomeOf } from './groups/info.js'
import { jobsOf } from './groups/jobs.js'
import { manualLinksOf } from './groups/links.js'
import { geofaceOf, mapLayersOf, mapViewsOf } from './groups/map.js'
import { recordsOf } from './groups/records.js'
import { dbmlOf, indexesOf, relationsOf, validationOf } from './groups/schema.js'
import { savedQueriesOf, searchOf, searchReplaceOf } from './groups/searching.js'
import { stratigraphyOf } from './groups/stratigraphy.js'
import { templatesOf, widgetsOf } from './groups/templates.js'
import { preferencesOf, privilegesOf, usersOf } from './groups/users.js'
import { vocabulariesOf } from './groups/vocabularies.js'
import { usualRetries } from './retry.js'
import { keepSession, type Session } from './session.js'
import { perBrowser, perTab, type TokenStorage } from './token-storage.js'
import { type OnChangeSet, openTransport } from './transport.js'
import type { TypedGroups } from './typed-client.js'
import { type Fetch, fetchWithProgress } from './upload-progress.js'

export type { AnalysisDefinition } from '@trowel/contract/assemblages.js'
export type { ChartDefinition } from '@trowel/contract/charts.js'
export type { Filter, Listing, Selection } from '@trowel/contract/listing.js'
export type { Aggregate } from '@trowel/contract/model/aggregates.js'
export type { ExportFormat } from '@trowel/contract/model/export-formats.js'
export type {
  ApplicationTypes,
  FieldTypes,
  NewValues,
  Row,
  TableFilter,
  TableTypes,
  Values,
} from './application-types.js'
export { type Made, withChangeSet } from './change-set.js'
export type { Download, DownloadedFile, TicketDownload } from './download.js'
export { ApiError, type ErrorCode, NetworkError, type Problem } from './errors.js'
export { newCreationKey } from './groups/records.js'
export { entriesOf, type Page } from './lists.js'
export type { Session } from './session.js'
export { inMemory, perBrowser, perTab, type TokenStorage } from './token-storage.js'
export type { CallOptions, UploadOptions } from './transport.js'
export { type Fetch, fetchWithProgress } from './upload-progress.js'

export interface ClientOptions {
  /** Scheme, host and port of the service; in a browser the place the page came from, by default. */
  readonly baseUrl?: string
  /** An API key or a token to begin with, in place of a login. */
  readonly token?: string
  /** Where the token is kept: in the storage of the tab in a browser, else in memory. */
  readonly storage?: TokenStorage
  /**
   * Where it is kept that people have logged in on this device: in the storage of the browser, else in
   * memory.
   */
  readonly devices?: TokenStorage
  /** Sends a request; with `fetchWithProgress` inside uploads tell how much of them has left. */
  readonly fetch?: Fetch
  /**
   * The service no longer accepts the session, and its token is forgotten: show the login. Not called after a
   * logout.
   */
  readonly onSignedOut?: () => void
  /** Called for each change set that a call made, with the route of the call. */
  readonly onChangeSet?: OnChangeSet
  /**
   * How often a call that only reads, or makes a record by its key, is tried again when it fails on the way,
   * or when the service has too much to do: 2 by default, after pauses that grow, or as long as the service
   * asks for. What else writes is never sent twice.
   */
  readonly retries?: number
  /** The clock of this machine, milliseconds since 1970. */
  readonly now?: () => number
}

type AnyClient = ReturnType<typeof openClient>

/**
 * Everything that the service offers, one function for each operation, in groups. With the types of an
 * application, which `trowel types` writes, the compiler knows its tables and fields.
 */
export type Client<Dig extends ApplicationTypes = never> = [Dig] extends [never]
  ? AnyClient
  : Omit<AnyClient, keyof TypedGroups<Dig>> & TypedGroups<Dig>

/**
 * A client of one service, for one session at a time; programs that act for several people, or in several
 * applications at once, make several. Every function throws `ApiError` when the service refuses, and
 * `NetworkError` when it cannot be reached.
 */
export function createClient(options?: ClientOptions): Client
export function createClient<Dig extends ApplicationTypes>(options?: ClientOptions): Client<Dig>
export function createClient(options: ClientOptions = {}): object {
  return openClient(options)
}

function openClient(options: ClientOptions) {
  const { baseUrl = '', storage = perTab(), now = Date.now } = options
  const { onSignedOut = () => {}, onChangeSet = () => {}, retries = usualRetries } = options
  const transport = openTransport({
    baseUrl,
    fetch: options.fetch ?? fetchWithProgress,
    session: () => keeper,
    onChangeSet,
    retries,
  })
  // The request that waits for it is tried again itself.
  const renew = async (token: string): Promise<string> =>
    (await transport.send<typeof RefreshReply>('GET /api/auth/refresh', [], { token, retries: 0 })).token
  const keeper = keepSession(storage, now, renew, onSignedOut)
  const session: Session = keeper
  if (options.token !== undefined) session.use(options.token)

  return {
    /** Who the client acts for. */
    session,
    auth: authOf(transport, session, keepDevices(options.devices ?? perBrowser())),
    info: infoOf(transport),
    welcome: welcomeOf(transport),
    newApp: newAppOf(transport),
    upgrades: upgradesOf(transport),
    records: recordsOf(transport),
    history: historyOf(transport),
    files: filesOf(transport),
    stratigraphy: stratigraphyOf(transport),
    manualLinks: manualLinksOf(transport),
    search: searchOf(transport),
    savedQueries: savedQueriesOf(transport),
    searchReplace: searchReplaceOf(transport),
    vocabularies: vocabulariesOf(transport),
    charts: chartsOf(transport),
    assemblages: assemblagesOf(transport),
    geoface: geofaceOf(transport),
    mapLayers: mapLayersOf(transport),
    mapViews: mapViewsOf(transport),
    chronology: chronologyOf(transport),
    citations: citationsOf(transport),
    templates: templatesOf(transport),
    widgets: widgetsOf(transport),
    imports: importsOf(transport),
    jobs: jobsOf(transport),
    users: usersOf(transport, session),
    preferences: preferencesOf(transport),
    privileges: privilegesOf(transport),
    apiKeys: apiKeysOf(transport),
    configuration: configurationOf(transport),
    relations: relationsOf(transport),
    indexes: indexesOf(transport),
    validation: validationOf(transport),
    dbml: dbmlOf(transport),
    backups: backupsOf(transport),
    logs: logsOf(transport),
    rawSql: rawSqlOf(transport),
    webhooks: webhooksOf(transport),
  }
}
