interface BuiltInEntry {
  readonly table: {
    readonly name: string
    readonly label: string
    readonly order_field: string
    readonly id_field: string
    readonly preview: string
    readonly is_plugin: number
    readonly sort: number
    readonly extra: string
  }
  readonly fields: readonly {
    readonly name: string
    readonly label: string
    readonly type: string
    readonly db_type: string
    readonly sort: number
    readonly extra: string
  }[]
}

const entry = (
  name: string,
  label: string,
  isPlugin: boolean,
  preview: readonly string[],
  fields: readonly (readonly [name: string, label: string, type: string, dbType: string])[],
): BuiltInEntry => ({
  table: {
    name,
    label,
    order_field: 'id',
    id_field: 'id',
    preview: JSON.stringify(preview),
    is_plugin: isPlugin ? 1 : 0,
    sort: 0,
    extra: '{}',
  },
  fields: fields.map(([field, fieldLabel, type, dbType], sort) => ({
    name: field,
    label: fieldLabel,
    type,
    db_type: dbType,
    sort,
    extra: '{}',
  })),
})

/**
 * The two system tables that are configured like tables of people, so that a search over files can treat them
 * alike.
 */
export const builtInEntries: readonly BuiltInEntry[] = [
  entry(
    'sys_files',
    'Files',
    false,
    ['id', 'filename', 'ext'],
    [
      ['id', 'Id', 'text', 'INTEGER'],
      ['creator', 'Creator', 'text', 'INTEGER'],
      ['filename', 'File name', 'text', 'TEXT'],
      ['ext', 'Extension', 'text', 'TEXT'],
      ['keywords', 'Keywords', 'text', 'TEXT'],
      ['description', 'Description', 'long_text', 'TEXT'],
      ['printable', 'Printable', 'boolean', 'INTEGER'],
    ],
  ),
  entry(
    'sys_geodata',
    'Geodata',
    true,
    ['id', 'geometry'],
    [
      ['id', 'Id', 'text', 'INTEGER'],
      ['table_link', 'Table', 'text', 'TEXT'],
      ['id_link', 'Linked id', 'text', 'INTEGER'],
      ['geometry', 'Geometry', 'long_text', 'TEXT'],
    ],
  ),
]
