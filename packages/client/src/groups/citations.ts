import type {
  CitationAddedReply,
  CitationChangeBody,
  CitationDeletedReply,
  CitationExportQuery,
  CitationLinkBody,
  CitationLinksReply,
  CitationUpdatedReply,
  ItemSearchQuery,
  ItemSearchReply,
  LibrariesReply,
  LibraryAddedReply,
  LibraryBody,
  LibraryChangeBody,
  LibraryDeletedReply,
  LibraryOptionsReply,
  LibraryUpdatedReply,
  RecordSyncReply,
  SyncReply,
} from '@trowel/contract/citations.js'
import { download } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'

/** Works in the libraries of a reference manager that records cite. */
export const citationsOf = (transport: Transport) => {
  const { send } = transport
  return {
    libraries: (options?: CallOptions) => send<typeof LibrariesReply>('GET /api/refman/libs', [], options),

    addLibrary: (body: LibraryBody, options?: CallOptions) =>
      send<typeof LibraryAddedReply>('POST /api/refman/lib', [], { body, ...options }),

    updateLibrary: (id: number, body: LibraryChangeBody, options?: CallOptions) =>
      send<typeof LibraryUpdatedReply>('PATCH /api/refman/lib/:id', [id], { body, ...options }),

    removeLibrary: (id: number, options?: CallOptions) =>
      send<typeof LibraryDeletedReply>('DELETE /api/refman/lib/:id', [id], options),

    /** Names of the libraries, for those who cite. */
    libraryOptions: (options?: CallOptions) =>
      send<typeof LibraryOptionsReply>('GET /api/refman/lib-options', [], options),

    /**
     * Works of a library. @throws `upstream_error`, `upstream_timeout` when the reference manager does not
     * answer
     */
    search: (query: ItemSearchQuery, options?: CallOptions) =>
      send<typeof ItemSearchReply>('GET /api/refman/search', [], { query, ...options }),

    /** The citations of a record. */
    links: (tb: string, id: number, options?: CallOptions) =>
      send<typeof CitationLinksReply>('GET /api/refman/links/:tb/:id', [tb, id], options),

    cite: (body: CitationLinkBody, options?: CallOptions) =>
      send<typeof CitationAddedReply>('POST /api/refman/link', [], { body, ...options }),

    update: (id: number, body: CitationChangeBody, options?: CallOptions) =>
      send<typeof CitationUpdatedReply>('PATCH /api/refman/link/:id', [id], { body, ...options }),

    remove: (id: number, options?: CallOptions) =>
      send<typeof CitationDeletedReply>('DELETE /api/refman/link/:id', [id], options),

    /** Asks the libraries anew about the citations of a record. */
    sync: (tb: string, id: number, options?: CallOptions) =>
      send<typeof RecordSyncReply>('POST /api/refman/sync/:tb/:id', [tb, id], options),

    /** Asks the libraries anew about all citations. */
    syncAll: (options?: CallOptions) => send<typeof SyncReply>('POST /api/refman/sync', [], options),

    /** The works that a record cites, for bibliographic programs. */
    exportOf: (tb: string, id: number, query: CitationExportQuery = {}) =>
      download(transport, 'GET /api/refman/export/:tb/:id', [tb, id], query),

    /** The works that the records of a listing cite, each once. */
    export: (tb: string, query: CitationExportQuery = {}) =>
      download(transport, 'GET /api/refman/export/:tb', [tb], query),
  }
}
