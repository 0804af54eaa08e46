/**
 * What the winter at the desk brought: contexts understood otherwise, finds identified again, a find entered
 * twice.
 */
export function revisionsOf({ contexts, finds, burials }) {
  const revised = [
    ...contexts
      .filter(({ core }) => core.interpretation)
      .filter((_, place) => place % 23 === 0)
      .map(({ core }) => ({
        table: 'contexts',
        record: core.ctx_no,
        core: { interpretation: `${core.interpretation} Confirmed when the pottery had been read.` },
      })),
    ...finds
      .filter(({ core }) => core.material === 'copper alloy')
      .filter((_, place) => place % 3 === 0)
      .map(({ core }) => ({
        table: 'finds',
        record: core.inv_no,
        core: { material: 'bronze', notes: 'Alloy measured by X-ray fluorescence.' },
      })),
    ...burials.slice(0, 3).map(({ core }) => ({
      table: 'burials',
      record: core.burial_no,
      core: { notes: `${core.notes} Sex and age read a second time by another person: the same result.` },
    })),
  ]
  const { core: twice } = finds.find(({ core }) => core.is_special === 1)
  const mistake = {
    table: 'finds',
    core: { ...twice, inv_no: 'PF25-9999', notes: `The same as ${twice.inv_no}, entered twice.` },
  }
  return { revisions: revised, mistakes: [mistake] }
}

const sorted = (field, direction = 'asc') => ({ sort_field: field, sort_dir: direction })

/**
 * Questions that people of the team kept, one of each kind of search; `shared` ones are for everybody,
 * `pinned` ones are on the home page of the one who begins.
 */
export const savedQueries = [
  {
    name: 'Special finds, heaviest first',
    tb: 'finds',
    shared: true,
    pinned: true,
    query: { filter: { is_special: { _eq: 1 } }, ...sorted('weight_g', 'desc') },
  },
  {
    name: 'Cuts of the two oldest phases',
    tb: 'contexts',
    shared: true,
    pinned: true,
    query: {
      filter: { ctx_type: { _eq: 'cut' }, phase: { code: { _in: ['I', 'II'] } } },
      ...sorted('ctx_no'),
    },
  },
  {
    name: 'Perhaps of the second century BCE',
    tb: 'contexts',
    shared: true,
    query: { filter: { chrono_from: { _chrono_overlap: [-200, -101] } }, ...sorted('chrono_from') },
  },
  {
    name: 'Amber, glass or iron',
    tb: 'finds',
    shared: false,
    query: {
      filter: { _or: [{ material: { _in: ['amber', 'glass'] } }, { material: { _eq: 'iron' } }] },
      ...sorted('inv_no'),
    },
  },
  {
    name: 'Ash anywhere',
    tb: 'contexts',
    shared: false,
    query: { search_type: 'fast', search: 'ash' },
  },
  {
    name: 'Heavy for its pieces',
    tb: 'finds',
    shared: false,
    query: {
      search_type: 'sqlExpert',
      querytext: 'pieces > 0 AND weight_g / pieces > 150',
      join: '',
      ...sorted('weight_g', 'desc'),
    },
  },
]

const grouped = (tb, type, x_field, [y_function, y_field], more = {}) => ({
  tb,
  type,
  x_field,
  y_field,
  y_function,
  filter: {},
  ...more,
})

/** Charts that the team looks at, for everybody. */
export const charts = [
  {
    name: 'Finds by material',
    pinned: true,
    definition: grouped('finds', 'bar', 'material', ['COUNT', 'id'], {
      style: { horizontal: true, legendPosition: 'hidden' },
    }),
  },
  {
    name: 'Contexts by phase',
    pinned: true,
    definition: grouped('contexts', 'bar', 'phase', ['COUNT', 'id']),
  },
  {
    name: 'Weight of pottery by ware (g)',
    definition: grouped('finds', 'pie', 'ware', ['SUM', 'weight_g'], {
      filter: { filter: { material: { _eq: 'pottery' } } },
    }),
  },
  {
    name: 'Litres of samples by kind',
    definition: grouped('samples', 'doughnut', 'kind', ['SUM', 'litres']),
  },
  {
    name: 'Lowest point reached by trench (m)',
    definition: grouped('contexts', 'line', 'trench', ['MIN', 'bottom_m'], { style: { decimals: 2 } }),
  },
  {
    name: 'Contexts with finds',
    definition: { tb: 'finds', type: 'metric', field: 'context', function: 'COUNT_DISTINCT', filter: {} },
  },
]

const towards = (local_field, join_tb) => ({ local_field, join_tb, join_pk: 'id' })

/** Which finds belong together: the questions that assemblages answer, for everybody. */
export const analyses = [
  {
    name: 'Materials by phase, pieces',
    definition: {
      source_tb: 'finds',
      source_type: 'table',
      char_field: 'material',
      group_path: [towards('context', 'contexts'), towards('phase', 'phases')],
      group_field: 'code',
      measure: 'sum',
      measure_field: 'pieces',
      measure_label: 'Pieces',
      filters: [],
    },
  },
  {
    name: 'Wares by context, in order',
    definition: {
      source_tb: 'finds',
      source_type: 'table',
      char_field: 'ware',
      group_path: [towards('context', 'contexts')],
      group_field: 'id',
      measure: 'sum',
      measure_field: 'pieces',
      measure_label: 'Pieces',
      filters: [
        { field: 'material', op: '_eq', value: 'pottery' },
        { field: 'find_type', op: '_eq', value: 'vessel' },
      ],
      seriation: { basis: 'counts', min_group: 15, min_char: 8, min_meetings: 2 },
    },
  },
  {
    name: 'Plant and animal remains by phase',
    definition: {
      source_tb: 'sample_sorting',
      source_type: 'plugin',
      char_field: 'taxon',
      group_path: [towards('id_link', 'samples'), towards('context', 'contexts')],
      group_field: 'phase',
      measure: 'sum',
      measure_field: 'pieces',
      measure_label: 'Pieces',
      filters: [{ field: 'pieces', op: '_gt', value: 0 }],
    },
  },
]
