import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  EffectiveReply,
  PrivilegeParams,
  PrivilegePreviewReply,
  RemovePrivilegeReply,
  RemovePrivilegesBody,
  RemovePrivilegesReply,
  SaveTablePrivilegeReply,
  type TablePrivilege,
  TablePrivilegeBody,
  TablePrivilegesReply,
  UserParams,
} from '@trowel/contract/users.js'
import { type Static, Type } from 'typebox'
import { isObject, parseJson } from '../../catalogue/json-text.js'
import { digits } from '../../http/guard.js'
import { pathId } from '../../http/path-id.js'
import { type EffectiveRights, previewOverride, readEffectiveRights } from './effective-rights.js'
import { bodyId, numberOf, tableName } from './form-values.js'
import type { OverrideInput } from './override-input.js'
import {
  type ListedOverride,
  listOverrides,
  removeOverride,
  removeOverrides,
  saveOverride,
} from './overrides.js'

const tags = ['users']

/** The levels of people on single tables, and what these come to. */
export const overrideRoutes: FastifyPluginAsyncTypebox = async (server) => {
  const url = `/api/user/:id${digits}/privileges`
  const body = Type.Union([TablePrivilegeBody, Type.Null()])

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
      data: (await listOverrides(scope, pathId(params.id))).map(asWire),
    }),
  )

  server.post(
    url,
    {
      schema: {
        tags,
        summary: 'Set the level of somebody on one table',
        params: UserParams,
        body,
        response: { 200: SaveTablePrivilegeReply },
      },
    },
    async ({ scope, params, body: form }) => ({
      status: 'success' as const,
      code: 'privilege_saved' as const,
      id: await saveOverride(scope, pathId(params.id), readForm(form)),
    }),
  )

  server.post(
    `${url}/preview`,
    {
      schema: {
        tags,
        summary: 'What somebody would see of a table with such a level; nothing is changed',
        params: UserParams,
        body,
        response: { 200: PrivilegePreviewReply },
      },
    },
    async ({ scope, params, body: form }) => {
      const { effective, rows } = await previewOverride(scope, pathId(params.id), readForm(form))
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
      const { account, tables } = await readEffectiveRights(scope, pathId(params.id))
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
        body: Type.Union([RemovePrivilegesBody, Type.Null()]),
        response: { 200: RemovePrivilegesReply },
      },
    },
    async ({ scope, params, query, body: form }) => {
      const address = query as { readonly table_name?: unknown; readonly privilege_id?: unknown }
      const choice = {
        table: tableName(address.table_name) ?? tableName(form?.table_name),
        id: bodyId(address.privilege_id, 'privilege_id') ?? bodyId(form?.privilege_id, 'privilege_id'),
      }
      return {
        status: 'success' as const,
        code: 'privilege_deleted' as const,
        deleted: await removeOverrides(scope, pathId(params.id), choice),
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
      await removeOverride(scope, pathId(params.id))
      return { status: 'success' as const, code: 'privilege_deleted' as const }
    },
  )
}

const readForm = (form: Static<typeof TablePrivilegeBody> | null): OverrideInput => ({
  table: form?.table_name,
  privilege: numberOf(form?.privilege),
  filter: form?.filter,
  subset: form?.subset,
  outside: form?.outside,
})

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
