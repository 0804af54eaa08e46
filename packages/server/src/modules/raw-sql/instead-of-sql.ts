import type { Route } from '@trowel/contract/guard-table.js'

/**
 * Where the rows of the service's tables are changed, since SQL does not; the others are kept by the service
 * alone.
 */
export const routesInstead: Readonly<Record<string, readonly Route[]>> = {
  sys_cfg_app: ['PUT /api/config/app', 'PUT /api/welcome'],
  sys_cfg_tables: ['PATCH /api/config/table/:tb'],
  sys_cfg_fields: ['PATCH /api/config/table/:tb/field/:fld'],
  sys_cfg_relations: ['PUT /api/config/relations/:id'],
  sys_cfg_indexes: ['POST /api/config/table/:tb/indexes', 'DELETE /api/config/table/:tb/indexes/:id'],
  sys_cfg_templates: ['POST /api/template/:tb/:name'],
  sys_cfg_geoface: ['PUT /api/config/geoface'],
  sys_users: ['POST /api/user', 'DELETE /api/user/:id'],
  sys_revoked_sessions: ['POST /api/user/:id/revoke'],
  sys_user_table_privs: ['POST /api/user/:id/privileges', 'DELETE /api/privilege/:id'],
  sys_api_keys: ['POST /api/api-keys', 'POST /api/api-key/:id/revoke'],
  sys_files: ['PATCH /api/file/:fileId', 'POST /api/file/:fileId/replace', 'DELETE /api/file/:fileId'],
  sys_file_links: ['POST /api/record/:tb/:id/link-file', 'DELETE /api/file-link/:linkId'],
  sys_geodata: ['POST /api/geoface/feature', 'PUT /api/geoface/feature', 'DELETE /api/geoface/feature'],
  sys_rs: ['POST /api/record/:tb/rs', 'DELETE /api/rs/:id'],
  sys_userlinks: ['POST /api/manual-link', 'DELETE /api/manual-link/:id'],
  sys_versions: ['POST /api/version/:id/restore'],
  sys_vocabularies: ['POST /api/vocabularies', 'PATCH /api/vocabulary/:id', 'DELETE /api/vocabulary/:id'],
  sys_queries: ['POST /api/saved-queries', 'DELETE /api/saved-query/:id'],
  sys_charts: ['POST /api/charts', 'DELETE /api/chart/:id'],
  sys_assemblage_analyses: ['POST /api/assemblages', 'DELETE /api/assemblage/:id'],
  sys_refman_libs: ['POST /api/refman/lib', 'DELETE /api/refman/lib/:id'],
  sys_refman_links: ['POST /api/refman/link', 'PATCH /api/refman/link/:id', 'DELETE /api/refman/link/:id'],
  sys_confirmations: ['POST /api/free-sql/verify'],
  sys_log: ['POST /api/logs/purge'],
  sys_migrations: ['POST /api/upgrade/minor'],
}

/** Tells who would change a table of the service what to do instead. */
export function instead(table: string): string {
  const routes = routesInstead[table.toLowerCase()]
  const reads = `SQL reads "${table}", a table of the service itself, and does not change it.`
  return routes ? `${reads} Use ${routes.join(' or ')}.` : `${reads} The service alone writes there.`
}
