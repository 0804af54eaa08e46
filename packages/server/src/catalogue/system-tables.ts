import type { ChangedEntity } from '@trowel/contract/changes.js'
import type { ColumnDefinition, ForeignKey } from '../storage/storage.js'

/** Where every table of the service itself begins: people who write SQL see it, so it never changes. */
export const systemPrefix = 'sys_'

/** A table of the service itself. Each has the column `id` besides `columns`. */
export interface SystemTable {
  readonly name: string
  readonly columns: readonly ColumnDefinition[]
  readonly foreignKeys: readonly ForeignKey[]
  /** Columns of each index that is no more than a list of columns. */
  readonly indexes: readonly { readonly columns: readonly string[]; readonly unique: boolean }[]
  /** A column of WKT whose boxes are indexed. */
  readonly places?: string
}

const text = (name: string): ColumnDefinition => ({ name, type: 'TEXT', notNull: true })
const textOrNull = (name: string): ColumnDefinition => ({ name, type: 'TEXT' })
const integer = (name: string): ColumnDefinition => ({ name, type: 'INTEGER', notNull: true })
const decimalOrNull = (name: string): ColumnDefinition => ({ name, type: 'FLOAT' })
const integerOrNull = (name: string): ColumnDefinition => ({ name, type: 'INTEGER' })
const unique = (...columns: string[]) => ({ columns, unique: true })
const index = (...columns: string[]) => ({ columns, unique: false })
const cascadeTo = (column: string, table: string): ForeignKey => ({
  column,
  table,
  target: 'id',
  onDelete: 'CASCADE',
  onUpdate: 'NO ACTION',
})

const table = (
  name: string,
  columns: readonly ColumnDefinition[],
  indexes: SystemTable['indexes'] = [],
  foreignKeys: readonly ForeignKey[] = [],
): SystemTable => ({ name: `${systemPrefix}${name}`, columns, foreignKeys, indexes })

/** What a user saved for himself or for everybody: queries, charts, assemblage analyses, map views. */
const savedBy = (name: string, ...columns: ColumnDefinition[]): SystemTable =>
  table(
    name,
    [integer('user_id'), text('name'), ...columns, integer('created_at'), integer('is_global')],
    [index('user_id')],
    [cascadeTo('user_id', 'sys_users')],
  )

/**
 * Every table of the service as this version has it, in an order in which they can be made.
 * JSON is text, moments are unix milliseconds, yes and no are 1 and 0.
 */
