const text = (name, label, more = {}) => ({ name, label, type: 'text', db_type: 'TEXT', ...more })
const long = (name, label, more = {}) => ({ name, label, type: 'long_text', db_type: 'TEXT', ...more })
const markdown = (name, label, more = {}) => ({ name, label, type: 'md', db_type: 'TEXT', ...more })
const day = (name, label, more = {}) => ({ name, label, type: 'date', db_type: 'TEXT', ...more })
const whole = (name, label, more = {}) => ({
  name,
  label,
  type: 'text',
  db_type: 'INTEGER',
  check: ['int'],
  ...more,
})
const decimal = (name, label, more = {}) => ({ name, label, type: 'text', db_type: 'FLOAT', ...more })
const yes = (name, label, more = {}) => ({ name, label, type: 'boolean', db_type: 'INTEGER', ...more })
const lookup = (name, label, table, more = {}) => ({
  name,
  label,
  type: 'select',
  db_type: 'INTEGER',
  id_from_tb: table,
  ...more,
})
const choice = (name, label, vocabulary, more = {}) => ({
  name,
  label,
  type: 'select',
  db_type: 'TEXT',
  vocabulary_set: vocabulary,
  ...more,
})
const combo = (name, label, vocabulary) => ({
  name,
  label,
  type: 'combo_select',
  db_type: 'TEXT',
  vocabulary_set: vocabulary,
})
const several = (name, label, vocabulary) => ({
  name,
  label,
  type: 'multi_select',
  db_type: 'TEXT',
  vocabulary_set: vocabulary,
})
const key = (name, label, pattern) =>
  text(name, label, { check: ['not_empty', 'no_dupl', 'regex'], max_length: 20, pattern })
const place = { name: 'sort', label: 'Sort', type: 'text', db_type: 'INTEGER', hide: true }
const needed = { check: ['not_empty'] }

/**
 * Every table of the excavation in the order in which it can be made; a lookup field of a main table is a
 * relation too.
 */
