import {
  TemplateBody,
  TemplateChangedReply,
  TemplateNamesReply,
  TemplateParams,
  TemplateRenameBody,
  TemplatesOfTableReply,
  TemplateTableParams,
  TemplateTablesReply,
} from '@trowel/contract/templates.js'
import type { Routes } from '../../http/read-input.js'
import {
  describeTemplates,
  listTemplateNames,
  listTemplateTables,
  readTemplate,
  removeTemplate,
  renameTemplate,
  saveTemplate,
} from './service.js'

/** Layouts by which records are shown and printed. */
export const templateRoutes: Routes = async (server) => {
  const success = 'success' as const
  const tags = ['templates']
  const ofTable = { tags, params: TemplateTableParams }
  const ofTemplate = { tags, params: TemplateParams }
  const changing = { ...ofTemplate, response: { 200: TemplateChangedReply } }

  server.get(
    '/api/templates',
    { schema: { tags, summary: 'Tables that can have templates', response: { 200: TemplateTablesReply } } },
    async ({ scope }) => ({ status: success, tables: await listTemplateTables(scope) }),
  )

  server.get(
    '/api/templates/:tb',
    {
      schema: {
        ...ofTable,
        summary: 'The templates of a table, and what can stand in one',
        response: { 200: TemplatesOfTableReply },
      },
    },
    async ({ scope, params }) => ({ status: success, ...(await describeTemplates(scope, params.tb)) }),
  )

  server.get(
    '/api/record/:tb/templates',
    { schema: { ...ofTable, summary: 'The templates of a table', response: { 200: TemplateNamesReply } } },
    async ({ scope, params }) => ({
      status: success,
      templates: await listTemplateNames(scope, params.tb),
    }),
  )

  server.get(
    '/api/template/:tb/:name',
    { schema: { ...ofTemplate, summary: 'One layout' } },
    async ({ scope, params }, reply) => {
      const layout = await readTemplate(scope, params.tb, params.name)
      return reply.type('application/json; charset=utf-8').send(`{"status":"success","template":${layout}}`)
    },
  )

  server.post(
    '/api/template/:tb/:name',
    { schema: { ...changing, summary: 'Save a layout', body: TemplateBody } },
    async ({ scope, params, body }) => {
      await saveTemplate(scope, params.tb, params.name, body)
      return { status: success, code: 'template_saved' as const }
    },
  )

  server.delete(
    '/api/template/:tb/:name',
    { schema: { ...changing, summary: 'Delete a layout' } },
    async ({ scope, params }) => {
      await removeTemplate(scope, params.tb, params.name)
      return { status: success, code: 'template_deleted' as const }
    },
  )

  server.post(
    '/api/template/:tb/:name/rename',
    { schema: { ...changing, summary: 'Give a layout another name', body: TemplateRenameBody } },
    async ({ scope, params, body }) => {
      await renameTemplate(scope, params.tb, params.name, body.new_name ?? body.new)
      return { status: success, code: 'template_renamed' as const }
    },
  )
}
