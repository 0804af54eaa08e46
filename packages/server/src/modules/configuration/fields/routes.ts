import {
  doneReply,
  FieldBody,
  FieldLabelsReply,
  FieldParams,
  FieldStructureReply,
  FieldsBody,
  NewFieldReply,
  NewFieldsReply,
  RenameBody,
  renamedReply,
  SortBody,
  SortQuery,
  TableParams,
} from '@trowel/contract/configuration.js'
import type { Routes } from '../../../http/read-input.js'
import { removeField } from './delete-field.js'
import { readFieldStructure } from './field-structure.js'
import { renameField } from './rename-field.js'
import { addField, addFields, listFields, sortFields, updateFieldDefinition } from './service.js'

const updated = { status: 'success', code: 'ok_cfg_data_updated' } as const

/** Fields of tables. */
export const fieldRoutes: Routes = async (server) => {
  const tags = ['configuration']

  server.get(
    '/api/config/field-structure',
    { schema: { tags, summary: 'The form of a field', response: { 200: FieldStructureReply } } },
    async ({ scope }) => ({
      status: 'success' as const,
      structure: await readFieldStructure(scope),
    }),
  )

  server.get(
    '/api/config/table/:tb/fields',
    {
      schema: {
        tags,
        summary: 'Names and labels of the fields of a table',
        params: TableParams,
        response: { 200: FieldLabelsReply },
      },
    },
    async ({ scope, params }) => ({
      status: 'success' as const,
      code: 'ok' as const,
      fields: listFields(scope, params.tb),
    }),
  )

  server.post(
    '/api/config/table/:tb/fields/sort',
    {
      schema: {
        tags,
        summary: 'Put the fields of a table in order',
        params: TableParams,
        querystring: SortQuery,
        body: SortBody,
        response: { 200: doneReply('ok_sort_update') },
      },
    },
    async ({ scope, params, body, query }) => {
      await sortFields(scope, params.tb, body.sort ?? query.sort, body.before)
      return { status: 'success' as const, code: 'ok_sort_update' as const }
    },
  )

  server.post(
    '/api/config/table/:tb/field',
    {
      schema: {
        tags,
        summary: 'Add a field',
        params: TableParams,
        body: FieldBody,
        response: { 200: NewFieldReply },
      },
    },
    async ({ scope, params, body }) => ({ ...updated, fld: await addField(scope, params.tb, body) }),
  )

  server.post(
    '/api/config/table/:tb/fields',
    {
      schema: {
        tags,
        summary: 'Add several fields, with the values of their vocabularies: all of them or none',
        params: TableParams,
        body: FieldsBody,
        response: { 200: NewFieldsReply },
      },
    },
    async ({ scope, params, body: { fields, vocabularies, in_lists: inLists = false } }) => ({
      ...updated,
      flds: await addFields(scope, params.tb, fields, { vocabularies, inLists, relations: true }),
    }),
  )

  server.put(
    '/api/config/table/:tb/field/:fld',
    {
      schema: {
        tags,
        summary: 'Change the definition of a field',
        params: FieldParams,
        body: FieldBody,
        response: { 200: doneReply('ok_cfg_data_updated') },
      },
    },
    async ({ scope, params, body }) => {
      await updateFieldDefinition(scope, params.tb, params.fld, body)
      return updated
    },
  )

  server.patch(
    '/api/config/table/:tb/field/:fld',
    {
      schema: {
        tags,
        summary: 'Rename a field',
        params: FieldParams,
        body: RenameBody,
        response: { 200: renamedReply('ok_renaming_column') },
      },
    },
    async ({ scope, params, body }) => {
      await renameField(scope, params.tb, params.fld, body.new_name)
      return { status: 'success' as const, code: 'ok_renaming_column' as const, warnings: [] }
    },
  )

  server.delete(
    '/api/config/table/:tb/field/:fld',
    {
      schema: {
        tags,
        summary: 'Delete a field with its values',
        params: FieldParams,
        response: { 200: doneReply('ok_cfg_column_delete') },
      },
    },
    async ({ scope, params }) => {
      await removeField(scope, params.tb, params.fld)
      return { status: 'success' as const, code: 'ok_cfg_column_delete' as const }
    },
  )
}