const described = [
  {
    name: 'people',
    label: 'People',
    id_field: 'name',
    order: 'name',
    preview: ['name', 'role', 'institution'],
    fields: [
      text('name', 'Name', { check: ['not_empty', 'no_dupl'] }),
      combo('role', 'Role', 'roles'),
      text('institution', 'Institution'),
      several('languages', 'Languages', 'languages'),
    ],
  },
  {
    name: 'sites',
    label: 'Sites',
    id_field: 'code',
    order: 'code',
    preview: ['code', 'name', 'kind'],
    geodata: true,
    fields: [
      key('code', 'Code', '^[A-Z]{2}$'),
      text('name', 'Name', needed),
      choice('kind', 'Kind', 'site kinds'),
      text('municipality', 'Municipality'),
      decimal('elevation_m', 'Elevation (m)', { min: 0, max: 3000 }),
      markdown('description', 'Description'),
    ],
  },
  {
    name: 'trenches',
    label: 'Trenches',
    id_field: 'code',
    order: 'code',
    preview: ['code', 'name', 'supervisor'],
    geodata: true,
    fields: [
      key('code', 'Trench', '^[A-Z]$'),
      text('name', 'Name', needed),
      lookup('site', 'Site', 'sites', needed),
      lookup('supervisor', 'Supervisor', 'people'),
      day('opened_on', 'Opened'),
      day('closed_on', 'Closed'),
      decimal('area_m2', 'Area (m²)', { min: 0 }),
      decimal('top_m', 'Highest point (m)'),
    ],
  },
  {
    name: 'phases',
    label: 'Phases',
    id_field: 'code',
    order: 'id',
    preview: ['code', 'name', 'chrono_label'],
    fuzzy_date: true,
    fields: [
      key('code', 'Phase', '^[IVX]+$'),
      text('name', 'Name', needed),
      long('description', 'Description'),
    ],
  },
  {
    name: 'contexts',
    label: 'Contexts',
    id_field: 'ctx_no',
    order: 'ctx_no',
    preview: ['ctx_no', 'ctx_type', 'definition', 'trench', 'phase'],
    fuzzy_date: true,
    radiocarbon: true,
    rs: true,
    geodata: true,
    backlinks: ['photographs:photograph_contexts:context'],
    fields: [
      key('ctx_no', 'Context', '^C\\d{4}$'),
      lookup('trench', 'Trench', 'trenches', needed),
      lookup('phase', 'Phase', 'phases'),
      choice('ctx_type', 'Type', 'context types', needed),
      combo('definition', 'Definition', 'definitions'),
      long('description', 'Description'),
      long('interpretation', 'Interpretation'),
      { ...combo('colour', 'Colour (Munsell)', 'soil colours'), widget: 'munsell-chip' },
      choice('compaction', 'Compaction', 'compaction'),
      several('inclusions', 'Inclusions', 'inclusions'),
      decimal('top_m', 'Top (m)'),
      decimal('bottom_m', 'Bottom (m)'),
      decimal('area_m2', 'Area (m²)', { min: 0 }),
      yes('fully_excavated', 'Fully excavated'),
      day('excavated_on', 'Excavated on'),
      lookup('excavator', 'Excavator', 'people'),
    ],
  },
  {
    name: 'finds',
    label: 'Finds',
    id_field: 'inv_no',
    order: 'inv_no',
    preview: ['inv_no', 'find_type', 'material', 'ware', 'context'],
    fuzzy_date: true,
    geodata: true,
    backlinks: ['burials:burial_goods:find'],
    fields: [
      key('inv_no', 'Inventory no.', '^PF\\d\\d-\\d{4}$'),
      lookup('context', 'Context', 'contexts', needed),
      combo('find_type', 'Type', 'find types'),
      choice('material', 'Material', 'materials', needed),
      text('ware', 'Ware or class'),
      long('description', 'Description'),
      whole('pieces', 'Pieces', { min: 1 }),
      decimal('weight_g', 'Weight (g)', { min: 0 }),
      choice('condition', 'Condition', 'conditions'),
      yes('is_special', 'Special find'),
      day('found_on', 'Found on'),
      lookup('found_by', 'Found by', 'people'),
      text('box', 'Box', { max_length: 10 }),
      long('notes', 'Notes'),
    ],
  },
  {
    name: 'find_measures',
    label: 'Measures',
    parent: 'finds',
    fields: [
      choice('measure', 'Measure', 'measures', needed),
      decimal('value_mm', 'mm', { min: 0 }),
      choice('preserved', 'Preserved', 'preservation'),
      place,
    ],
  },
  {
    name: 'samples',
    label: 'Samples',
    id_field: 'sample_no',
    order: 'sample_no',
    preview: ['sample_no', 'kind', 'context', 'litres'],
    fields: [
      key('sample_no', 'Sample', '^S\\d{3}$'),
      lookup('context', 'Context', 'contexts', needed),
      choice('kind', 'Kind', 'sample kinds'),
      decimal('litres', 'Litres', { min: 0 }),
      text('question', 'Question'),
      day('taken_on', 'Taken on'),
      lookup('studied_by', 'Studied by', 'people'),
      yes('is_sorted', 'Sorted'),
      markdown('report', 'Report'),
    ],
  },
  {
    name: 'sample_sorting',
    label: 'Sorted remains',
    parent: 'samples',
    fields: [
      choice('fraction_mm', 'Fraction (mm)', 'fractions'),
      combo('taxon', 'Taxon', 'taxa'),
      text('part', 'Part'),
      whole('pieces', 'Pieces', { min: 0 }),
      decimal('weight_g', 'Weight (g)', { min: 0 }),
      place,
    ],
  },
  {
    name: 'burials',
    label: 'Burials',
    id_field: 'burial_no',
    order: 'burial_no',
    preview: ['burial_no', 'grave_type', 'sex', 'age_class'],
    fuzzy_date: true,
    osteology: true,
    fields: [
      key('burial_no', 'Burial', '^B\\d{3}$'),
      lookup('context', 'Skeleton', 'contexts', needed),
      choice('grave_type', 'Grave', 'grave types'),
      choice('position', 'Position', 'positions'),
      text('orientation', 'Orientation', { max_length: 10 }),
      choice('sex', 'Sex', 'sexes'),
      choice('age_class', 'Age', 'age classes'),
      {
        name: 'preserved_percent',
        label: 'Preserved (%)',
        type: 'slider',
        db_type: 'INTEGER',
        min: 0,
        max: 100,
      },
      decimal('stature_cm', 'Stature (cm)', { min: 30, max: 230 }),
      long('notes', 'Osteological notes'),
      lookup('studied_by', 'Studied by', 'people'),
    ],
  },
  {
    name: 'burial_goods',
    label: 'Grave goods',
    parent: 'burials',
    fields: [lookup('find', 'Find', 'finds', needed), text('place', 'Place in the grave'), place],
  },
  {
    name: 'photographs',
    label: 'Photographs',
    id_field: 'photo_no',
    order: 'photo_no',
    preview: ['photo_no', 'subject', 'taken_on'],
    fields: [
      key('photo_no', 'Photograph', '^PF\\d\\d-F\\d{3}$'),
      text('subject', 'Subject'),
      lookup('trench', 'Trench', 'trenches'),
      { ...choice('direction', 'Seen from', 'directions') },
      day('taken_on', 'Taken on'),
      lookup('photographer', 'Photographer', 'people'),
      yes('is_working_shot', 'Working shot'),
    ],
  },
  {
    name: 'photograph_contexts',
    label: 'Contexts shown',
    parent: 'photographs',
    fields: [lookup('context', 'Context', 'contexts', needed), text('note', 'Note'), place],
  },
  {
    name: 'drawings',
    label: 'Drawings',
    id_field: 'drawing_no',
    order: 'drawing_no',
    preview: ['drawing_no', 'kind', 'subject', 'scale'],
    fields: [
      key('drawing_no', 'Drawing', '^D\\d{3}$'),
      choice('kind', 'Kind', 'drawing kinds'),
      text('subject', 'Subject'),
      {
        name: 'scale',
        label: 'Scale',
        type: 'select',
        db_type: 'TEXT',
        dic: ['1:1', '1:10', '1:20', '1:50', '1:100'],
      },
      lookup('trench', 'Trench', 'trenches'),
      lookup('drawn_by', 'Drawn by', 'people'),
      day('drawn_on', 'Drawn on'),
      yes('is_digitised', 'Digitised'),
    ],
  },
  {
    name: 'conservation',
    label: 'Conservation',
    id_field: 'treatment_no',
    order: 'treatment_no',
    preview: ['treatment_no', 'find', 'treatment', 'begun_on'],
    fields: [
      key('treatment_no', 'Treatment', '^K\\d{3}$'),
      lookup('find', 'Find', 'finds', needed),
      several('treatment', 'Steps', 'treatments'),
      long('state_before', 'State before'),
      markdown('report', 'Report'),
      lookup('conservator', 'Conservator', 'people'),
      day('begun_on', 'Begun'),
      day('finished_on', 'Finished'),
      { name: 'priority', label: 'Priority', type: 'slider', db_type: 'INTEGER', min: 0, max: 100 },
    ],
  },
]

export const tables = described.map(({ fields, ...table }) => {
  const lookups = fields.filter((field) => field.id_from_tb)
  const link = lookups.map(({ name, id_from_tb: target }) => ({
    other_tb: target,
    fld: [{ my: name, other: 'id' }],
  }))
  return { ...table, ...(table.parent || link.length === 0 ? {} : { link }), fields }
})

/**
 * Which vocabulary offers the values of which field: its items are the values in use and these, in this
 * order.
 */
export const furtherItems = {
  compaction: ['loose', 'soft', 'firm', 'compact', 'cemented'],
  conditions: ['complete', 'nearly complete', 'fragmentary', 'worn', 'corroded', 'burnt'],
  'context types': ['layer', 'cut', 'fill', 'masonry', 'surface', 'skeleton', 'natural'],
  preservation: ['complete', 'incomplete'],
  fractions: ['> 4', '2-4', '1-2', '0.5-1'],
  sexes: ['female', 'female?', 'male', 'male?', 'not determined'],
  'age classes': [
    'infant I (0-6)',
    'infant II (7-12)',
    'juvenile (13-19)',
    'young adult (20-35)',
    'mature adult (35-50)',
    'old adult (50+)',
    'adult',
  ],
  directions: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'from above'],
}