export const systemTables: readonly SystemTable[] = [
  table('migrations', [text('name'), integer('applied_at')], [unique('name')]),
  table('cfg_app', [
    text('status'),
    integer('max_image_size'),
    text('welcome'),
    text('color'),
    text('definition'),
    text('lang'),
    text('version'),
    textOrNull('list_columns'),
    textOrNull('title'),
    // Under which name the bytes of each picture lie.
    textOrNull('logo'),
    textOrNull('cover'),
    textOrNull('cover_point'),
    textOrNull('backup_schedule'),
    textOrNull('adopted_from'),
  ]),
  table(
    'cfg_tables',
    [
      text('name'),
      text('label'),
      text('order_field'),
      text('id_field'),
      text('preview'),
      integer('is_plugin'),
      integer('sort'),
      text('extra'),
    ],
    [unique('name')],
  ),
  table(
    'cfg_fields',
    [
      text('table_name'),
      text('name'),
      text('label'),
      text('type'),
      text('db_type'),
      integer('sort'),
      text('extra'),
    ],
    [unique('table_name', 'name')],
  ),
  table(
    'cfg_relations',
    [text('from_tb'), text('from_col'), text('to_tb'), text('to_col'), text('on_delete'), text('on_update')],
    [unique('from_tb', 'from_col'), index('to_tb')],
  ),
  table(
    'cfg_indexes',
    [
      text('tb'),
      text('name'),
      text('columns'),
      integer('is_unique'),
      integer('auto'),
      integerOrNull('is_prefix'),
    ],
    [unique('tb', 'name')],
  ),
  table(
    'cfg_templates',
    [text('table_name'), text('name'), text('content'), integer('updated_at')],
    [unique('table_name', 'name')],
  ),
  // The layers of the map, and the reference system in which the project works.
  table('cfg_geoface', [text('layers'), integerOrNull('epsg')]),
  table(
    'users',
    [
      text('name'),
      text('email'),
      text('password'),
      integer('privilege'),
      textOrNull('oauth_provider'),
      textOrNull('oauth_sub'),
      integer('token_version'),
      integerOrNull('created_at'),
      integerOrNull('last_login_at'),
    ],
    [unique('email'), unique('oauth_provider', 'oauth_sub')],
  ),
  table('revoked_sessions', [text('jti'), integer('expires_at')], [unique('jti'), index('expires_at')]),
  table(
    'user_table_privs',
    [
      integer('user_id'),
      text('table_name'),
      integer('privilege'),
      textOrNull('filter'),
      textOrNull('outside'),
    ],
    [unique('user_id', 'table_name')],
    [cascadeTo('user_id', 'sys_users')],
  ),
  table(
    'api_keys',
    [
      text('key_hash'),
      text('label'),
      integerOrNull('created_by'),
      integer('created_at'),
      integerOrNull('last_used_at'),
      integerOrNull('revoked_at'),
      integer('privilege'),
      integerOrNull('manage'),
    ],
    [unique('key_hash')],
  ),
  table(
    'files',
    [
      integerOrNull('creator'),
      text('ext'),
      textOrNull('keywords'),
      textOrNull('description'),
      integerOrNull('printable'),
      text('filename'),
      integer('rev'),
      // Under which name its bytes lie, how many they are, and their digest; nothing of it for files from
      // before 0002.
      textOrNull('binary'),
      integerOrNull('size'),
      textOrNull('sha256'),
      integerOrNull('stored_at'),
      // Of a picture as it is shown, in pixels; nothing for files from before 0020.
      integerOrNull('width'),
      integerOrNull('height'),
      // What people measured and drew on it: JSON of a list of marks.
      decimalOrNull('pixels_per_cm'),
      textOrNull('marks'),
    ],
    [unique('binary')],
  ),
  // Bytes that no file has yet (arriving: 0) or any more, so that none is forgotten. `leaving` is 1 for those
  // that are to be removed, and 2 while an undo can bring them back.
  table('file_transit', [text('name'), integer('leaving'), integer('at')], [unique('name')]),
  table(
    'file_links',
    [integer('file_id'), text('table_name'), integer('record_id'), integer('sort')],
    [unique('file_id', 'table_name', 'record_id'), index('table_name', 'record_id')],
    [cascadeTo('file_id', 'sys_files')],
  ),
  {
    ...table(
      'geodata',
      [text('table_link'), integer('id_link'), text('geometry')],
      [index('table_link', 'id_link')],
    ),
    places: 'geometry',
  },
  table(
    'rs',
    [text('tb'), integer('first'), integer('second'), integer('relation')],
    [index('tb', 'first'), index('tb', 'second')],
  ),
  table(
    'userlinks',
    [
      text('tb_one'),
      integer('id_one'),
      text('tb_two'),
      integer('id_two'),
      integerOrNull('sort'),
      textOrNull('label'),
    ],
    [index('tb_one', 'id_one'), index('tb_two', 'id_two')],
  ),
  table(
    'versions',
    [integer('userid'), integer('time'), text('tb'), integer('rowid'), text('content'), text('operation')],
    [index('tb', 'rowid'), index('userid'), index('time')],
  ),
  /**
   * Records that were made, in the versions' stead: one row for each, or for all of an import. What an import
   * made in other stretches of ids stands in further rows, whose `head` is the id of the first.
   */
  table(
    'creations',
    [
      integer('userid'),
      integer('time'),
      text('tb'),
      integer('first_id'),
      // NULL where one record was made.
      integerOrNull('last_id'),
      text('operation'),
      // Of all stretches.
      integer('records'),
      integerOrNull('head'),
    ],
    [index('tb', 'first_id'), index('tb', 'last_id'), index('userid'), index('head')],
  ),
  // The journal; its tables and what they keep are described in storage/journal/journal-tables.ts.
  table(
    'change_sets',
    [
      integer('time'),
      // 0 for a caller who is no user of the application.
      integer('user_id'),
      integerOrNull('key_id'),
      text('origin'),
      textOrNull('note'),
      // 1 where triggers could not see all of it.
      integer('incomplete'),
      // The ids of its changes, both included; the first is 0 once they were purged.
      integer('first_change'),
      integer('last_change'),
      // The set that undid it.
      integerOrNull('undone_by'),
    ],
    [index('user_id'), index('time')],
  ),
  table(
    'change_counts',
    [integer('set_id'), text('tb'), integer('created'), integer('updated'), integer('deleted')],
    [index('set_id'), index('tb', 'set_id')],
  ),
  table(
    'changes',
    [integer('set_id'), text('tb'), integer('row_id'), text('operation')],
    [index('tb', 'row_id')],
  ),
  // Who made and changed each record (storage/journal/stamps.ts).
  table(
    'stamps',
    [text('tb'), integer('record_id'), integer('set_id'), integer('until_set'), integer('created_set')],
    [index('tb', 'record_id', 'until_set', 'set_id'), index('tb', 'until_set', 'set_id', 'record_id')],
  ),
  // Sets that the journal does not have; 0 as the user for a caller who is no user of the application.
  table('past_sets', [integer('time'), integerOrNull('user_id')], [index('time')]),
  // Which sets a set undid.
  table('undone_sets', [integer('set_id'), integer('undone_id')], [index('set_id')]),
  table('vocabularies', [text('voc'), text('def'), integer('sort')], [unique('voc', 'def')]),
  savedBy('queries', text('tb'), textOrNull('query')),
  savedBy('charts', text('definition')),
  savedBy('assemblage_analyses', text('definition')),
  savedBy('map_views', text('definition')),
  table(
    'refman_libs',
    [
      text('type'),
      text('refman_id'),
      text('name'),
      textOrNull('api_key'),
      textOrNull('citation_style'),
      integer('created_at'),
      // The version of the library up to which everything cached is known to be right, and when that was
      // found out.
      integerOrNull('synced_version'),
      integerOrNull('synced_at'),
    ],
    [unique('type', 'refman_id')],
  ),
  table(
    'refman_links',
    [
      text('tb'),
      integer('record_id'),
      integer('lib_id'),
      text('refman_key'),
      textOrNull('pages'),
      textOrNull('notes'),
      integerOrNull('sort'),
      textOrNull('author_year'),
      textOrNull('full_citation'),
      integerOrNull('refman_version'),
      integerOrNull('synced_at'),
      integer('detached'),
      integer('created_at'),
      // The work as CSL-JSON.
      textOrNull('csl'),
    ],
    [index('tb', 'record_id'), index('lib_id', 'refman_key')],
    [cascadeTo('lib_id', 'sys_refman_libs')],
  ),
  // Failed logins and the like, each until it no longer counts; shared by all nodes.
  table('attempts', [text('key'), integer('at')], [index('key', 'at'), index('at')]),
  // Sessions in which a person confirmed the password a short while ago.
  table(
    'confirmations',
    [integer('user_id'), text('session'), integer('expires_at')],
    [unique('session')],
    [cascadeTo('user_id', 'sys_users')],
  ),
  // What a person keeps at hand: favourites, pins, what was opened lately. JSON.
  table(
    'preferences',
    [integer('user_id'), text('content')],
    [unique('user_id')],
    [cascadeTo('user_id', 'sys_users')],
  ),
  // Work that goes on after the request that began it; `node` holds it until `lease_until`.
  table(
    'jobs',
    [
      text('kind'),
      text('state'),
      text('owner'),
      text('node'),
      integer('lease_until'),
      textOrNull('phase'),
      integer('done'),
      integer('total'),
      textOrNull('result'),
      textOrNull('error'),
      integer('started_at'),
      integerOrNull('ended_at'),
    ],
    [index('state')],
  ),
  table('webhooks', [
    text('url'),
    // 0: only what belongs to records of its tables.
    integer('all_tables'),
    text('operations'),
    integer('as_user'),
    integer('active'),
    // Both encrypted; deliveries are signed with the former one, too, for a while.
    text('secret'),
    textOrNull('former_secret'),
    integerOrNull('former_until'),
    // The change set up to which everything was sent, or was not for it.
    integer('last_set'),
    // Tries of the set after it that failed, since when, and when the next is due.
    integer('attempts'),
    integerOrNull('failing_since'),
    integerOrNull('next_at'),
    // Why the service made it inactive.
    textOrNull('pause'),
    integerOrNull('paused_at'),
    // The process that sends for it, as long as it is believed to live.
    textOrNull('node'),
    integerOrNull('lease_until'),
    integer('created_at'),
  ]),
  table(
    'webhook_tables',
    [integer('webhook_id'), text('table_name')],
    [unique('webhook_id', 'table_name')],
    [cascadeTo('webhook_id', 'sys_webhooks')],
  ),
  table(
    'webhook_deliveries',
    [
      integer('webhook_id'),
      integer('time'),
      text('event'),
      integerOrNull('set_id'),
      integer('attempt'),
      integer('delivered'),
      integerOrNull('status'),
      integer('duration_ms'),
      textOrNull('problem'),
    ],
    [index('webhook_id', 'time')],
    [cascadeTo('webhook_id', 'sys_webhooks')],
  ),
  // What is good for one time only, until it is taken or expires; shared by all nodes.
  table('once', [text('key'), text('content'), integer('expires_at')], [unique('key'), index('expires_at')]),
  // One row: what the keys of this application are derived from, together with the service's secret.
  table('key_salt', [text('salt')]),
  table(
    'log',
    // Which sentence the message is, and what it speaks of, as JSON; lines of older versions have neither.
    [
      text('channel'),
      integer('level'),
      text('message'),
      integer('time'),
      textOrNull('code'),
      textOrNull('facts'),
    ],
    [index('channel'), index('time')],
  ),
]

