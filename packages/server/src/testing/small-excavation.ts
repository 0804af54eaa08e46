// What `openDig` lays out: three trenches, six contexts with samples, eight finds.

export const tableForms = [
  { name: 'trenches', label: 'Trenches' },
  { name: 'contexts', label: 'Contexts', rs: 1, geodata: 1 },
  { name: 'samples', label: 'Samples', is_plugin: '1', plugin_of: 'contexts' },
  { name: 'finds', label: 'Finds' },
]

export const fieldForms: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    'trenches',
    { name: 'code', label: 'Code', type: 'text', db_type: 'TEXT', check: ['not_empty', 'no_dupl'] },
  ],
  [
    'contexts',
    { name: 'ctx_no', label: 'Context', type: 'text', db_type: 'TEXT', check: ['not_empty', 'no_dupl'] },
  ],
  [
    'contexts',
    { name: 'trench', label: 'Trench', type: 'select', db_type: 'INTEGER', id_from_tb: 'trenches' },
  ],
  ['contexts', { name: 'ctx_type', label: 'Type', type: 'text', db_type: 'TEXT' }],
  ['contexts', { name: 'notes', label: 'Notes', type: 'long_text', db_type: 'TEXT' }],
  ['contexts', { name: 'depth_cm', label: 'Depth', type: 'text', db_type: 'FLOAT' }],
  ['contexts', { name: 'count_of', label: 'Count', type: 'text', db_type: 'INTEGER' }],
  ['samples', { name: 'litres', label: 'Litres', type: 'text', db_type: 'INTEGER' }],
  ['samples', { name: 'lab', label: 'Lab', type: 'text', db_type: 'TEXT' }],
  [
    'finds',
    { name: 'inv_no', label: 'Inventory', type: 'text', db_type: 'TEXT', check: ['not_empty', 'no_dupl'] },
  ],
  [
    'finds',
    { name: 'context', label: 'Context', type: 'select', db_type: 'INTEGER', id_from_tb: 'contexts' },
  ],
  ['finds', { name: 'material', label: 'Material', type: 'text', db_type: 'TEXT' }],
  ['finds', { name: 'weight_g', label: 'Weight', type: 'text', db_type: 'FLOAT' }],
  ['finds', { name: 'found_on', label: 'Found on', type: 'date', db_type: 'TEXT' }],
]

export const rows: Readonly<Record<string, readonly Record<string, string | number | null>[]>> = {
  trenches: ['A', 'B', 'C'].map((code) => ({ code, creator: 1 })),
  contexts: [
    { ctx_no: 'C1', trench: 1, ctx_type: 'layer', notes: 'topsoil', depth_cm: 12.5, count_of: 4 },
    { ctx_no: 'C2', trench: 1, ctx_type: 'cut', notes: 'Öfen pit', depth_cm: 40, count_of: 0 },
    { ctx_no: 'C3', trench: 2, ctx_type: 'fill', notes: '', depth_cm: null, count_of: 2 },
    { ctx_no: 'C4', trench: 2, ctx_type: 'layer', notes: null, depth_cm: 0.1, count_of: null },
    { ctx_no: 'C5', trench: null, ctx_type: 'wall', notes: '100% stone_built', depth_cm: 90.25, count_of: 9 },
    { ctx_no: 'C6', trench: 3, ctx_type: 'layer', notes: 'burnt', depth_cm: 3, count_of: 1 },
  ].map((row) => ({ ...row, creator: 1 })),
  samples: [
    { id_link: 1, litres: 10, lab: 'Oxford' },
    { id_link: 1, litres: 20, lab: null },
    { id_link: 3, litres: 5, lab: 'Graz' },
  ],
  finds: [
    { inv_no: 'F1', context: 1, material: 'flint', weight_g: 3.2, found_on: '2024-05-01', creator: 1 },
    { inv_no: 'F2', context: 1, material: 'amber', weight_g: 0.5, found_on: '2024-05-02', creator: 1 },
    { inv_no: 'F3', context: 2, material: 'bone', weight_g: 12, found_on: null, creator: 1 },
    { inv_no: 'F4', context: 3, material: 'bronze', weight_g: null, found_on: '2024-06-10', creator: 1 },
    { inv_no: 'F5', context: null, material: null, weight_g: 7, found_on: '2023-07-01', creator: 1 },
    { inv_no: 'F6', context: 5, material: '', weight_g: 100, found_on: '2023-07-02', creator: null },
    { inv_no: 'F7', context: 6, material: 'iron', weight_g: 55, found_on: '2024-05-01', creator: 4 },
    { inv_no: 'F8', context: 6, material: 'Iron slag', weight_g: 1.5, found_on: '2024-05-03', creator: 4 },
  ],
}
