import { isObject } from '@trowel/contract/json.js'
import {
  EffectiveReply,
  PrivilegeParams,
  PrivilegePreviewReply,
  RemovePrivilegeReply,
  RemovePrivilegesBody,
  RemovePrivilegesQuery,
  RemovePrivilegesReply,
  SaveTablePrivilegeReply,
  type TablePrivilege,
  TablePrivilegeBody,
  TablePrivilegesReply,
  UserParams,
} from '@trowel/contract/users.js'
import { parseJson } from '../../catalogue/json-text.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import { type EffectiveRights, previewOverride, readEffectiveRights } from './effective-rights.js'
import {
  type ListedOverride,
  listOverrides,
  removeOverride,
  removeOverrides,
  saveOverride,
} from './overrides.js'

const tags = ['users']

/** The levels of people on single tables, and what these come to. */
export const overrideRoutes: Routes = async (server) => {
  const url = `/api/user/:id${digits}/privileges`

  server.get(
    url,
    {
      schema: {
        tags,
        summary: 'On which tables somebody has another level',
        params: UserParams,
        response: { 200: TablePrivilegesReply },
      },
    },
    async ({ scope, params }) => ({
      status: 'success' as const,
      code: 'table_privileges' as const,
      data: (await listOverrides(scope, params.id)).map(asWire),
    }),
  )

  server.post(
    url,
    {
      schema: {
        tags,
        summary: 'Set the level of somebody on one table',
        params: UserParams,
        body: TablePrivilegeBody,
        response: { 200: SaveTablePrivilegeReply },
      },
    },
    async ({ scope, params, body }) => ({
      status: 'success' as const,
      code: 'privilege_saved' as const,
      id: await saveOverride(scope, params.id, body),
    }),
  )

  server.post(
    `${url}/preview`,
    {
      schema: {
        tags,
        summary: 'What somebody would see of a table with such a level; nothing is changed',
        params: UserParams,
        body: TablePrivilegeBody,
        response: { 200: PrivilegePreviewReply },
      },
    },
    async ({ scope, params, body }) => {
      const { effective, rows } = await previewOverride(scope, params.id, body)
      return {
        status: 'success' as const,
        code: 'privilege_preview' as const,
        table_name: effective.table.name,
        ...sharesOf(effective),
        rows,
      }
    },
  )

  server.get(
    `/api/user/:id${digits}/effective`,
    {
      schema: {
        tags,
        summary: 'What somebody may do on every table, in numbers',
        params: UserParams,
        response: { 200: EffectiveReply },
      },
    },
    async ({ scope, params }) => {
      const { account, tables } = await readEffectiveRights(scope, params.id)
      return {
        status: 'success' as const,
        code: 'effective_privileges' as const,
        privilege: account.privilege,
        tables: tables.map((one) => ({
          table_name: one.table.name,
          label: one.table.label,
          source: one.source,
          ...sharesOf(one),
        })),
      }
    },
  )

  server.delete(
    url,
    {
      schema: {
        tags,
        summary: 'Delete one of these levels, or all of them',
        params: UserParams,
        querystring: RemovePrivilegesQuery,
        body: RemovePrivilegesBody,
        response: { 200: RemovePrivilegesReply },
      },
    },
    async ({ scope, params, query, body }) => {
      const choice = {
        table: query.table_name ?? body.table_name,
        id: query.privilege_id ?? body.privilege_id,
      }
      return {
        status: 'success' as const,
        code: 'privilege_deleted' as const,
        deleted: await removeOverrides(scope, params.id, choice),
      }
    },
  )

  server.delete(
    `/api/privilege/:id${digits}`,
    {
      schema: {
        tags,
        summary: 'Delete the level of somebody on one table',
        params: PrivilegeParams,
        response: { 200: RemovePrivilegeReply },
      },
    },
    async ({ scope, params }) => {
      await removeOverride(scope, params.id)
      return { status: 'success' as const, code: 'privilege_deleted' as const }
    },
  )
}

function asWire({ id, userId, table, privilege, filter, outside, problems }: ListedOverride): TablePrivilege {
  const found = filter === null ? null : parseJson(filter)
  return {
    id,
    user_id: userId,
    table_name: table,
    privilege,
    filter: isObject(found) ? found : null,
    subset: filter,
    outside: outside === 'global' ? 'global' : 'hide',
    ...(problems.length > 0 && { filter_errors: [...problems] }),
  }
}

const sharesOf = ({ inside, outside, total, visible, editable, canAdd }: EffectiveRights) => ({
  inside,
  outside,
  total,
  visible,
  editable,
  can_add: canAdd,
})
