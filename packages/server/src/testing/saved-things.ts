import type { SqlValue } from '../storage/sql.js'

/** Rows of every attached table, saved things and overrides that name the table `contexts` and its fields. */
export const savedThings: readonly (readonly [table: string, row: Record<string, SqlValue>])[] = [
  ['sys_geodata', { table_link: 'contexts', id_link: 1, geometry: 'POINT(1 2)' }],
  ['sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 }],
  ['sys_userlinks', { tb_one: 'contexts', id_one: 1, tb_two: 'contexts', id_two: 2 }],
  ['sys_userlinks', { tb_one: 'finds', id_one: 1, tb_two: 'contexts', id_two: 3 }],
  ['sys_files', { ext: 'jpg', filename: 'wall', rev: 0 }],
  ['sys_file_links', { file_id: 1, table_name: 'contexts', record_id: 1, sort: 0 }],
  ['sys_refman_libs', { type: 'group', refman_id: '7', name: 'Library', created_at: 1 }],
  [
    'sys_refman_links',
    { tb: 'contexts', record_id: 1, lib_id: 1, refman_key: 'AB', detached: 0, created_at: 1 },
  ],
  ['sys_versions', { userid: 1, time: 1, tb: 'contexts', rowid: 1, content: '{}', operation: 'update' }],
  [
    'sys_user_table_privs',
    {
      user_id: 5,
      table_name: 'contexts',
      privilege: 20,
      filter: JSON.stringify({ _or: [{ notes: { _eq: 'notes' } }, { ctx_no: { _in: ['C1'] } }] }),
      outside: 'global',
    },
  ],
  [
    'sys_user_table_privs',
    {
      user_id: 5,
      table_name: 'finds',
      privilege: 20,
      filter: JSON.stringify({ material: { _eq: 'contexts' } }),
    },
  ],
  [
    'sys_queries',
    {
      user_id: 1,
      name: 'of finds',
      tb: 'finds',
      query: JSON.stringify({
        filter: {
          material: { _eq: 'contexts' },
          context: { notes: { _empty: true }, _or: [{ samples: { lab: { _eq: 'notes' } } }] },
        },
        sort_field: 'material',
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_queries',
    {
      user_id: 1,
      name: 'of contexts',
      tb: 'contexts',
      query: JSON.stringify({
        filter: { samples: { contexts: { notes: { _eq: 1 } } } },
        sort_field: 'notes',
        sort: ['-notes', 'id'],
        view: {
          columns: ['ctx_no', 'notes'],
          widths: { notes: 200 },
          totals: { notes: 'COUNT' },
          group_by: 'notes:year',
        },
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_charts',
    {
      user_id: 1,
      name: 'chart',
      definition: JSON.stringify({
        tb: 'contexts',
        type: 'bar',
        x_field: 'notes',
        y_field: 'id',
        y_function: 'COUNT',
        filter: { filter: { notes: { _nempty: true } }, sort_field: 'notes' },
      }),
      created_at: 1,
      is_global: 1,
    },
  ],
  [
    'sys_assemblage_analyses',
    {
      user_id: 1,
      name: 'pivot',
      definition: JSON.stringify({
        source_tb: 'finds',
        char_field: 'material',
        group_path: [{ local_field: 'context', join_tb: 'contexts', join_pk: 'id' }],
        group_field: 'notes',
        measure: 'count',
        filters: [{ field: 'material', op: '_eq', value: 'notes' }],
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_preferences',
    {
      user_id: 1,
      content: JSON.stringify({
        favourites: [
          { kind: 'table', tb: 'contexts' },
          { kind: 'record', tb: 'finds', id: 1 },
        ],
        folded: ['contexts'],
      }),
    },
  ],
  [
    'sys_map_views',
    {
      user_id: 1,
      name: 'plan',
      definition: JSON.stringify({
        layers: [
          {
            id: 'a',
            tb: 'contexts',
            select: { filter: { notes: { _empty: true } } },
            colouring: { by: 'field', field: 'notes', colours: { contexts: '#c0622f' } },
            labels: 'notes',
          },
          { id: 'b', layer: 'contexts' },
        ],
      }),
      created_at: 1,
      is_global: 0,
    },
  ],
  [
    'sys_cfg_templates',
    {
      table_name: 'contexts',
      name: 'sheet',
      content: JSON.stringify({
        sections: [
          { label: 'Core', content: [{ field: 'notes', width: '1/2' }, { field: 'ctx_no' }] },
          { label: 'More', type: 'accordion', content: [{ label: 'x', fields: [{ field: 'notes' }] }] },
          { label: 'Soil', plugin: 'samples', content: [{ field: 'lab' }] },
        ],
      }),
      updated_at: 1,
    },
  ],
]
