import type { Guard, Method, RouteGuard } from './guards.js'

type Mark = NonNullable<RouteGuard['on']> | 'human' | 'confirmed' | 'manage'
type Row = readonly [route: `${Method} /${string}`, guard: Guard, ...marks: Mark[]]

const authentication = [
  ['GET /api/auth/apps', 'public'],
  ['POST /api/auth/login', 'public'],
  ['GET /api/auth/refresh', 'enter', 'human'],
  ['GET /api/auth/logout', 'public'],
  ['GET /api/auth/oauth/:provider/redirect', 'public'],
  ['GET /api/auth/oauth/:provider/callback', 'public'],
  ['POST /api/auth/oauth/exchange', 'public'],
  ['GET /api/info', 'public'],
  ['GET /api/info/app', 'enter'],
  ['GET /api/tables', 'enter'],
  ['GET /api/types', 'enter'],
  // Super-administrators only; the refusal has a code of its own.
  ['POST /api/admin/check-password', 'super', 'human', 'service'],
  ['POST /api/download-ticket', 'enter'],
] as const satisfies readonly Row[]

const records = [
  ['GET /api/records/:tb', 'read', 'table'],
  ['POST /api/records/:tb', 'read', 'table'],
  ['POST /api/records/:tb/totals', 'read', 'table'],
  ['POST /api/records/:tb/groups', 'read', 'table'],
  ['PATCH /api/records/:tb', 'edit20', 'table'],
  ['DELETE /api/records/:tb', 'edit', 'record'],
  ['PATCH /api/records/:tb/cells', 'edit', 'record'],
  ['GET /api/records/:tb/export', 'read', 'table'],
  ['GET /api/records/:tb/print', 'read', 'table'],
  ['GET /api/records/:tb/labels', 'read', 'table'],
  // Reading each of the tables that the address names.
  ['GET /api/export/gpkg', 'read', 'service'],
  // As much of each table as the caller may see.
  ['GET /api/export/all', 'read'],
  ['GET /api/record/:tb/:id', 'read', 'record'],
  ['GET /api/record/:tb/new', 'create', 'table'],
  ['GET /api/record/:tb/next-number', 'create', 'table'],
  // With an id in the body it is an update of that record.
  ['POST /api/record/:tb', 'create', 'table'],
  ['POST /api/record/:tb/check', 'create', 'table'],
  ['POST /api/record/:tb/:id/check', 'edit', 'record'],
  ['POST /api/record/:tb/:id', 'edit', 'record'],
  ['PUT /api/record/:tb/:id', 'edit', 'record'],
  ['PATCH /api/record/:tb/:id', 'edit', 'record'],
  // Reading the record, and creating in its table.
  ['POST /api/record/:tb/:id/duplicate', 'create', 'table'],
  ['DELETE /api/record/:tb/:id', 'edit', 'record'],
  ['DELETE /api/record/:tb/:id/plugins', 'edit', 'record'],
  ['GET /api/record/:tb/check-plugins-before-delete', 'edit', 'record'],
  ['GET /api/record/:tb/templates', 'read', 'table'],
  ['GET /api/record/:tb/field-options', 'read', 'table'],
  ['GET /api/record/:tb/check-unique', 'read', 'table'],
  ['GET /api/record/:tb/link-candidates', 'read', 'table'],
  ['GET /api/record/:tb/deleted', 'read', 'table'],
  ['GET /api/record/:tb/:id/versions', 'read', 'record'],
  ['GET /api/record/:tb/:id/changes', 'read', 'record'],
  ['GET /api/record/:tb/:id/print', 'read', 'record'],
  ['GET /api/version/:id', 'read', 'record'],
  ['POST /api/version/:id/restore', 'admin'],
] as const satisfies readonly Row[]

