import type {
  FileContentQuery,
  FileFacts,
  FileLinkedReply,
  FileListQuery,
  FileListReply,
  FileMetadataReply,
  FileObject,
  FileReplacedReply,
  FileStagedReply,
  fileReply,
} from '@trowel/contract/files.js'
import type { PictureWidth } from '@trowel/contract/model/picture-widths.js'
import type { PrintPictureQuery } from '@trowel/contract/print.js'
import { ticketDownload } from '../download.js'
import type { CallOptions, Transport, UploadOptions } from '../transport.js'

type Done<Code extends string> = ReturnType<typeof fileReply<Code>>

/** Photographs, drawings, documents: what hangs from records as bytes. */
export const filesOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** All files that the caller sees, page by page. */
    list: (query: FileListQuery = {}, options?: CallOptions) =>
      send<typeof FileListReply>('GET /api/files', [], { query, ...options }),

    /** Uploads a file to a record. */
    upload: (tb: string, id: number, file: File | Blob, options?: UploadOptions) =>
      send<typeof FileLinkedReply>('POST /api/record/:tb/:id/file', [tb, id], {
        body: formOf({ file }),
        ...options,
      }),

    /**
     * Uploads a file for a record that is still being written; `upload` of the answer goes under `uploads`
     * when it is made. @throws later `upload_gone`: then the file is sent again
     */
    stage: (tb: string, file: File | Blob, options?: UploadOptions) =>
      send<typeof FileStagedReply>('POST /api/record/:tb/file', [tb], { body: formOf({ file }), ...options }),

    /** Links a file that is there already to a record. */
    link: (tb: string, id: number, fileId: number, options?: CallOptions) =>
      send<typeof FileLinkedReply>('POST /api/record/:tb/:id/link-file', [tb, id], {
        body: { fileId },
        ...options,
      }),

    /** Takes a file off a record; the file stays. */
    unlink: (linkId: number, options?: CallOptions) =>
      send<Done<'ok_file_unlinked'>>('DELETE /api/file-link/:linkId', [linkId], options),

    /** Deletes a file, from all its records. */
    remove: (fileId: number, options?: CallOptions) =>
      send<Done<'ok_file_deleted'>>('DELETE /api/file/:fileId', [fileId], options),

    /** Changes what people write about a file. */
    update: (fileId: number, body: FileFacts, options?: CallOptions) =>
      send<Done<'ok_file_updated'>>('PATCH /api/file/:fileId', [fileId], { body, ...options }),

    /** Other bytes for a file; its links stay, its address changes. */
    replace: (fileId: number, file: File | Blob, options?: UploadOptions) =>
      send<typeof FileReplacedReply>('POST /api/file/:fileId/replace', [fileId], {
        body: formOf({ file }),
        ...options,
      }),

    /** Puts the files of a record in order. @param order ids of its links, first to last */
    sort: (order: readonly number[], options?: CallOptions) =>
      send<Done<'ok_file_sorting_update'>>('POST /api/files/sort', [], { body: { order }, ...options }),

    /** What a camera wrote into a picture. */
    metadata: (id: number, options?: CallOptions) =>
      send<typeof FileMetadataReply>('GET /api/file/:id/metadata', [id], options),

    /** The bytes of a file, or a smaller copy of a picture. */
    content: (id: number, query: Omit<FileContentQuery, 't'> = {}) =>
      ticketDownload(transport, 'GET /api/file/:id/content', [id], query),

    /** A picture on a page of its own, as a PDF. */
    print: (id: number, query: PrintPictureQuery = {}) =>
      ticketDownload(transport, 'GET /api/file/:id/print', [id], query),

    /**
     * A full address for `<img>`, `<a>` and `<iframe>`, which carries its own signature for one to two hours.
     */
    url: (file: Pick<FileObject, 'url'>, { w, download }: { w?: PictureWidth; download?: boolean } = {}) =>
      transport.url(file.url + (w ? `&w=${w}` : '') + (download ? '&download=1' : '')),
  }
}

/** The parts of a form in their order; what is `undefined` is left out. */
export function formOf(parts: Readonly<Record<string, File | Blob | string | number | undefined>>): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Blob) form.append(name, part)
    else if (part !== undefined) form.append(name, String(part))
  }
  return form
}
