/** What the examination of a configuration can say. */
export const findings = {
  // Its sections
  security: 'Security',
  application: 'Application',
  system_tables: 'System tables',
  system_columns: 'System columns',
  names: 'Names',
  field_types: 'Field types',
  patterns: 'Patterns',
  formulas: 'Formulas',
  tables: 'Tables',
  columns: 'Columns of {{table}}',
  references: 'References',
  relations: 'Relations',

  // Security
  secret_weak: 'TROWEL_SECRET is short or well known: give it at least 32 random characters.',
  secret_own: 'TROWEL_SECRET is no well-known one.',
  secret_readable:
    'Other accounts of this machine can read the secret of the service: set the mode of the file to 0600.',
  secret_random: 'The secret of the service was made at random; no other account can read it.',
  data_folder_closed:
    'The folder of data is given out by no web server of this service: files are sent one by one.',
  public_files: 'TROWEL_PUBLIC_FILES is on: files can be read by their numbers alone.',
  anybody_makes_applications:
    'Everyone can create applications: set TROWEL_SETUP_TOKEN, or TROWEL_ALLOW_NEW_APP=auto.',

  // Application
  application_on: 'Name: {{name}}. Status: on.',
  application_frozen: 'Name: {{name}}. Status: frozen.',
  application_off: 'Name: {{name}}. Status: off.',
  engine: 'Engine: {{engine}}. Version: {{version}}.',
  backups: 'Backups: {{backups}}, the newest of {{day}}.',
  no_backup: 'There is no backup yet.',

  // System tables and their columns
  system_table_missing: 'The system table {{table}} is missing.',
  system_table_unknown: 'This version does not know the system table {{table}}.',
  system_tables_right: 'All {{tables}} are there.',
  system_column_missing: 'The system column {{table}}.{{column}} is missing.',
  system_column_unknown: 'The service does not know the system column {{table}}.{{column}}.',
  system_columns_right: 'All are there, and no others.',

  // Names
  table_left_out_invalid: 'The configured table "{{table}}" is left out: no table can have this name.',
  table_left_out_reserved:
    'The configured table "{{table}}" is left out: its name begins like those of the service or the database.',
  table_left_out_same:
    'The configured table "{{table}}" is left out: another one differs from it in capital letters alone.',
  field_left_out_invalid: 'The field "{{field}}" of {{table}} is left out: no column can have this name.',
  field_left_out_same:
    'The field "{{field}}" of {{table}} is left out: another one differs from it in capital letters alone.',
  relation_left_out:
    'The relation "{{from}}" to "{{to}}" is left out: no relation can be made of what it says.',
  names_right: 'All configured names can be used.',

  // Fields, tables and columns
  type_unknown: '{{table}}.{{field}} has the type "{{type}}", which is none of a column.',
  types_right: 'All fields have a type that a column can have.',
  pattern_broken: 'The pattern of {{table}}.{{field}} is no regular expression: it is not applied.',
  pattern_not_run:
    'The pattern of {{table}}.{{field}} has "{{part}}", which cannot be checked in bounded time: the field takes no new value until the pattern is rewritten.',
  patterns_right: 'All patterns of fields can be checked.',
  formula_broken:
    'The formula of {{table}}.{{field}} cannot be used, as what it names is gone: the field stays empty.',
  formulas_right: 'All formulas of fields can be computed.',
  table_missing: 'The table {{table}} is configured, but not in the database.',
  table_unconfigured: 'The table {{table}} is in the database and has {{rows}} rows, but not configured.',
  tables_right: 'All {{tables}} configured tables are there.',
  column_missing: 'The column {{table}}.{{column}}, which every such table has, is missing.',
  field_without_column: 'The field {{table}}.{{field}} has no column.',
  field_waiting: '{{table}}.{{field}} waits for a switch that is off; its values are kept.',
  column_without_field: 'The column {{table}}.{{column}} is no field.',
  column_of_other_type: '{{table}}.{{field}} is configured as {{type}}, but its column is {{stored}}.',
  columns_right: 'Fields and columns agree with each other.',

  // References
  order_without_field: 'The order of {{table}} names the field "{{missing}}", which {{table}} does not have.',
  id_field_without_field:
    'The id field of {{table}} names the field "{{missing}}", which {{table}} does not have.',
  preview_without_field:
    'The preview of {{table}} names the field "{{missing}}", which {{table}} does not have.',
  backlink_malformed: 'The backlink "{{backlink}}" of {{table}} is none: it has the form table:via:field.',
  backlink_without_table:
    'The backlink "{{backlink}}" of {{table}} names the table "{{missing}}", which does not exist.',
  backlink_without_field:
    'The backlink "{{backlink}}" of {{table}} names the field "{{missing}}", which {{via}} does not have.',
  path_without_table: 'The path of dates of {{table}} names the table "{{missing}}", which does not exist.',
  source_without_table: '{{table}}.{{field}} names the table "{{missing}}", which does not exist.',
  number_without_field:
    'The numbers of {{table}}.{{field}} name the field "{{missing}}", which {{table}} does not have.',
  source_without_field: '{{table}}.{{field}} names the field "{{missing}}", which {{source}} does not have.',
  template_without_table:
    'The template "{{template}}" of {{table}} names the table "{{missing}}", which does not exist.',
  template_without_field:
    'The template "{{template}}" of {{table}} names the field "{{missing}}", which {{owner}} does not have.',
  relation_without_table:
    'The relation {{from}} to {{to}} names the table "{{missing}}", which does not exist.',
  relation_without_field:
    'The relation {{from}} to {{to}} names the field "{{missing}}", which {{owner}} does not have.',
  index_without_table: 'The index {{index}} of {{table}} names the table "{{table}}", which does not exist.',
  index_without_field:
    'The index {{index}} of {{table}} names the field "{{missing}}", which {{table}} does not have.',
  references_right: 'Settings, fields and templates name what exists.',

  // Relations
  relation_lost_column: 'The relation {{from}} to {{to}} has lost a column.',
  relation_of_two_types: 'The relation {{from}} to {{to}} is not enforced: its columns have different types.',
  relation_rows_astray:
    'The relation {{from}} to {{to}} is not enforced: {{rows}} rows of {{table}} refer to nothing.',
  relation_not_enforced:
    'The relation {{from}} to {{to}} is not enforced; apply the constraints to see why, or to enforce it.',
  relation_not_counted: 'The relation {{from}} to {{to}} is not enforced; its rows were not counted.',
  relation_too_long_to_count:
    'The relation {{from}} to {{to}} is not enforced; its rows could not be counted in time.',
  relation_empties_field: 'A relation empties {{table}}.{{field}}, a field that must have a value.',
  table_detached: 'The plugin table {{table}} belongs to no table; its rows are not shown.',
  index_lost: 'The index {{index}} of {{table}} is not in the database; apply the constraints to make it.',
  relations_right: 'The database enforces all {{relations}} relations.',
} as const