const files = [
  ['GET /api/files', 'read'],
  ['POST /api/record/:tb/file', 'create', 'table'],
  ['POST /api/record/:tb/:id/file', 'edit', 'record'],
  ['POST /api/record/:tb/:id/link-file', 'edit', 'record'],
  ['DELETE /api/file-link/:linkId', 'edit', 'record'],
  ['DELETE /api/file/:fileId', 'edit', 'service'],
  ['PATCH /api/file/:fileId', 'edit', 'service'],
  ['POST /api/file/:fileId/replace', 'edit', 'service'],
  ['POST /api/files/sort', 'edit', 'record'],
  // What a camera wrote into a picture: for those who see the file.
  ['GET /api/file/:id/metadata', 'read', 'service'],
  ['GET /api/file/:id/print', 'read', 'service'],
  // A bearer token, a signed link, or a download ticket: the service looks at each.
  ['GET /api/file/:id/content', 'public', 'service'],
  ['GET /projects/:app/files/:id.:ext', 'public', 'service'],
] as const satisfies readonly Row[]

const relations = [
  ['POST /api/record/:tb/rs', 'edit', 'record'],
  ['DELETE /api/rs/:id', 'edit', 'record'],
  ['GET /api/rs/matrix', 'read', 'table'],
  ['GET /api/rs/check', 'read', 'table'],
  ['GET /api/rs/export', 'read', 'table'],
  ['POST /api/manual-link', 'edit', 'record'],
  ['DELETE /api/manual-link/:id', 'edit', 'record'],
] as const satisfies readonly Row[]

const searchAndImport = [
  ['GET /api/search', 'enter', 'service'],
  ['GET /api/search/:tb/config', 'read', 'table'],
  ['GET /api/search/:tb/values', 'read', 'table'],
  ['GET /api/search-replace/tables', 'super'],
  ['GET /api/search-replace/:tb/fields', 'super'],
  ['POST /api/search-replace', 'super'],
  ['GET /api/import/:tb/fields', 'edit20', 'table'],
  ['POST /api/import/preview-file', 'edit20'],
  ['POST /api/import/preview-photos', 'edit20'],
  ['POST /api/import/data', 'edit20', 'table'],
  // They change the configuration.
  ['POST /api/import/new-table', 'super'],
  ['POST /api/import/new-fields', 'super'],
  // The caller's own uploads.
  ['GET /api/import/progress/:tempId', 'edit20', 'service'],
  ['GET /api/import/refused/:tempId', 'edit20', 'service'],
  ['POST /api/import/geojson', 'edit20', 'table'],
  ['POST /api/import/photos', 'edit20', 'table'],
  ['POST /api/import/relations', 'edit20', 'table'],
  ['GET /api/jobs/:id', 'enter', 'service'],
] as const satisfies readonly Row[]

const vocabularies = [
  ['GET /api/vocabularies', 'read'],
  ['GET /api/vocabularies/usages', 'read'],
  ['POST /api/vocabularies', 'admin'],
  ['PATCH /api/vocabulary/:id', 'admin'],
  ['DELETE /api/vocabulary/:id', 'admin'],
  ['POST /api/vocabularies/sort', 'admin'],
] as const satisfies readonly Row[]

/** Marked `service`: the owner or a super-administrator. */
const personal = [
  ['GET /api/saved-queries', 'read'],
  ['POST /api/saved-queries', 'create', 'human'],
  ['POST /api/saved-query/:id', 'read', 'service'],
  ['POST /api/saved-query/:id/share', 'read', 'service'],
  ['POST /api/saved-query/:id/unshare', 'read', 'service'],
  ['DELETE /api/saved-query/:id', 'read', 'service'],
  ['GET /api/charts', 'read'],
  ['POST /api/charts', 'create', 'human'],
  ['POST /api/chart/data', 'read', 'table'],
  ['POST /api/chart/:id', 'read', 'service'],
  ['POST /api/chart/:id/share', 'read', 'service'],
  ['POST /api/chart/:id/unshare', 'read', 'service'],
  ['DELETE /api/chart/:id', 'read', 'service'],
  ['GET /api/assemblages', 'read'],
  ['POST /api/assemblages', 'create', 'human'],
  ['POST /api/assemblage/:id', 'read', 'service'],
  ['POST /api/assemblage/:id/share', 'read', 'service'],
  ['POST /api/assemblage/:id/unshare', 'read', 'service'],
  ['DELETE /api/assemblage/:id', 'read', 'service'],
  ['GET /api/assemblage/sources', 'read'],
  ['GET /api/assemblage/table-meta', 'read', 'table'],
  ['POST /api/assemblage/data', 'read', 'table'],
  ['POST /api/assemblage/seriation', 'read', 'table'],
  // Layers of tables that the caller may not read are left out.
  ['GET /api/map-views', 'read'],
  ['POST /api/map-views', 'create', 'human'],
  ['POST /api/map-view/:id', 'read', 'service'],
  ['POST /api/map-view/:id/share', 'read', 'service'],
  ['POST /api/map-view/:id/unshare', 'read', 'service'],
  ['DELETE /api/map-view/:id', 'read', 'service'],
] as const satisfies readonly Row[]

