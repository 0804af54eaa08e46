import type {
  ConstraintsReply,
  FixReply,
  IndexesReply,
  IndexSuggestionsReply,
  NewIndexReply,
  RelationReply,
  RelationsReply,
  ValidationReply,
} from '@trowel/contract/configuration.js'
import type { SchemaAppliedReply, SchemaPreviewReply, StartsReply } from '@trowel/contract/dbml.js'
import type { DeletePolicy } from '@trowel/contract/model/delete-policies.js'
import { download } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'
import type { Done } from './configuration.js'

export interface RelationTarget {
  readonly to_tb: string
  /** `id`, mostly. */
  readonly to_col: string
  readonly on_delete?: DeletePolicy | undefined
  readonly on_update?: DeletePolicy | undefined
}

export interface NewTableRelation extends RelationTarget {
  readonly from_tb: string
  readonly from_col: string
}

/** Columns that refer to other tables. */
export const relationsOf = ({ send }: Transport) => ({
  list: (options?: CallOptions) => send<typeof RelationsReply>('GET /api/config/relations', [], options),

  /** Status `warning` when stored values contradict it: it is kept, and not enforced. */
  create: (body: NewTableRelation, options?: CallOptions) =>
    send<typeof RelationReply>('POST /api/config/relations', [], { body, ...options }),

  /** What is left out stays. */
  update: (id: number, body: Partial<RelationTarget>, options?: CallOptions) =>
    send<typeof RelationReply>('PUT /api/config/relations/:id', [id], { body, ...options }),

  /** The values stay. */
  remove: (id: number, options?: CallOptions) =>
    send<Done<'relation_deleted'>>('DELETE /api/config/relations/:id', [id], options),

  /** Enforces every relation and makes every index that the database lacks. */
  apply: (options?: CallOptions) =>
    send<typeof ConstraintsReply>('POST /api/config/apply-constraints', [], options),
})

/** What makes questions fast, and values unique. */
export const indexesOf = ({ send }: Transport) => ({
  list: (tb: string, options?: CallOptions) =>
    send<typeof IndexesReply>('GET /api/config/table/:tb/indexes', [tb], options),

  create: (
    tb: string,
    body: { name: string; columns: readonly string[]; is_unique?: boolean },
    options?: CallOptions,
  ) => send<typeof NewIndexReply>('POST /api/config/table/:tb/indexes', [tb], { body, ...options }),

  remove: (tb: string, id: number, options?: CallOptions) =>
    send<Done<'index_deleted'>>('DELETE /api/config/table/:tb/indexes/:id', [tb, id], options),

  /** Kinds of questions that were slow and that no index answers, those first that cost most time. */
  suggestions: (options?: CallOptions) =>
    send<typeof IndexSuggestionsReply>('GET /api/config/indexes/suggestions', [], options),
})

/** Does the database agree with the configuration? */
export const validationOf = ({ send }: Transport) => ({
  report: (options?: CallOptions) => send<typeof ValidationReply>('GET /api/config/validation', [], options),

  /**
   * One of the `fix` of the report. @throws `password_confirmation_required` when something is to be deleted
   */
  fix: (body: { action: 'create' | 'delete'; tb: string; col?: string | undefined }, options?: CallOptions) =>
    send<typeof FixReply>('POST /api/config/validation/fix', [], { body, ...options }),
})

/** The schema as one text. */
export const dbmlOf = (transport: Transport) => {
  const { send } = transport
  return {
    export: () => download(transport, 'GET /api/config/dbml', []),

    /** What applying the text would make; writes nothing. */
    preview: (dbml: string, options?: CallOptions) =>
      send<typeof SchemaPreviewReply>('POST /api/config/dbml/preview', [], { body: { dbml }, ...options }),

    /** Makes the tables that do not exist. */
    apply: (dbml: string, options?: CallOptions) =>
      send<typeof SchemaAppliedReply>('POST /api/config/dbml/apply', [], { body: { dbml }, ...options }),

    /** Schemas of common projects, in a language where they are there in it. */
    starts: (lang: string, options?: CallOptions) =>
      send<typeof StartsReply>('GET /api/config/starts', [], { query: { lang }, ...options }),
  }
}
