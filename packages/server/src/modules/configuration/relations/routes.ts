import {
  ConstraintsReply,
  doneReply,
  RelationBody,
  RelationParams,
  RelationReply,
  RelationsReply,
} from '@trowel/contract/configuration.js'
import { digits } from '../../../http/guard.js'
import type { Routes } from '../../../http/read-input.js'
import { applyConstraints } from './apply-constraints.js'
import {
  changeRelation,
  createRelation,
  deleteRelationOf,
  listRelations,
  type SavedRelation,
} from './service.js'

/** Which columns refer to which tables, and what the engine enforces of that. */
export const relationRoutes: Routes = async (server) => {
  const tags = ['configuration']

  server.get(
    '/api/config/relations',
    { schema: { tags, summary: 'Relations between tables', response: { 200: RelationsReply } } },
    async ({ scope }) => ({
      status: 'success' as const,
      code: 'relations' as const,
      data: await listRelations(scope),
    }),
  )

  server.post(
    '/api/config/relations',
    {
      schema: { tags, summary: 'Make a relation', body: RelationBody, response: { 200: RelationReply } },
    },
    async ({ scope, body }) => relationReply(await createRelation(scope, body)),
  )

  server.put(
    `/api/config/relations/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Change where a relation leads and what it does',
        params: RelationParams,
        body: RelationBody,
        response: { 200: RelationReply },
      },
    },
    async ({ scope, params, body }) => relationReply(await changeRelation(scope, params.id, body)),
  )

  server.delete(
    `/api/config/relations/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Delete a relation; the values stay',
        params: RelationParams,
        response: { 200: doneReply('relation_deleted') },
      },
    },
    async ({ scope, params }) => {
      await deleteRelationOf(scope, params.id)
      return { status: 'success' as const, code: 'relation_deleted' as const }
    },
  )

  server.post(
    '/api/config/apply-constraints',
    {
      schema: {
        tags,
        summary: 'Enforce relations and make indexes that the database lacks',
        response: { 200: ConstraintsReply },
      },
    },
    async ({ scope }) => {
      const { applied, skipped } = await applyConstraints(scope)
      return {
        status: skipped.length > 0 ? ('warning' as const) : ('success' as const),
        code: 'constraints_applied' as const,
        applied,
        skipped: skipped.length,
        errors: skipped.map(({ table, column, reason, orphanIds }) => ({
          from_tb: table,
          from_col: column,
          reason,
          ...(orphanIds.length > 0 ? { orphan_ids: [...orphanIds] } : {}),
        })),
      }
    },
  )
}

/**
 * Rows whose key leads nowhere are a warning; every other reason not to enforce a relation is said beside.
 */
function relationReply({ id, enforced, reason, orphans, orphanIds }: SavedRelation) {
  if (reason === 'orphans_found') {
    return {
      status: 'warning' as const,
      code: 'relation_saved_orphans_found' as const,
      id,
      enforced,
      orphans,
      orphan_ids: [...orphanIds],
    }
  }
  const saved = { status: 'success' as const, code: 'relation_saved' as const, id, enforced }
  return reason === undefined ? saved : { ...saved, reason }
}