const geography = [
  ['GET /api/geoface', 'read', 'table'],
  ['GET /api/geoface/layers', 'read'],
  ['POST /api/geoface/feature', 'edit', 'record'],
  ['PUT /api/geoface/feature', 'edit', 'record'],
  ['DELETE /api/geoface/feature', 'edit', 'record'],
  ['GET /api/geoface/tiles/:tb/:z/:x/:y', 'read', 'table'],
  // A bearer token or a signed link.
  ['GET /api/geofile/:name', 'public', 'service'],
  // Tables that the caller may not read are left out.
  ['GET /api/chrono/timeline', 'read', 'service'],
  ['GET /api/chrono/related/:tb/:id', 'read', 'record'],
  ['GET /api/radiocarbon/calibrate', 'read'],
  ['POST /api/radiocarbon/recalibrate', 'super'],
  ['GET /ogc', 'read', 'service'],
  ['GET /ogc/', 'read', 'service'],
  ['GET /ogc/api', 'read', 'service'],
  ['GET /ogc/conformance', 'read', 'service'],
  ['GET /ogc/collections', 'read', 'table'],
  ['GET /ogc/collections/:tb', 'read', 'table'],
  ['GET /ogc/collections/:tb/queryables', 'read', 'table'],
  ['GET /ogc/collections/:tb/schema', 'read', 'table'],
  ['GET /ogc/collections/:tb/items', 'read', 'table'],
  ['GET /ogc/collections/:tb/items/:id', 'read', 'record'],
] as const satisfies readonly Row[]

const templatesAndTexts = [
  ['GET /api/templates', 'super'],
  ['GET /api/templates/:tb', 'super'],
  ['GET /api/template/:tb/:name', 'super'],
  ['POST /api/template/:tb/:name', 'super'],
  ['DELETE /api/template/:tb/:name', 'super'],
  ['POST /api/template/:tb/:name/rename', 'super'],
  ['GET /api/widgets', 'read'],
  ['GET /api/widget/:name', 'read'],
  ['GET /api/welcome', 'enter'],
  ['PUT /api/welcome', 'admin'],
  ['GET /api/welcome/:picture', 'enter'],
  ['PUT /api/welcome/:picture', 'admin'],
  ['DELETE /api/welcome/:picture', 'admin'],
  ['GET /api/history', 'read'],
  // One's own; everybody's for administrators.
  ['GET /api/change-sets', 'read'],
  ['GET /api/change-set/:id', 'read', 'service'],
  // One’s own; those of others *admin*. The service looks at every row.
  ['POST /api/change-set/:id/undo', 'edit', 'service'],
  ['POST /api/change-sets/undo', 'edit', 'service'],
  ['POST /api/change-sets/purge', 'super', 'confirmed'],
  // Everybody's, as far as the caller sees the rows.
  ['GET /api/changes', 'read'],
  ['GET /api/changes/times', 'read'],
  ['GET /api/changes/stream', 'read'],
] as const satisfies readonly Row[]

/**
 * Marked `service`: one's own account, or an administrator for every account. All of them are marked
 * `manage`: a key could give itself more power here.
 */
