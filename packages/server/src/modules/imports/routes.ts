import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  ImportBody,
  ImportFieldsReply,
  ImportPreviewReply,
  ImportProgressParams,
  ImportProgressReply,
  ImportReply,
  ImportTableParams,
} from '@trowel/contract/imports.js'
import type { Services } from '../../http/services.js'
import { listImportFields, openImports, previewUpload, readProgress, runUpload } from './service.js'
import { readUpload } from './upload.js'

/** Rows of a file into a table: which fields there are, a look at the file, the run. */
export const importRoutes =
  ({ config }: Services): FastifyPluginAsyncTypebox =>
  async (server) => {
    const imports = openImports(config)
    const tags = ['import']

    server.get(
      '/api/import/:tb/fields',
      {
        schema: {
          tags,
          params: ImportTableParams,
          response: { 200: ImportFieldsReply },
          summary: 'The fields that a file can fill',
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        fields: listImportFields(scope, params.tb),
      }),
    )

    server.post(
      '/api/import/preview-file',
      {
        schema: {
          tags,
          consumes: ['multipart/form-data'],
          response: { 200: ImportPreviewReply },
          summary: 'Upload a file (`file`, `type`, `tb`) and see what is in it',
        },
      },
      async (request) => {
        const { tempId, scan } = await readUpload(request, config.limits.importBytes, (upload) =>
          previewUpload(imports, request.scope, upload),
        )
        return {
          status: 'success' as const,
          temp_id: tempId,
          columns: [...scan.columns],
          rows: scan.sample.map((row) => row.map((cell) => cell ?? null)),
          count: scan.count,
          encoding: scan.form?.encoding ?? null,
          delimiter: scan.form?.delimiter ?? null,
          sure: scan.sure,
          warnings: [...scan.warnings],
          warning_count: scan.warningCount,
        }
      },
    )

    server.post(
      '/api/import/data',
      {
        schema: {
          tags,
          body: ImportBody,
          response: { 200: ImportReply },
          summary: 'Import an uploaded file: all of its rows or none',
        },
      },
      async ({ scope, body }) => {
        const { inserted, updated, skipped, warnings, warningCount } = await runUpload(imports, scope, body)
        const total = inserted + updated
        return {
          status: total > 0 ? ('success' as const) : ('warning' as const),
          code: 'ok_import_data' as const,
          inserted,
          updated,
          skipped,
          total,
          detail: total > 0 ? null : nothingImported(skipped),
          warnings: [...warnings],
          warning_count: warningCount,
        }
      },
    )

    server.get(
      '/api/import/progress/:tempId',
      {
        schema: {
          tags,
          params: ImportProgressParams,
          response: { 200: ImportProgressReply },
          summary: 'How far the run of an uploaded file is',
        },
      },
      async ({ scope, params }) => {
        const { state, rowsDone, rowsTotal, bytesDone, bytesTotal } = readProgress(
          imports,
          scope,
          params.tempId,
        )
        return {
          status: 'success' as const,
          state,
          rows_done: rowsDone,
          rows_total: rowsTotal,
          bytes_done: bytesDone,
          bytes_total: bytesTotal,
        }
      },
    )
  }

const nothingImported = (skipped: number): string =>
  skipped === 0
    ? 'The file has no rows, so nothing was imported.'
    : `Nothing was imported: none of the ${skipped} rows has a value in the column of the key field.`
