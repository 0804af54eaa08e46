import { RecordParams, TableParams } from '@trowel/contract/records.js'
import {
  DeletedQuery,
  DeletedRecordsReply,
  RestoreBody,
  RestoredReply,
  VersionParams,
  VersionQuery,
  VersionReply,
  VersionsReply,
} from '@trowel/contract/versions.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Static } from 'typebox'
import { AppError } from '../../errors.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import { wireTime } from '../../http/wire-time.js'
import { message } from '../../message.js'
import { type RestoreInput, restoreVersion } from '../../records/restoring/restore.js'
import type { RecordPart } from '../../records/rows/record-part.js'
import { wireContent } from '../../records/versions/content.js'
import type { VersionRow } from '../../records/versions/store.js'
import {
  listDeleted,
  listVersions,
  type RecordVersion,
  readVersion,
} from '../../records/versions/versions.js'

const tags = ['history']
const maxDeleted = 1000

/** What became of records: their versions, those that were deleted, and the way back. */
export const versionRoutes =
  (parts: readonly RecordPart[]): Routes =>
  async (server) => {
    server.get(
      `/api/record/:tb/:id${digits}/versions`,
      {
        schema: {
          tags,
          params: RecordParams,
          response: { 200: VersionsReply },
          summary: 'Who changed a record, and when',
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        versions: (await listVersions(scope, params.tb, params.id)).map((version) => ({
          id: version.id,
          ...whoAndWhen(version),
          operation: version.operation,
        })),
      }),
    )

    server.get(
      `/api/version/:id${digits}`,
      {
        schema: {
          tags,
          params: VersionParams,
          querystring: VersionQuery,
          response: { 200: VersionReply },
          summary: 'The state of a record before a change, beside the record as it is now',
        },
      },
      async ({ scope, params, query }) => {
        const read = await readVersion(scope, parts, params.id, query.diff)
        const { version, current, difference } = read
        return {
          status: 'success' as const,
          version: versionReply(version),
          current: { core: current?.core ?? null, plugins: current?.plugins ?? {} },
          ...(difference ? { diff: difference } : {}),
        } as Static<typeof VersionReply>
      },
    )

    server.post(
      `/api/version/:id${digits}/restore`,
      {
        schema: {
          tags,
          params: VersionParams,
          body: RestoreBody,
          response: { 200: RestoredReply },
          summary: 'Bring a record back to an earlier state, or back at all',
        },
      },
      async ({ scope, params, body }) => {
        const restored = await restoreVersion(scope, parts, params.id, restoreInput(body, params.id))
        return {
          status: 'success' as const,
          code: 'success_restored' as const,
          tb: restored.tb,
          id: restored.id,
          created: restored.created,
          skipped_fields: [...restored.skippedFields],
          skipped_plugins: [...restored.skippedPlugins],
          emptied_fields: [...restored.emptiedFields],
          skipped_related: { ...restored.skippedRelated },
          ...(restored.warnings.length > 0 && { warnings: [...restored.warnings] }),
        }
      },
    )

    server.get(
      '/api/record/:tb/deleted',
      {
        schema: {
          tags,
          params: TableParams,
          querystring: DeletedQuery,
          response: { 200: DeletedRecordsReply },
          summary: 'The records of a table that were deleted, with what they were',
        },
      },
      async ({ scope, params, query }) => {
        const limit = Math.min(query.per_page ?? maxDeleted, maxDeleted)
        const offset = ((query.page ?? 1) - 1) * limit
        const { total, versions } = await listDeleted(scope, parts, params.tb, { limit, offset })
        return { status: 'success' as const, total, deleted: versions.map(deletedReply) } as Static<
          typeof DeletedRecordsReply
        >
      },
    )
  }

const whoAndWhen = ({ userid, user_name, time }: VersionRow) => ({ userid, user_name, time: wireTime(time) })

const versionReply = (version: RecordVersion) => ({
  id: version.id,
  tb: version.tb,
  rowid: version.rowid,
  ...whoAndWhen(version),
  operation: version.operation,
  content: wireContent(version.content),
})

const deletedReply = (version: RecordVersion) => ({
  version_id: version.id,
  rowid: version.rowid,
  ...whoAndWhen(version),
  content: { core: version.content.core, plugins: version.content.plugins },
})

function restoreInput(
  { version_id: named, fields, restore_plugins: plugins = [], force = false }: Decoded<typeof RestoreBody>,
  versionId: number,
): RestoreInput {
  if (named !== undefined && named !== versionId) {
    throw new AppError('invalid_parameter', {
      ...message('version_differs', { name: 'version_id' }),
      detail: { name: 'version_id', reason: 'differs from the address' },
    })
  }
  return { fields, plugins, isForced: force }
}