const users = [
  // Of the caller alone.
  ['GET /api/preferences', 'read', 'human'],
  ['PUT /api/preferences', 'read', 'human'],
  ['GET /api/users', 'enter', 'service', 'manage'],
  ['GET /api/user', 'admin', 'manage'],
  ['GET /api/user/:id', 'enter', 'service', 'manage'],
  ['POST /api/user', 'enter', 'service', 'manage'],
  ['DELETE /api/user/:id', 'admin', 'manage'],
  ['DELETE /api/user', 'admin', 'manage'],
  ['POST /api/user/:id/revoke', 'admin', 'manage'],
  ['GET /api/user/:id/privileges', 'admin', 'manage'],
  ['POST /api/user/:id/privileges', 'admin', 'manage'],
  ['DELETE /api/user/:id/privileges', 'admin', 'manage'],
  ['POST /api/user/:id/privileges/preview', 'admin', 'manage'],
  ['GET /api/user/:id/effective', 'admin', 'manage'],
  ['DELETE /api/privilege/:id', 'admin', 'manage'],
  ['GET /api/api-keys', 'admin', 'manage'],
  ['POST /api/api-keys', 'admin', 'manage'],
  ['POST /api/api-key/:id/revoke', 'admin', 'manage'],
  ['DELETE /api/api-key/:id', 'admin', 'manage'],
  // A key could let itself be told of changes after it was revoked.
  ['GET /api/webhooks', 'admin', 'manage'],
  ['POST /api/webhooks', 'admin', 'manage'],
  ['PUT /api/webhook/:id', 'admin', 'manage'],
  ['DELETE /api/webhook/:id', 'admin', 'manage'],
  ['POST /api/webhook/:id/secret', 'admin', 'manage'],
  ['POST /api/webhook/:id/test', 'admin', 'manage'],
  ['GET /api/webhook/:id/deliveries', 'admin', 'manage'],
  ['POST /api/webhook/:id/delivery/:n/resend', 'admin', 'manage'],
] as const satisfies readonly Row[]

const operations = [
  ['GET /api/migrations', 'admin'],
  ['GET /api/upgrade/status', 'public'],
  ['POST /api/upgrade/minor', 'admin'],
  ['POST /api/upgrade/major', 'public'],
  ['GET /api/backups', 'admin', 'manage'],
  ['POST /api/backups', 'admin', 'manage'],
  ['PUT /api/backups/schedule', 'admin', 'manage'],
  ['DELETE /api/backups/schedule', 'admin', 'manage'],
  ['DELETE /api/backup/:file', 'admin', 'manage'],
  ['POST /api/backup/:file/restore', 'super', 'manage'],
  ['GET /api/backup/:file/download', 'admin', 'manage'],
  ['GET /api/logs', 'admin'],
  ['POST /api/logs/purge', 'admin'],
  ['POST /api/free-sql/verify', 'super', 'human'],
  ['POST /api/free-sql/run', 'super', 'human', 'confirmed'],
  ['GET /api/new-app/status', 'public'],
  ['POST /api/new-app', 'public'],
  ['GET /api/openapi.json', 'public'],
  ['GET /api/docs', 'public'],
  ['GET /', 'public'],
  ['GET /login', 'public'],
  ['GET /setup', 'public'],
  ['GET /widget-frame', 'public'],
  ['GET /service-worker.js', 'public'],
  ['GET /app/:app', 'public'],
  ['GET /app/:app/*', 'public'],
  ['GET /assets/*', 'public'],
  ['GET /docs', 'public'],
  ['GET /docs/*', 'public'],
  ['GET /healthz', 'public'],
  ['GET /readyz', 'public'],
  // From the machine itself, or an administrator.
  ['GET /metrics', 'public', 'service'],
] as const satisfies readonly Row[]

