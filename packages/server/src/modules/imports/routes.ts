import { NewFieldsReply } from '@trowel/contract/configuration.js'
import {
  GeojsonImportBody,
  GeojsonImportReply,
  ImportBody,
  ImportFieldsReply,
  ImportPreviewReply,
  ImportProgressReply,
  ImportReply,
  ImportTableParams,
  ImportUploadParams,
  PhotoImportBody,
  PhotoImportReply,
  PhotoPreviewReply,
} from '@trowel/contract/imports.js'
import { JobStartedReply } from '@trowel/contract/jobs.js'
import {
  NewFieldsOfFileBody,
  NewTableImportBody,
  NewTableImportReply,
} from '@trowel/contract/new-table-import.js'
import { RelationImportBody, RelationImportReply } from '@trowel/contract/relation-import.js'
import { Type } from 'typebox'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { Jobs } from '../../jobs/leased-work.js'
import { runOrStart } from '../../jobs/prepared-work.js'
import { prepareFeatures } from './import-geojson.js'
import { makeFields, prepareNewTable } from './import-new-table.js'
import { prepareRelations } from './import-relations.js'
import {
  featurePreviewReply,
  geojsonReply,
  importReply,
  newTableReply,
  photoPreviewReply,
  photoReply,
  relationsReply,
  tablePreviewReply,
} from './import-replies.js'
import { prepareRows } from './import-rows.js'
import { preparePhotos } from './photos/import-photos.js'
import { previewPhotos } from './photos/preview-photos.js'
import { previewFile } from './preview-file.js'
import { listImportFields, readProgress } from './service.js'
import { openImports } from './uploads/open-imports.js'
import { withForm } from './uploads/received-form.js'
import { readRefused } from './uploads/staged-upload.js'

/** Rows, places and pictures out of files: which fields there are, a look at the file, the run. */
export const importRoutes =
  (services: Services, jobs: Jobs): Routes =>
  async (server) => {
    const imports = openImports(services)
    const { spool } = services.binaries
    const { importBytes, uploadBytes } = services.config.limits
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
          summary: 'Upload a file (`file`, `type`, `tb`, `sheet`, `propose`) and see what is in it',
        },
      },
      async (request) => {
        const parts = { parts: ['file'], maxBytes: importBytes }
        const found = await withForm(request, spool, parts, (form) =>
          previewFile(imports, request.scope, form),
        )
        return 'hasGeodata' in found ? featurePreviewReply(found) : tablePreviewReply(found)
      },
    )

    server.post(
      '/api/import/data',
      {
        schema: {
          tags,
          body: ImportBody,
          response: { 200: Type.Union([ImportReply, JobStartedReply]) },
          summary: 'Import the rows of an uploaded file: all of them or none, unless asked otherwise',
        },
      },
      async ({ scope, body }) =>
        runOrStart(jobs, scope, 'import_data', await prepareRows(imports, scope, body), importReply),
    )

    server.post(
      '/api/import/new-table',
      {
        schema: {
          tags,
          body: NewTableImportBody,
          response: { 200: Type.Union([NewTableImportReply, JobStartedReply]) },
          summary:
            'Make a table of an uploaded file, with its fields, vocabularies and records: all or nothing',
        },
      },
      async ({ scope, body }) =>
        runOrStart(
          jobs,
          scope,
          'import_new_table',
          await prepareNewTable(imports, scope, body),
          newTableReply,
        ),
    )

    server.post(
      '/api/import/new-fields',
      {
        schema: {
          tags,
          body: NewFieldsOfFileBody,
          response: { 200: NewFieldsReply },
          summary: 'Make fields of columns of an uploaded file, with their vocabularies: all of them or none',
        },
      },
      async ({ scope, body }) => ({
        status: 'success' as const,
        code: 'ok_cfg_data_updated' as const,
        flds: await makeFields(imports, scope, body),
      }),
    )

    server.post(
      '/api/import/geojson',
      {
        schema: {
          tags,
          body: GeojsonImportBody,
          response: { 200: Type.Union([GeojsonImportReply, JobStartedReply]) },
          summary: 'Give records the geometries of an uploaded GeoJSON file',
        },
      },
      async ({ scope, body }) =>
        runOrStart(jobs, scope, 'import_geojson', await prepareFeatures(imports, scope, body), geojsonReply),
    )

    server.post(
      '/api/import/relations',
      {
        schema: {
          tags,
          body: RelationImportBody,
          response: { 200: Type.Union([RelationImportReply, JobStartedReply]) },
          summary: 'Relate the records of a table as an uploaded file says: all of its relations or none',
        },
      },
      async ({ scope, body }) =>
        runOrStart(
          jobs,
          scope,
          'import_relations',
          await prepareRelations(imports, scope, body),
          relationsReply,
        ),
    )

    server.post(
      '/api/import/preview-photos',
      {
        schema: {
          tags,
          consumes: ['multipart/form-data'],
          response: { 200: PhotoPreviewReply },
          summary:
            'Upload an archive of pictures (`zip`, `tb`, and `index` or `pattern`) and see where they go',
        },
      },
      async (request) => {
        const parts = { parts: ['zip', 'index'], maxBytes: importBytes }
        return photoPreviewReply(
          await withForm(request, spool, parts, (form) =>
            previewPhotos(imports, request.scope, form, uploadBytes),
          ),
        )
      },
    )

    server.post(
      '/api/import/photos',
      {
        schema: {
          tags,
          body: PhotoImportBody,
          response: { 200: Type.Union([PhotoImportReply, JobStartedReply]) },
          summary: 'Store the pictures of an uploaded archive and link each to its record',
        },
      },
      async ({ scope, body }) =>
        runOrStart(
          jobs,
          scope,
          'import_photos',
          await preparePhotos(imports, scope, services, body),
          photoReply,
        ),
    )

    server.get(
      '/api/import/refused/:tempId',
      {
        schema: {
          tags,
          params: ImportUploadParams,
          summary: 'The rows that the last run of a file refused, as CSV',
        },
      },
      async ({ scope, params }, reply) => {
        const rows = await readRefused(imports.area, scope, params.tempId)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="refused-rows.csv"')
          .send(rows)
      },
    )

    server.get(
      '/api/import/progress/:tempId',
      {
        schema: {
          tags,
          params: ImportUploadParams,
          response: { 200: ImportProgressReply },
          summary: 'How far the run of an uploaded file is',
        },
      },
      async ({ scope, params }) => {
        const run = readProgress(imports, scope, params.tempId)
        return {
          status: 'success' as const,
          state: run.state,
          rows_done: run.rowsDone,
          rows_total: run.rowsTotal,
          bytes_done: run.bytesDone,
          bytes_total: run.bytesTotal,
        }
      },
    )
  }
