import type { BulkEditBody, BulkEditReply, DuplicatedReply } from '@trowel/contract/bulk-edit.js'
import type { CellEditBody, CellEditReply } from '@trowel/contract/cell-edit.js'
import type { LabelQuery } from '@trowel/contract/labels.js'
import type { PrintListQuery, PrintQuery } from '@trowel/contract/print.js'
import type { RecordReply } from '@trowel/contract/record.js'
import type { BulkDeletedReply, DeletedReply, DeletedRowsReply } from '@trowel/contract/record-deletes.js'
import type {
  CandidatesReply,
  FieldOptionsQuery,
  FieldOptionsReply,
  NextNumberQuery,
  NextNumberReply,
  PluginCountsReply,
  UniqueQuery,
  UniqueReply,
} from '@trowel/contract/record-forms.js'
import type { GroupsBody, GroupsReply, TotalsBody, TotalsReply } from '@trowel/contract/record-groups.js'
import type { CheckedReply, RecordInput, SavedReply } from '@trowel/contract/record-writes.js'
import type { ExportQuery, ListReply, RecordListQuery, RecordQuery } from '@trowel/contract/records.js'
import type { TemplateNamesReply } from '@trowel/contract/templates.js'
import { download, ticketDownload } from '../download.js'
import { jsonLines } from '../lists.js'
import type { Answer, Call, CallOptions, Transport } from '../transport.js'

/** What tells one state of a record from another: `etag` of the answer that a program worked on. */
export interface Tagged {
  readonly etag: string | null
}

/** Options of a change that must not undo what another user did meanwhile. */
export interface ChangeOptions extends CallOptions {
  /**
   * `etag` of the record as it was read: the change is refused with `stale_record` when its values are others
   * now.
   */
  readonly ifMatch?: string | null | undefined
}

/** Options of a creation that is not to happen twice. */
export interface CreateOptions extends CallOptions {
  /**
   * Names the creation: asked for again with it within a day, the record is not made twice. By itself each
   * call has one of its own.
   */
  readonly key?: string | undefined
}

/** Which records are gone through, in which order, with which fields: all, unless `columns` names some. */
export type EachQuery = Omit<ExportQuery, 'format' | 'bom' | 'qt' | 'q' | 'page' | 'per_page'>

/** A record of a listing: what its fields hold. */
export type ListedRecord = Answer<typeof ListReply>['data'][number]

async function* eachRecord(
  transport: Transport,
  tb: string,
  query: EachQuery,
  options: CallOptions = {},
): AsyncGenerator<ListedRecord, void, undefined> {
  const file = download(transport, 'GET /api/records/:tb/export', [tb], { ...query, format: 'ndjson' })
  yield* jsonLines<ListedRecord>((await file.fetch(options)).stream(), options.signal)
}