const configuration = [
  ['GET /api/config/app', 'super'],
  ['PUT /api/config/app', 'super'],
  ['GET /api/config/tables', 'super'],
  ['POST /api/config/tables', 'super'],
  ['POST /api/config/tables/sort', 'super'],
  ['GET /api/config/table/:tb', 'super'],
  ['POST /api/config/table/:tb', 'super'],
  ['PUT /api/config/table/:tb', 'super'],
  ['PATCH /api/config/table/:tb', 'super'],
  ['DELETE /api/config/table/:tb', 'super', 'confirmed'],
  ['GET /api/config/field-structure', 'super'],
  ['GET /api/config/table/:tb/fields', 'super'],
  ['POST /api/config/table/:tb/fields', 'super'],
  ['POST /api/config/table/:tb/fields/sort', 'super'],
  ['POST /api/config/table/:tb/field', 'super'],
  ['PUT /api/config/table/:tb/field/:fld', 'super'],
  ['PATCH /api/config/table/:tb/field/:fld', 'super'],
  ['DELETE /api/config/table/:tb/field/:fld', 'super', 'confirmed'],
  ['POST /api/config/table/:tb/fuzzy-date', 'super'],
  ['DELETE /api/config/table/:tb/fuzzy-date', 'super'],
  ['POST /api/config/table/:tb/osteology', 'super'],
  ['DELETE /api/config/table/:tb/osteology', 'super'],
  ['POST /api/config/table/:tb/radiocarbon', 'super'],
  ['DELETE /api/config/table/:tb/radiocarbon', 'super'],
  ['GET /api/config/geoface', 'super'],
  ['PUT /api/config/geoface', 'super'],
  ['PUT /api/config/geoface/reference-system', 'super'],
  ['POST /api/config/geofile', 'super'],
  ['POST /api/config/georaster', 'super'],
  ['DELETE /api/config/geofile', 'super'],
  ['GET /api/config/validation', 'super'],
  // A deletion needs a password confirmation besides: the action stands in the body.
  ['POST /api/config/validation/fix', 'super'],
  ['GET /api/config/relations', 'super'],
  ['POST /api/config/relations', 'super'],
  ['PUT /api/config/relations/:id', 'super'],
  ['DELETE /api/config/relations/:id', 'super'],
  ['POST /api/config/apply-constraints', 'super'],
  ['GET /api/config/indexes/suggestions', 'super'],
  ['GET /api/config/table/:tb/indexes', 'super'],
  ['POST /api/config/table/:tb/indexes', 'super'],
  ['DELETE /api/config/table/:tb/indexes/:id', 'super'],
  ['GET /api/config/dbml', 'super'],
  ['POST /api/config/dbml/preview', 'super'],
  ['POST /api/config/dbml/apply', 'super'],
  ['GET /api/config/starts', 'super'],
] as const satisfies readonly Row[]

const referenceManager = [
  ['GET /api/refman/libs', 'admin'],
  ['POST /api/refman/lib', 'admin'],
  ['PATCH /api/refman/lib/:id', 'admin'],
  ['DELETE /api/refman/lib/:id', 'admin'],
  // Marked `service`: callers who may create on some table, if only by an override.
  ['GET /api/refman/lib-options', 'create', 'service'],
  ['GET /api/refman/search', 'create', 'service'],
  ['GET /api/refman/links/:tb/:id', 'read', 'record'],
  ['POST /api/refman/link', 'edit', 'record'],
  ['PATCH /api/refman/link/:id', 'edit', 'record'],
  ['DELETE /api/refman/link/:id', 'edit', 'record'],
  ['POST /api/refman/sync/:tb/:id', 'edit', 'record'],
  ['POST /api/refman/sync', 'admin'],
] as const satisfies readonly Row[]

/** Files for bibliographic programs, which existing clients do not know. */
const citationFiles = [
  ['GET /api/refman/export/:tb', 'read', 'table'],
  ['GET /api/refman/export/:tb/:id', 'read', 'record'],
] as const satisfies readonly Row[]

/** The addresses under which existing clients know the reference manager. */
const referenceManagerAliases = referenceManager.map(([route, guard, ...marks]): Row => {
  const alias = route.replace('/api/refman/', '/api/zotero/') as Row[0]
  return route === 'GET /api/refman/libs' ? [alias, 'create', 'service'] : [alias, guard, ...marks]
})

const rows = [
  ...authentication,
  ...records,
  ...files,
  ...relations,
  ...searchAndImport,
  ...vocabularies,
  ...personal,
  ...geography,
  ...templatesAndTexts,
  ...users,
  ...operations,
  ...configuration,
  ...referenceManager,
  ...citationFiles,
] as const

/** A route by method and path, as the table writes it: `GET /api/record/:tb/:id`. Aliases are left out. */
export type Route = (typeof rows)[number][0]

/** Every route of the service and who may call it. `HEAD` follows `GET`. */
export const guardTable: readonly RouteGuard[] = [...rows, ...referenceManagerAliases].map(asRouteGuard)

function asRouteGuard([route, guard, ...marks]: Row): RouteGuard {
  const [method, path] = route.split(' ') as [Method, string]
  const on = marks.find((mark) => mark === 'table' || mark === 'record' || mark === 'service')
  return {
    method,
    path,
    guard,
    ...(on && { on }),
    ...(marks.includes('human') && { human: true }),
    ...(marks.includes('confirmed') && { confirmed: true }),
    ...(marks.includes('manage') && { manage: true }),
  }
}
