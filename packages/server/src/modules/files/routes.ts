import {
  FileContentQuery,
  FileFacts,
  FileIdParams,
  FileLinkedReply,
  FileLinkParams,
  FileListQuery,
  FileListReply,
  FileMetadataReply,
  FileOrderBody,
  FileParams,
  FileReplacedReply,
  FileStagedReply,
  fileReply,
  LinkFileBody,
  StaticFileParams,
} from '@trowel/contract/files.js'
import { RecordParams, TableParams } from '@trowel/contract/records.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preconditionsOf } from '../../http/byte-ranges.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import { describeFile, removeFile, sortFiles, unlinkFile } from './change-files.js'
import { type ContentAnswer, type ContentOptions, readContent, readStatic } from './content.js'
import { readMetadata } from './file-images.js'
import { listFiles } from './list-files.js'
import { isImage } from './media-types.js'
import { startSweeping } from './pending-binaries.js'
import { addFile, fileObject, linkFile, recordFile, replaceFile } from './service.js'
import { signedUrls } from './signed-url.js'
import { stageFile } from './staged-files.js'
import { readFileForm } from './upload-form.js'

/** Files of records, and their bytes. */
export const fileRoutes =
  (services: Services): Routes =>
  async (server) => {
    const tags = ['files']
    const urls = signedUrls(services.secrets)
    const maxBytes = services.config.limits.uploadBytes
    startSweeping(server, services)

    server.get(
      '/api/files',
      {
        schema: {
          tags,
          querystring: FileListQuery,
          response: { 200: FileListReply },
          summary: 'All files that the caller sees, newest first',
        },
      },
      async ({ scope, query }) => {
        const { perPage, files, ...rest } = await listFiles(scope, services, query)
        return { status: 'success' as const, ...rest, per_page: perPage, files: [...files] }
      },
    )

    server.post(
      '/api/record/:tb/file',
      {
        schema: {
          tags,
          params: TableParams,
          consumes: ['multipart/form-data'],
          response: { 200: FileStagedReply },
          summary: 'Upload a file (`file`) for a record that is still being written',
        },
      },
      async (request) => {
        const { scope, params } = request
        const { upload, binary } = await readFileForm(request, maxBytes, (file) =>
          stageFile(scope, services, params.tb, file),
        )
        const { ext, filename, width, height, size } = binary
        const file = { ext, filename, is_image: isImage(ext), width, height, size }
        return { status: 'success' as const, code: 'ok_file_staged' as const, upload, file }
      },
    )

    server.post(
      `/api/record/:tb/:id${digits}/file`,
      {
        schema: {
          tags,
          params: RecordParams,
          consumes: ['multipart/form-data'],
          response: { 200: FileLinkedReply },
          summary: 'Upload a file (`file`) to a record',
        },
      },
      async (request) => {
        const { scope, params } = request
        const file = await readFileForm(request, maxBytes, (file) =>
          addFile(scope, services, params.tb, params.id, file),
        )
        const code = 'ok_file_uploaded' as const
        return { status: 'success' as const, code, file: recordFile(scope, urls, file) }
      },
    )

    server.post(
      `/api/record/:tb/:id${digits}/link-file`,
      {
        schema: {
          tags,
          params: RecordParams,
          body: LinkFileBody,
          response: { 200: FileLinkedReply },
          summary: 'Link a file that is there already to a record',
        },
      },
      async ({ scope, params, body }) => {
        const file = await linkFile(scope, body.fileId, params.tb, params.id)
        const code = 'ok_file_linked' as const
        return { status: 'success' as const, code, file: recordFile(scope, urls, file) }
      },
    )

    server.delete(
      `/api/file-link/:linkId${digits}`,
      {
        schema: {
          tags,
          params: FileLinkParams,
          response: { 200: fileReply('ok_file_unlinked') },
          summary: 'Take a file from a record; the file stays',
        },
      },
      async ({ scope, params }) => {
        await unlinkFile(scope, params.linkId)
        return { status: 'success' as const, code: 'ok_file_unlinked' as const }
      },
    )

    server.delete(
      `/api/file/:fileId${digits}`,
      {
        schema: {
          tags,
          params: FileIdParams,
          response: { 200: fileReply('ok_file_deleted') },
          summary: 'Delete a file wherever it is linked',
        },
      },
      async ({ scope, params }) => {
        await removeFile(scope, services, params.fileId)
        return { status: 'success' as const, code: 'ok_file_deleted' as const }
      },
    )

    server.patch(
      `/api/file/:fileId${digits}`,
      {
        schema: {
          tags,
          params: FileIdParams,
          body: FileFacts,
          response: { 200: fileReply('ok_file_updated') },
          summary: 'Change what is written about a file',
        },
      },
      async ({ scope, params, body }) => {
        await describeFile(scope, params.fileId, body)
        return { status: 'success' as const, code: 'ok_file_updated' as const }
      },
    )

    server.post(
      `/api/file/:fileId${digits}/replace`,
      {
        schema: {
          tags,
          params: FileIdParams,
          consumes: ['multipart/form-data'],
          response: { 200: FileReplacedReply },
          summary: 'Put another file (`file`) in its place; id, links and texts stay',
        },
      },
      async (request) => {
        const { scope, params } = request
        const { file, marksRemoved } = await readFileForm(request, maxBytes, (sent) =>
          replaceFile(scope, services, params.fileId, sent),
        )
        const { ext, filename, is_image, url } = fileObject(scope, urls, file)
        const code = 'ok_file_replaced' as const
        const facts = { ext, filename, is_image, url, marks_removed: marksRemoved }
        return { status: 'success' as const, code, ...facts }
      },
    )

    server.post(
      '/api/files/sort',
      {
        schema: {
          tags,
          body: FileOrderBody,
          response: { 200: fileReply('ok_file_sorting_update') },
          summary: 'Put the files of a record in an order',
        },
      },
      async ({ scope, body }) => {
        await sortFiles(scope, body.order)
        return { status: 'success' as const, code: 'ok_file_sorting_update' as const }
      },
    )

    server.get(
      `/api/file/:id${digits}/metadata`,
      {
        schema: {
          tags,
          params: FileParams,
          response: { 200: FileMetadataReply },
          summary: 'What a camera wrote into a picture: camera, time, position',
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        metadata: await readMetadata(scope, services, params.id),
      }),
    )

    // Bytes are sent as they are: a part of a compressed answer would be no part of the file.
    const bytes = { method: ['GET' as const, 'HEAD' as const], compress: false as const }

    server.route({
      ...bytes,
      url: `/api/file/:id${digits}/content`,
      schema: {
        tags,
        summary: 'The bytes of a file',
        params: FileParams,
        querystring: FileContentQuery,
      },
      handler: async (request, reply) => {
        const { params, query, optionalScope } = request
        const options = contentOptions(request, query)
        const content = {
          ...options,
          fileId: params.id,
          token: query.t,
          scope: optionalScope,
          request,
        }
        return sendContent(reply, await readContent(services, content))
      },
    })

    server.route({
      ...bytes,
      url: `/projects/:app/files/:id${digits}.:ext`,
      schema: {
        tags,
        summary: 'The bytes of a file, under the address that older clients use',
        params: StaticFileParams,
        querystring: FileContentQuery,
      },
      handler: async (request, reply) => {
        const { params, query, optionalScope } = request
        const { app, ext } = params
        const options = contentOptions(request, query)
        const content = { ...options, app, ext, fileId: params.id, scope: optionalScope }
        return sendContent(reply, await readStatic(services, content))
      },
    })
  }

function contentOptions(
  { headers, method }: FastifyRequest,
  { download = false, w }: Decoded<typeof FileContentQuery>,
): ContentOptions {
  return {
    download,
    headOnly: method === 'HEAD',
    width: w,
    ...preconditionsOf(headers),
  }
}

const sendContent = (reply: FastifyReply, { status, headers, body }: ContentAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(body)
