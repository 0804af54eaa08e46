/** Applications as a whole: new ones, backups, jobs, raw SQL, bringing up to date. */
export const operations = {
  codes: {
    // New applications
    not_allowed_app_create: 'New applications cannot be created here.',
    error_app_not_created: 'The application was not created; "errors" says what to change.',
    unsupported_engine: 'The service works with another database here.',
    db_unreachable: 'The database cannot be reached.',

    // Bringing up to date
    upgrade_failed: 'A migration failed and was undone; the log says why.',
    upgrade_running: 'The application is being upgraded right now; try again in a moment.',
    no_major_upgrade_needed: 'There is nothing to upgrade.',

    // Backups
    backup_in_progress: 'A backup of this application is being made; wait until it is done.',
    restore_in_progress: 'A backup is being restored; try again in a moment.',
    error_backup: 'The backup was not made; "detail" says why.',
    error_backup_not_restored: 'The backup cannot be restored; "detail" says why.',
    wrong_restore_engine: 'The backup was made by another database engine.',
    wrong_restore_app: 'The backup belongs to another application.',

    // Raw SQL
    free_sql_wrong_password: 'The password is not correct.',
    error_free_sql_run: 'The database refused the statement; "detail" has its message.',
    statement_not_allowed: 'Statements of this kind cannot be run here.',
    multiple_statements: 'Send one statement at a time.',
  },

  problems: {
    // Adoption of installations of version 5
    adoption_no_installation:
      'There is no installation of version 5 in {{path}}: name the folder of one application, in which its config.json lies.',
    adoption_config_unreadable: '{{path}} cannot be read as the settings of an application.',
    adoption_engine_unknown:
      'config.json names the database engine "{{engine}}": sqlite, mysql and pgsql can be adopted.',
    adoption_too_old:
      'The database of the installation is older than migration M038 (the last is {{newest}}): bring it up to date with the last version 5 first.',
    adoption_without_administrator:
      'No user of the installation may do everything: give one the level of a super-administrator there first.',
    adoption_file_changed:
      '{{path}} was changed meanwhile; nothing was adopted. Stop the old service, then try again.',

    // Backups
    backup_name_invalid: 'The name of a backup has letters, digits, ".", "_" and "-" only.',
    no_such_backup: 'There is no such backup.',
    backup_not_restorable: 'The backup cannot be restored, and nothing was changed. {{reason}}',
    backup_breaks_off: 'It is no backup of this service, or it breaks off.',
    backup_archive_damaged: 'The archive is damaged: {{reason}}',
    backup_without_manifest: 'It is no backup of this service: it has no manifest.',
    backup_of_another_program: 'It is no backup of this service.',
    backup_manifest_no_json: 'Its manifest is no JSON.',
    backup_manifest_damaged: 'Its manifest is damaged.',
    backup_manifest_too_large: 'Its manifest is too large.',
    backup_manifest_repeats: 'Its manifest names something twice.',
    backup_newer: 'It was made by a newer version of the service; update first.',
    backup_of_another_application: 'It is a backup of the application "{{app}}", not of "{{here}}".',
    backup_changed_since: 'It is not the file any more that was made.',
    backup_rows_miscounted: '"{{name}}" has not as many rows as its manifest says.',
    backup_row_too_long: 'A row is too long.',
    backup_part_breaks_off: '"{{name}}" breaks off.',
    backup_part_missing: 'The part "{{path}}" is missing.',
    backup_part_too_large: 'The part "{{path}}" is larger than its manifest says.',
    backup_part_damaged: 'The part "{{path}}" is damaged.',
    backup_table_missing: 'The table "{{table}}" is missing.',
    backup_table_misfits: '"{{name}}" does not fit together.',
    backup_refers_to_missing: '"{{name}}" refers to a table that is missing.',
    backup_refers_to_no_key: '"{{name}}" refers to what is no key of its table.',
    backup_has_rows: '"{{name}}" has rows.',
    backup_file_name_astray: 'The name of a file leads astray.',
    backup_without_administrator: 'It has no super-administrator.',
    backup_row_unreadable: 'A row cannot be read.',
    backup_row_wrong_length: 'A row has too few or too many values.',
    backup_value_of_other_type: 'A value of "{{name}}" is not of the type of the column.',
    backup_index_unknown: 'The index "{{name}}" is unknown.',
    backup_stored_otherwise: '"{{table}}" was not stored as it is in the backup.',
    backup_contradicts_rules:
      'Its rows contradict its rules: something is there twice, or refers to what is not there.',

    // Jobs
    job_process_ended:
      'The process that worked on this ended before it was done; nothing of it was stored. Start it again.',
    no_such_job: 'There is no such job.',
    job_given_up: 'The job was given up, because its process gave no sign of life; nothing of it was stored.',

    // New applications
    application_left_nothing:
      'The application was not created; nothing of it was left behind. The log of the service says why.',
    application_needs_name: 'Give the application a name.',
    application_name_is_text: 'A name is a text.',
    definition_is_text: 'The description is a text.',
    engine_is_listed: 'The engine is one of `engines`.',
    application_name_form: 'A name has 3 to 20 lower-case letters, digits and "_", and begins with a letter.',
    name_reserved: 'The name "{{name}}" is reserved by the service.',
    application_needs_definition: 'Say in a sentence what the application is for.',
    definition_too_long: 'The description has at most {{most}} characters.',
    engine_of_new_applications: 'The engine of a new application here is "{{engine}}".',
    setup_token_wrong: 'The setup token is missing or wrong; the operator of the service knows it.',
    no_such_picture: 'A project has these pictures: logo, cover.',
    no_picture_set: 'The project has no such picture.',
    project_picture_format: 'A picture of the project is a JPEG, PNG, WebP, GIF or TIFF.',
    welcome_too_long: 'The welcome text has at most {{most}} characters.',
    application_exists: 'There is an application of this name already.',
    database_cannot_be_reached: 'The database cannot be reached.',
    first_email_needed: 'Give the e-mail address of the first administrator.',
    first_email_invalid: 'This is no valid e-mail address; the first administrator logs in with it.',

    // SQL
    sql_frozen: 'The application is frozen: SQL can read, not change anything.',
    sql_took_too_long: 'The statement took too long and was stopped; nothing of it happened.',
    sql_reads_with_routes:
      'SQL reads "{{table}}", a table of the service itself, and does not change it. Use {{routes}}.',
    sql_reads_alone:
      'SQL reads "{{table}}", a table of the service itself, and does not change it. The service alone writes there.',

    // What the command line says
    no_file_at: 'There is no file {{path}}.',
    findings_not_mended: '{{open}} of {{found}} findings are not mended.',
    findings_to_mend: '{{open}} of {{found}} findings are not mended. Try: trowel files check --mend',
    not_up_to_date: 'Not brought up to date: {{names}}.',
    checks_failed: '{{failed}} of {{all}} findings are wrong.',
    there_are: 'There are: {{names}}.',
    no_tables_yet: 'The application has no tables yet.',
    no_table_for_file:
      'There is no table "{{table}}". {{known}} With --create-table it is made from the file.',
    make_application: 'Make one with: trowel app create',
    no_such_application: 'There is no application "{{app}}". {{known}}',
    service_without_reason: 'The service at {{url}} answered {{status}} without saying why.',
  },

  /** What each step of the database brings, in words that an administrator understands. */
  steps: {
    '0001_initial': 'The tables that every application has, and its first settings',
    '0002_file_binaries': 'Files know the size and the digest of their contents',
    '0003_jobs': 'Long work goes on by itself, and says how far it is',
    '0004_versions_by_user': 'What one person changed is found quickly',
    '0005_once': 'Logins and downloads under way are known to every server of the service',
    '0006_boxes_of_geometries': 'The map finds quickly what lies in view',
    '0007_cached_works': 'Citations keep the whole work, and libraries send only what has changed',
    '0008_codes_of_events': 'Lines of the log can be read in the language of the page',
    '0009_keys_that_manage': 'API keys manage people, keys and backups only when they were made for it',
    '0010_creations': 'Who made a record, and when, is kept and shown',
    '0011_phases_of_jobs': 'Jobs say whether they wait, read or write',
    '0012_list_columns': 'The application says which columns lists have for programs that name none',
    '0013_key_salt': 'Keys for signing and encrypting are the application’s own; people log in once more',
    '0014_journal': 'Every change is kept in the journal from now on',
    '0015_undone_sets': 'It is kept which changes undid which others',
    '0016_webhooks': 'Webhooks tell other services what was changed',
    '0017_stamps': 'It is kept who made each record and changed it last, and when',
    '0018_one_history': 'Versions, deleted records and the history are read from the journal',
    '0020_sizes_of_pictures': 'Pictures say how large they are, so that pages keep room for them',
    '0021_at_hand': 'People keep things at hand; the project has a title, a logo and a cover picture',
    '0022_map_views': 'Map views can be saved and shared; the project has a reference system',
    '0024_marks_of_pictures': 'Pictures have a scale, and arrows and marks drawn on them',
    '0026_backup_schedule': 'The application says when backups are made unasked',
    '0028_adopted_from': 'An application that was taken over from version 5 knows its API keys',
    '0031_place_of_cover': 'The cover picture says which part of it stays in sight',
    '0032_stamps_of_many': 'The stamps of many records are found by the records',
    '0033_indexes_of_prefixes': 'Indexes made for slow questions take texts of any length',
  },
} as const
