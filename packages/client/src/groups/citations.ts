import type {
  CitationAddedReply,
  CitationDeletedReply,
  CitationLinksReply,
  CitationUpdatedReply,
  ItemSearchReply,
  LibrariesReply,
  LibraryAddedReply,
  LibraryDeletedReply,
  LibraryOptionsReply,
  LibraryType,
  LibraryUpdatedReply,
  RecordSyncReply,
  SyncReply,
} from '@trowel/contract/citations.js'
import type { Selection } from '@trowel/contract/listing.js'
import { download } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'

export interface LibrarySettings {
  readonly name?: string | undefined
  /** Blank or `null`: none. */
  readonly api_key?: string | null | undefined
  /** Id of a CSL style; blank: `chicago-author-date`. */
  readonly citation_style?: string | undefined
}

export interface NewLibrary extends LibrarySettings {
  readonly type: LibraryType
  /** What the reference manager calls it. */
  readonly refman_id: string | number
  readonly name: string
}

export interface CitationRemarks {
  readonly pages?: string | null | undefined
  readonly notes?: string | null | undefined
  /** Place in the bibliography. */
  readonly sort?: number | null | undefined
}

export interface NewCitation extends CitationRemarks {
  readonly tb: string
  readonly record_id: number
  readonly lib_id: number
  /** The item in the library. */
  readonly refman_key: string
}

export type CitationFormat = 'csljson' | 'bibtex' | 'ris'

/** Works in the libraries of a reference manager that records cite. */
export const citationsOf = (transport: Transport) => {
  const { send } = transport
  return {
    libraries: (options?: CallOptions) => send<typeof LibrariesReply>('GET /api/refman/libs', [], options),

    addLibrary: (body: NewLibrary, options?: CallOptions) =>
      send<typeof LibraryAddedReply>('POST /api/refman/lib', [], { body, ...options }),

    updateLibrary: (id: number, body: LibrarySettings, options?: CallOptions) =>
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
    search: (
      query: {
        lib_id: number
        q: string
        limit?: number | undefined
        mode?: 'everything' | 'titleCreatorYear' | undefined
      },
      options?: CallOptions,
    ) => send<typeof ItemSearchReply>('GET /api/refman/search', [], { query, ...options }),

    /** The citations of a record. */
    links: (tb: string, id: number, options?: CallOptions) =>
      send<typeof CitationLinksReply>('GET /api/refman/links/:tb/:id', [tb, id], options),

    cite: (body: NewCitation, options?: CallOptions) =>
      send<typeof CitationAddedReply>('POST /api/refman/link', [], { body, ...options }),

    update: (id: number, body: CitationRemarks, options?: CallOptions) =>
      send<typeof CitationUpdatedReply>('PATCH /api/refman/link/:id', [id], { body, ...options }),

    remove: (id: number, options?: CallOptions) =>
      send<typeof CitationDeletedReply>('DELETE /api/refman/link/:id', [id], options),

    /** Asks the libraries anew about the citations of a record. */
    sync: (tb: string, id: number, options?: CallOptions) =>
      send<typeof RecordSyncReply>('POST /api/refman/sync/:tb/:id', [tb, id], options),

    /** Asks the libraries anew about all citations. */
    syncAll: (options?: CallOptions) => send<typeof SyncReply>('POST /api/refman/sync', [], options),

    /** The works that a record cites, for bibliographic programs. */
    exportOf: (tb: string, id: number, query: { format?: CitationFormat | undefined } = {}) =>
      download(transport, 'GET /api/refman/export/:tb/:id', [tb, id], query),

    /** The works that the records of a listing cite, each once. */
    export: (tb: string, query: Selection & { format?: CitationFormat | undefined } = {}) =>
      download(transport, 'GET /api/refman/export/:tb', [tb], query),
  }
}
