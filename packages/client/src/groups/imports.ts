import type { NewFieldsReply } from '@trowel/contract/configuration.js'
import type {
  GeojsonImportBody,
  GeojsonImportReply,
  ImportBody,
  ImportFieldsReply,
  ImportPreviewReply,
  ImportProgressReply,
  ImportReply,
  PhotoImportBody,
  PhotoImportReply,
  PhotoPreviewReply,
} from '@trowel/contract/imports.js'
import type {
  NewFieldsOfFileBody,
  NewTableImportBody,
  NewTableImportReply,
} from '@trowel/contract/new-table-import.js'
import type { RelationImportBody, RelationImportReply } from '@trowel/contract/relation-import.js'
import { download } from '../download.js'
import type { CallOptions, Transport, UploadOptions } from '../transport.js'
import { formOf } from './files.js'
import type { Outcome } from './jobs.js'

/** Records, geometries and pictures out of files: look first, then run. */
export const importsOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** Fields of a table that take values. */
    fields: (tb: string, options?: CallOptions) =>
      send<typeof ImportFieldsReply>('GET /api/import/:tb/fields', [tb], options),

    /** Uploads a file of rows or features and tells what is in it. */
    previewFile: (
      {
        file,
        ...about
      }: {
        file: File | Blob
        type?: 'csv' | 'tsv' | 'xlsx' | 'ods' | 'json' | 'gpkg' | 'geojson' | 'lst' | undefined
        tb?: string | undefined
        sheet?: string | number | undefined
        /** In place of what would be found out. */
        encoding?: string | undefined
        delimiter?: string | undefined
        /** Are the fields to be proposed that the columns would become? For super-administrators. */
        propose?: '1' | undefined
      },
      options?: UploadOptions,
    ) =>
      send<typeof ImportPreviewReply>('POST /api/import/preview-file', [], {
        body: formOf({ ...about, file }),
        ...options,
      }),

    /**
     * Uploads an archive of pictures and tells where they go: by an index, by a pattern of their names such
     * as `{ctx_no}_*.jpg`, or, `auto`, by names that begin with what the record is called.
     */
    previewPhotos: (
      {
        zip,
        ...about
      }: { zip: File | Blob; tb: string; index?: File | Blob | undefined; pattern?: string | undefined },
      options?: UploadOptions,
    ) =>
      send<typeof PhotoPreviewReply>('POST /api/import/preview-photos', [], {
        body: formOf({ ...about, zip }),
        ...options,
      }),

    /** Imports the rows of a file. @throws `import_error_validation`: `errors` has the rows */
    rows: <const Body extends ImportBody>(body: Body, options?: CallOptions) =>
      send<Outcome<Body, typeof ImportReply>>('POST /api/import/data', [], { body, ...options }),

    /** Makes a table of a file that fields were proposed for. @throws as `rows`, `error_cfg_data_updated` */
    newTable: <const Body extends NewTableImportBody>(body: Body, options?: CallOptions) =>
      send<Outcome<Body, typeof NewTableImportReply>>('POST /api/import/new-table', [], { body, ...options }),

    /** Makes fields of columns of a file that fields were proposed for, in the table that was named there. */
    newFields: (body: NewFieldsOfFileBody, options?: CallOptions) =>
      send<typeof NewFieldsReply>('POST /api/import/new-fields', [], { body, ...options }),

    /** Gives records the geometries of a GeoJSON file. */
    geojson: <const Body extends GeojsonImportBody>(body: Body, options?: CallOptions) =>
      send<Outcome<Body, typeof GeojsonImportReply>>('POST /api/import/geojson', [], { body, ...options }),

    /** Relates records as a file says. @throws `import_error_validation`: `errors` has the rows, loops too */
    relations: <const Body extends RelationImportBody>(body: Body, options?: CallOptions) =>
      send<Outcome<Body, typeof RelationImportReply>>('POST /api/import/relations', [], {
        body,
        ...options,
      }),

    /** Stores the pictures of an archive, each with its record. */
    photos: <const Body extends PhotoImportBody>(body: Body, options?: CallOptions) =>
      send<Outcome<Body, typeof PhotoImportReply>>('POST /api/import/photos', [], { body, ...options }),

    /** How far the run of a file is. */
    progress: (tempId: string, options?: CallOptions) =>
      send<typeof ImportProgressReply>('GET /api/import/progress/:tempId', [tempId], options),

    /** The rows that the last run refused, as CSV. */
    refused: (tempId: string) => download(transport, 'GET /api/import/refused/:tempId', [tempId]),
  }
}