/** Records of the main tables: listed, read, written. */
export const recordsOf = (transport: Transport) => {
  const { send } = transport

  /** An answer together with the state of the record that it tells of. */
  async function tagged<Reply>(...[route, values, call]: Parameters<Transport['fetch']>) {
    const { reply, headers } = await transport.answer<Reply>(route, values, call)
    return { ...reply, etag: headers.get('etag') } as Answer<Reply> & Tagged
  }

  return {
    /** A page of the records of a table: those that the caller may see, of those that he asks for. */
    list: (tb: string, query: RecordListQuery = {}, options?: CallOptions) =>
      send<typeof ListReply>('GET /api/records/:tb', [tb], { query, ...options }),

    /** The same, for filters that are too long for an address. */
    search: (tb: string, body: RecordListQuery = {}, options?: CallOptions) =>
      send<typeof ListReply>('POST /api/records/:tb', [tb], { body, ...options }),

    /**
     * Totals of fields over all records of a listing, such as `weight_g:SUM`. With `offset` and `limit` of
     * those that follow each other in it.
     */
    totals: (tb: string, body: TotalsBody = {}, options?: CallOptions) =>
      send<typeof TotalsReply>('POST /api/records/:tb/totals', [tb], { body, ...options }),

    /**
     * The records of a listing by what they have in common, with how many there are of each and totals.
     * `group_by` with `group_key` in a listing are the records of one group.
     */
    groups: (tb: string, body: GroupsBody, options?: CallOptions) =>
      send<typeof GroupsReply>('POST /api/records/:tb/groups', [tb], { body, ...options }),

    /**
     * The records of a listing, one after the other, of one state of the database, however many there are.
     * The service waits at most five minutes for a program that takes no more of them.
     */
    each: (tb: string, query: EachQuery = {}, options?: CallOptions) =>
      eachRecord(transport, tb, query, options),

    /** All records of a listing as a file. */
    export: (tb: string, query: ExportQuery = {}) =>
      ticketDownload(transport, 'GET /api/records/:tb/export', [tb], query),

    /** Everything that the caller may see as open files, in a ZIP file. */
    exportAll: () => download(transport, 'GET /api/export/all', []),

    /**
     * One record in full: fields with labels, plugin rows, files, relations, links, citations, and the schema
     * to show it by. Its `etag` goes as `ifMatch` with the change that follows. @param query a template of
     * the table, for its layout
     * @throws `record_not_found`, also for one that the caller may not see
     */
    read: (tb: string, id: number, query: RecordQuery = {}, options?: CallOptions) =>
      tagged<typeof RecordReply>('GET /api/record/:tb/:id', [tb, id], { query, ...options }),

    /** An empty record with the defaults of its fields. */
    readNew: (tb: string, query: { template?: string | undefined } = {}, options?: CallOptions) =>
      send<typeof RecordReply>('GET /api/record/:tb/new', [tb], { query, ...options }),

    /**
     * Makes a record with its plugin rows, once, also where its answer is lost on the way and it is tried
     * again. @throws `validation_failed`: `errors` names everything that is wrong;
     * `idempotency_key_reused` for a key that made another record
     */
    create: (tb: string, body: RecordInput, { key = newCreationKey(), ...options }: CreateOptions = {}) =>
      tagged<typeof SavedReply>('POST /api/record/:tb', [tb], {
        body,
        ...options,
        headers: { 'idempotency-key': key },
        isRepeatable: true,
      }),

    /**
     * Changes the fields and plugin rows that are sent; others stay. @throws `validation_failed`,
     * `stale_record`
     */
    update: (tb: string, id: number, body: RecordInput, options?: ChangeOptions) =>
      tagged<typeof SavedReply>('PATCH /api/record/:tb/:id', [tb, id], { body, ...matching(options) }),

    /**
     * What a save would be refused for on account of its values; nothing is written.
     * @param id of the record that is changed; null for a new one
     */
    check: (tb: string, id: number | null, body: RecordInput, options?: CallOptions) =>
      id === null
        ? send<typeof CheckedReply>('POST /api/record/:tb/check', [tb], { body, ...options })
        : send<typeof CheckedReply>('POST /api/record/:tb/:id/check', [tb, id], { body, ...options }),

    /** Deletes a record and what hangs from it. @throws `in_use`, `stale_record` */
    remove: (tb: string, id: number, options?: ChangeOptions) =>
      send<typeof DeletedReply>('DELETE /api/record/:tb/:id', [tb, id], matching(options)),

    /** A copy of a record with its plugin rows; it belongs to the caller. */
    duplicate: (tb: string, id: number, options?: CallOptions) =>
      send<typeof DuplicatedReply>('POST /api/record/:tb/:id/duplicate', [tb, id], options),

    /**
     * The same values into many records, at most 500: all of them or none. With `preview` nothing is written.
     */
    bulkEdit: (tb: string, body: BulkEditBody, options?: CallOptions) =>
      send<typeof BulkEditReply>('PATCH /api/records/:tb', [tb], { body, ...options }),

    /**
     * Values of its own for each of at most 1000 records: all of them or none. Where a cell holds something
     * else than `before` says, nothing is written: `stale_record` names these cells.
     */
    editCells: (tb: string, body: CellEditBody, options?: CallOptions) =>
      send<typeof CellEditReply>('PATCH /api/records/:tb/cells', [tb], { body, ...options }),

    /** Deletes at most 500 records. Status `warning` when some are still there: `errors` says why. */
    bulkRemove: (tb: string, ids: readonly number[], options?: CallOptions) =>
      send<BulkDeletedReply>('DELETE /api/records/:tb', [tb], { body: { ids }, ...options }),

    /** Deletes all plugin rows of a record. */
    removePluginRows: (tb: string, id: number, options?: CallOptions) =>
      send<typeof DeletedRowsReply>('DELETE /api/record/:tb/:id/plugins', [tb, id], options),

    /** How many plugin rows would go with a record. */
    pluginCounts: (tb: string, id: number, options?: CallOptions) =>
      send<typeof PluginCountsReply>('GET /api/record/:tb/check-plugins-before-delete', [tb], {
        query: { id },
        ...options,
      }),

    /** Names of the templates of a table. */
    templates: (tb: string, options?: CallOptions) =>
      send<typeof TemplateNamesReply>('GET /api/record/:tb/templates', [tb], options),

    /** What may be chosen in a field. @param tb a main or plugin table @param query `q`: part of the label */
    fieldOptions: (tb: string, query: FieldOptionsQuery, options?: CallOptions) =>
      send<typeof FieldOptionsReply>('GET /api/record/:tb/field-options', [tb], { query, ...options }),

    /** Has no other record this value? @param query `id`: a record that may have it */
    checkUnique: (tb: string, query: UniqueQuery, options?: CallOptions) =>
      send<typeof UniqueReply>('GET /api/record/:tb/check-unique', [tb], { query, ...options }),

    /**
     * The next number of a field that has a pattern; others may save it first. A record that is made with it
     * names the field under `proposed`, so that it gets another one then.
     */
    nextNumber: (tb: string, query: NextNumberQuery, options?: CallOptions) =>
      send<typeof NextNumberReply>('GET /api/record/:tb/next-number', [tb], { query, ...options }),

    /** At most 20 records whose name contains the text; the newest ones for no text. */
    linkCandidates: (tb: string, q = '', options?: CallOptions) =>
      send<typeof CandidatesReply>('GET /api/record/:tb/link-candidates', [tb], { query: { q }, ...options }),

    /** A record as a PDF, in the layout of a template if one is named. */
    print: (tb: string, id: number, query: PrintQuery = {}) =>
      ticketDownload(transport, 'GET /api/record/:tb/:id/print', [tb, id], query),

    /** The records of a listing as a PDF: one after the other, or as a table. */
    printAll: (tb: string, query: PrintListQuery = {}) =>
      ticketDownload(transport, 'GET /api/records/:tb/print', [tb], query),

    /** A label for each record of a listing, as a PDF for a sheet or a label printer. */
    labels: (tb: string, query: LabelQuery = {}) =>
      ticketDownload(transport, 'GET /api/records/:tb/labels', [tb], query),
  }
}

/** For `key` of a creation that a program may have to ask for again after it was ended. */
export const newCreationKey = (): string =>
  // Without encryption browsers have no `randomUUID`.
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

function matching({ ifMatch, ...options }: ChangeOptions = {}): Call {
  return ifMatch ? { ...options, headers: { 'if-match': ifMatch } } : options
}