/** What the rows of a table of the service are called in the journal. */
export type JournalEntity = Exclude<ChangedEntity, 'record' | 'plugin_row'>

/**
 * Tables of the service whose rows belong to the application, and are in its journal. Why the others are not
 * says docs/api/change-sets.md.
 */
export const journalEntities: Readonly<Record<string, JournalEntity>> = {
  sys_rs: 'relation',
  sys_userlinks: 'manual_link',
  sys_geodata: 'geometry',
  sys_refman_links: 'citation',
  sys_files: 'file',
  sys_file_links: 'file_link',
  sys_vocabularies: 'vocabulary_item',
  sys_queries: 'saved_query',
  sys_charts: 'chart',
  sys_assemblage_analyses: 'assemblage',
  sys_map_views: 'map_view',
  sys_cfg_templates: 'template',
  sys_cfg_app: 'configuration',
  sys_cfg_tables: 'configuration',
  sys_cfg_fields: 'configuration',
  sys_cfg_relations: 'configuration',
  sys_cfg_indexes: 'configuration',
  sys_cfg_geoface: 'configuration',
}

/** What people save for themselves and may share. */
export const savedEntities: ReadonlySet<JournalEntity | undefined> = new Set([
  'saved_query',
  'chart',
  'assemblage',
  'map_view',
] as const)
