import { doers } from '../doers.js'
import type { ProblemCode } from '../problem-codes.js'

/**
 * Everything that the service says, by code, with the names of what it speaks of in double braces. A code
 * keeps its meaning for ever. This is the one source of the English texts, and the shape of every other
 * language.
 */
export const english = {
  /** What a code says when a problem or a refusal has no sentence of its own. */
  codes: {
    // Requests as such
    bad_request: 'The request could not be read; check that its body is valid JSON.',
    parameter_missing: 'A required value is missing; "detail" names it.',
    invalid_parameter: 'A value has the wrong type or form; "detail" says which.',
    route_not_found: 'There is no such address; see /api/docs for those that exist.',
    method_not_allowed: 'This address does not take that method; "allowed" lists those it takes.',
    not_found: 'There is no such thing.',
    conflict: 'The change contradicts data that are already stored.',
    too_large: 'What was sent is larger than the service accepts.',
    unsupported_media_type: 'The service cannot read content of this type here.',
    too_many_attempts: 'Too many attempts; wait for the time in "Retry-After" and try again.',
    internal_error: 'The service made a mistake; report it with the id in "X-Request-Id".',
    overloaded: 'This takes longer than the service allows; narrow the request or try again later.',

    // Who asks
    request_timeout: 'The body of the request came too slowly and was given up; send it again.',
    unknown_host: 'The service does not answer to this name.',
    unauthenticated: 'Log in, or send a valid token or API key.',
    token_invalidated:
      'This session was ended by a change of the account, or by a restored backup; log in again.',
    login_data_not_valid: 'The e-mail address or the password is not correct.',
    email_password_needed: 'Give a valid e-mail address and a password.',
    app_not_found: 'There is no application of that name.',
    not_enough_privilege: 'Your privilege does not allow this; ask an administrator.',
    outside_row_filter: 'This would move the record outside the rows that you may change.',
    session_required: 'A person has to log in for this; an API key is not enough.',
    password_confirmation_required: 'Confirm your password first, then repeat the request.',
    wrong_password: 'The current password is not correct.',
    invalid_pasword: 'The password is not correct.',
    not_a_super_admin_user: 'Only a super-administrator can confirm the password here.',
    upgrade_pending: 'The application is being brought up to date; an administrator has to finish it.',
    unsupported_provider: 'The service does not know this identity provider.',
    provider_not_configured: 'This identity provider is not set up for the application.',
    origin_required: 'Say with "origin" where the web client runs.',
    origin_not_allowed: 'The web client may not run at this origin; add it to TROWEL_CORS_ORIGINS.',
    invalid_request: 'The identity provider came back without a usable answer; log in again.',
    invalid_state: 'This login was not begun here, or took too long; log in again.',
    invalid_signature: 'The link to the file has expired; reload the page to get a new one.',

    // Users, overrides, API keys
    user_not_found: 'There is no such user.',
    invalid_privilege: 'This is no valid privilege; "detail" lists those that can be given.',
    email_not_valid: 'This is no valid e-mail address.',
    email_present: 'This e-mail address belongs to another user.',
    oauth_identity_in_use: 'This external identity belongs to another user.',
    last_super_admin: 'The application needs at least one super-administrator.',
    cannot_delete_self: 'You cannot delete your own account.',
    cannot_revoke_own_token: 'You cannot end your own session here; log out instead.',
    override_not_applicable:
      'Administrators have the same rights on every table; overrides do not apply to them.',

    // Operations
    not_allowed_app_create: 'New applications cannot be created here.',
    error_app_not_created: 'The application was not created; "errors" says what to change.',
    upgrade_failed: 'A migration failed and was undone; the log says why.',
    upgrade_running: 'The application is being upgraded right now; try again in a moment.',
    no_major_upgrade_needed: 'There is nothing to upgrade.',
    backup_in_progress: 'A backup of this application is being made; wait until it is done.',
    restore_in_progress: 'A backup is being restored; try again in a moment.',
    error_backup: 'The backup was not made; "detail" says why.',
    error_backup_not_restored: 'The backup cannot be restored; "detail" says why.',
    wrong_restore_engine: 'The backup was made by another database engine.',
    wrong_restore_app: 'The backup belongs to another application.',
    file_not_found: 'There is no such file.',
    error_erasing_file: 'The file could not be deleted.',
    free_sql_wrong_password: 'The password is not correct.',
    error_free_sql_run: 'The database refused the statement; "detail" has its message.',
    statement_not_allowed: 'Statements of this kind cannot be run here.',
    multiple_statements: 'Send one statement at a time.',

    // Tables, fields, filters
    unknown_table: 'There is no such table.',
    unknown_field: 'The table has no such field.',
    field_not_found: 'The table has no such field.',
    plugin_table_not_allowed: 'Rows of a plugin table are changed through the record that carries them.',
    unknown_operator: 'The filter uses an operator that does not exist.',
    invalid_filter: 'The filter cannot be understood; "detail" says where and why.',
    expert_syntax_error: 'The expression cannot be understood; "detail" says where.',

    // Records
    record_not_found: 'There is no such record.',
    validation_failed: 'Some values are not valid; "errors" names each of them.',
    stale_record: 'Somebody changed the record meanwhile; reload it before you save.',
    in_use: 'Other data refer to this, so it cannot be deleted.',
    no_id_provided: 'Say which records are meant.',
    no_record_deleted: 'None of the records could be deleted; "errors" says why.',
    version_not_found: 'There is no such version.',
    query_not_found: 'There is no such saved query.',
    query_access_denied: 'This saved query belongs to somebody else.',
    rs_not_configured: 'The table has no stratigraphic relations; switch them on in its configuration.',
    invalid_relation: 'A stratigraphic relation is a number from 1 to 10.',
    relation_self: 'A record cannot be related to itself.',
    relation_already_exist: 'This stratigraphic relation exists already.',
    stratigraphic_loop: 'The relation contradicts others; "detail" shows the loop.',
    link_already_exists: 'These two records are linked already.',

    // Files, import, vocabularies
    error_uploading_file: 'Send exactly one file, in the part "file".',
    error_file_sorting_update: 'The list must name each file link of one record once.',
    import_error_no_file: 'There is no such uploaded file, or it has expired; upload it again.',
    import_error_unknown_type: 'The type of the file must be csv, tsv, xlsx, json or geojson.',
    import_error_parse: 'The file cannot be read; "detail" says where and why.',
    import_error_no_key: 'The key field must be one of the mapped fields.',
    import_error_invalid_field: 'The mapping names fields that the table does not have.',
    import_error_mapping_mismatch: 'None of the mapped columns occurs in the file.',
    import_error_validation: 'Some rows are not valid and nothing was imported; "errors" names them.',
    import_error_transaction: 'The database refused a row and nothing was imported.',
    import_error_no_geo_field: 'The table has no geometries; switch them on in its configuration.',
    import_error_unknown_crs: 'The reference system of the coordinates is not known here.',
    import_error_zip: 'The archive cannot be read as a ZIP file.',
    error_def_added: 'The vocabulary has this definition already.',
    error_def_update: 'The vocabulary item could not be changed.',
    error_def_erase: 'There is no such vocabulary item.',
    error_sort_update: 'The list to sort names unknown, foreign or repeated entries.',

    // Configuration
    error_cfg_data_updated: 'The configuration was not saved; "errors" says what to change.',
    tb_already_available: 'A table of that name exists already.',
    fld_already_available: 'The table has a field of that name already.',
    immutable: 'This property cannot be changed after the table was made.',
    invalid_name: 'A name begins with a lower-case letter and has lower-case letters, digits and "_" only.',
    reserved_name: 'This name is reserved by the service.',
    not_convertible: 'Some stored values do not fit the new type.',
    not_a_core_table: 'This is possible on main tables only, not on plugin tables.',
    error_renaming_table: 'The table was not renamed.',
    error_renaming_column: 'The field was not renamed: the new name is taken or reserved.',
    error_cfg_tb_delete: 'The table could not be deleted.',
    error_cfg_clumn_delete: 'This column cannot be deleted.',
    invalid_chrono_density_path: 'The chronology path is not valid; "detail" says why.',
    relation_orphans: 'Some rows belong to records that do not exist in that table.',
    relation_already_exists: 'This column is part of a relation already.',
    plugin_relation_not_allowed: 'A plugin table takes part in relations through "id_link" only.',
    invalid_on_delete: 'On deletion: RESTRICT, CASCADE, SET NULL or NO ACTION.',
    invalid_on_update: 'On update: RESTRICT, CASCADE, SET NULL or NO ACTION.',
    index_already_exists: 'The table has an index of that name already.',
    index_duplicates_found: 'Some values occur more than once, so the index cannot be unique.',
    index_in_use: 'A relation needs this index.',
    error_geoface_updated: 'The map layers were not saved; "errors" says what to change.',
    error_validation: 'The configuration could not be examined.',
    invalid_action: 'The current report does not propose this repair; load it again.',
    col_type_not_found: 'The type of the column is not known.',
    error_creating_table: 'The table could not be made.',
    dbml_empty: 'The schema text is empty.',
    dbml_parse_error: 'The schema text cannot be understood; "detail" names the line.',
    dbml_apply_error: 'The schema was not applied and nothing was changed.',
    dbml_export_error: 'The schema could not be written.',

    // Charts, assemblages, templates, widgets, map
    invalid_chart_type: 'A chart is of type metric, bar, line, pie or doughnut.',
    invalid_chart_field: 'The chart names a field that the table does not have.',
    chart_not_found: 'There is no such chart.',
    chart_access_denied: 'This chart belongs to somebody else.',
    error_save_chart: 'The chart could not be saved.',
    generic_error: 'The chart could not be drawn.',
    invalid_field: 'The analysis names a field that the table does not have.',
    invalid_measure: 'The measure must be count, sum or count_distinct.',
    too_many_join_steps: 'The path to the group has more than four steps.',
    invalid_group_path_step: 'A step of the path to the group follows no relation; "detail" says which.',
    result_too_large: 'The analysis has more than 100,000 cells; narrow it with filters.',
    query_error: 'The analysis could not be computed.',
    nothing_to_update: 'Nothing was sent that could be changed.',
    analysis_not_found: 'There is no such analysis.',
    analysis_access_denied: 'This analysis belongs to somebody else.',
    template_not_found: 'There is no such template.',
    template_name_exists: 'The table has a template of that name already.',
    invalid_template_name: 'A template name has 1 to 64 letters, digits, "-" or "_".',
    invalid_template_data: 'A layout is an object with a list of "sections".',
    template_validation_failed: 'The layout is not valid; "errors" says where.',
    invalid_widget_name: 'A widget name has lower-case letters, digits and "-" only.',
    widget_not_found: 'There is no such widget.',
    geodata_not_found: 'There is no such map feature.',
    error_insert_geodata: 'The geometry is not valid; "errors" says why.',
    error_update_geometry: 'A geometry is not valid and none was changed; "errors" says why.',
    error_getting_geodata: 'The map features could not be read.',

    // Reference manager
    upstream_error: 'The reference manager refused the request or could not be reached.',
    upstream_timeout: 'The reference manager did not answer in time; try again later.',
    zotero_api_error: 'The reference manager refused the request or could not be reached.',
    lib_not_found: 'There is no such library.',
    lib_already_exists: 'This library is connected already.',
    link_not_found: 'There is no such citation link.',
    invalid_refman_id: 'A library id has 1 to 64 letters, digits, "-" or "_".',
    invalid_refman_key: 'An item key has 1 to 32 letters and digits.',
    invalid_citation_style: 'A citation style is named by letters, digits and "-".',
    refman_item_not_found: 'The library has no such item.',

    // Rules of fields
    text: 'This text cannot be stored.',
    required: 'A value is needed here.',
    int: 'A whole number without point or comma.',
    number: 'A number with a point before the decimals, for example 12.5.',
    boolean: 'Yes or no.',
    date: 'A day of the calendar, for example 2024-05-31.',
    email: 'An e-mail address, for example name@example.org.',
    url: 'A complete web address that begins with http:// or https://.',
    min: 'At least {{min}}.',
    max: 'At most {{max}}.',
    max_length: 'At most {{max_length}} characters.',
    pattern: 'The value does not have the form that is asked for.',
    reference: 'There is no such record.',
    no_dupl: 'This value is already used.',
    valid_wkt: 'A geometry as well-known text, for example POINT (13.6 45.7).',
    chrono_range: 'The dating is not valid.',
    osteo_data: 'This is no inventory of bones.',

    // Settings, accounts and lines of files
    not_empty: 'Something has to stand here.',
    too_long: 'This is too long.',
    too_short: 'This is too short.',
    invalid_value: 'This value cannot be used here.',
    invalid_type: 'This type cannot be used here.',
    invalid_range: 'The greatest value is smaller than the least.',
    invalid_pattern: 'The pattern cannot be used.',
    invalid_characters: 'Some characters cannot be used here.',
    unknown_reference: 'This refers to something that is not there.',
    not_available: 'This name is not available.',
    ambiguous_key: 'Several records have this key.',
    not_an_object: 'An object is needed here.',
    too_many: 'These are too many.',
    too_deep: 'Groups are nested too deep.',
    wrong_count: 'This needs another number of values.',
    unknown_name: 'Nothing has this name.',
    repeated_name: 'This name is listed twice.',

    // Settings of tables and fields
    invalid_db_type: 'A column cannot have this type here.',
    ambiguous_source: 'A field has one source of values.',
    syntax: 'This cannot be understood.',

    // Geometries
    unsupported_geometry: 'The map cannot store geometries of this kind.',
    invalid_coordinates: 'These are no coordinates.',
    outside_the_world: 'This is no longitude and latitude.',
    ring_too_short: 'An area needs at least three corners.',
    ring_not_closed: 'The outline of an area ends where it begins.',

    // Layouts
    too_many_sections: 'The layout has too many sections.',
    sections_missing_or_invalid: 'The layout has no sections that can be read.',
    content_missing_or_invalid: 'The section has no content that can be read.',
    fields_missing_or_invalid: 'The part has no fields that can be read.',
    unknown_plugin: 'The table has no such rows.',
    invalid_width: 'A layout has no such width.',

    // Layers of the map
    unknown_file: 'There is no such uploaded file.',
    not_geojson: 'The file is no GeoJSON.',
    not_xml: 'The file is no XML.',

    // Accounts and new applications
    too_common: 'This password is among those that are tried first; choose another one.',
    too_personal: 'This password is a name or an address with hardly anything added; choose another one.',
    unknown_provider: 'The service does not know this identity provider.',
    not_an_orcid: 'This is no ORCID iD.',
    unsupported_engine: 'The service works with another database here.',
    db_unreachable: 'The database cannot be reached.',

    // Oddities of files
    no_rows: 'The file has no rows under its header.',
    blank_line: 'The line is empty and was skipped.',
    empty_row: 'All cells of the row are empty; it was skipped.',
    short_row: 'The row has too few cells; the others are empty.',
    long_row: 'The row has too many cells.',
    repeated_header: 'The row repeats the header; it is read as data.',
    control_character: 'The row has a control character.',
  },

  /** What is said more exactly, where a code says only what kind of problem it is. */
  problems: {
    // Filters and searches
    parameter_wrong: '"{{name}}" {{reason}}.',
    parameter_is_missing: '"{{name}}" is missing.',
    must_be_single_text: 'must be a single text',
    must_be_count: 'must be a whole number from 1',
    must_be_whole_number: 'must be a whole number',
    filter_wrong: 'The filter cannot be understood: {{path}} {{reason}}.',
    lists_too_many_values: 'lists more than {{most}} values',

    // Values
    value_is_list: 'A text or a number is needed here, not a list or an object.',
    value_has_nul: 'The text contains the character NUL (code 0), which cannot be stored; remove it.',
    value_has_half_character:
      'The text contains half of a character (a lone surrogate), which cannot be stored; remove it.',
    number_with_point: 'A number with a point before the decimals, for example 1,234.5.',
    number_with_comma: 'A number with a comma before the decimals, for example 1.234,5.',
    day_written: 'A day of the calendar, written {{form}}.',
    moment_needed: 'A day or a moment as ISO 8601 writes it, for example 2024-05-01 or 2024-05-01T14:30:00Z.',
    years_reversed: 'The beginning must not be later than the end.',
    certainty_unknown: 'The certainty is 1 (certain), 2 (probable) or 3 (uncertain).',
    no_such_record: 'There is no such record in "{{table}}".',
    no_such_hidden_record: 'There is no such record, or none that you may see.',
    several_records: '{{records}} records of "{{table}}" are called so; write the id of one.',
    id_and_name:
      '{{value}} is the id of one record of "{{table}}" and the name of another; say with "lookups" whether numbers are ids or names.',
    key_of_several: 'Several records have this key, so it does not say which one is meant.',
    key_not_editable: 'You may not change the record with this key.',
    value_too_long_for_pattern:
      'The text is too long to be held against the form that is asked for: at most {{most}} characters.',
    pattern_not_run:
      'This field takes no new value: its pattern has "{{part}}", which cannot be checked in bounded time. An administrator has to rewrite it.',

    // Patterns of fields
    pattern_broken: 'The pattern is no regular expression of at most {{most}} characters.',
    pattern_looks_around:
      'The pattern looks ahead or back with "{{part}}", which is not possible: say what the whole value looks like instead.',
    pattern_refers_back:
      'The pattern refers back to a group with "{{part}}", which is not possible: write out what may stand there.',
    pattern_repeats_too_often:
      'The pattern repeats something with "{{part}}" more than {{most}} times, which is not possible; limit the length of the field instead.',
    pattern_too_large:
      'The pattern "{{part}}" becomes too large with its repetitions; limit the length of the field instead.',
    pattern_unknown_part: 'The pattern "{{part}}" has a class of characters or a group that is not possible.',

    // Rows of a file
    row_short: 'The row has {{given}} of {{wanted}} cells; the others are empty.',
    row_long: 'The row has {{given}} cells for {{wanted}} columns; {{surplus}} at its end were dropped.',
    row_with_control_character: 'The row has the control character U+{{character}}.',
    mapping_unknown_fields: 'The table "{{table}}" cannot take {{fields}} from a file.',
    mapping_without_columns:
      'None of the mapped columns ({{mapped}}) occurs in the file; its columns are {{columns}}.',
    row_not_stored: 'The database refused row {{row}} and nothing was imported.',

    // Files that cannot be read; what stands before it says so, and in which line
    file_empty: 'the file is empty.',
    file_without_header: 'the file is empty: it has neither a header line nor rows.',
    file_too_large: 'the file is too large to be read in this form; send it as CSV.',
    quote_never_closed: 'a quotation mark opens a cell here and is never closed.',
    quote_not_closed_soon: 'a quotation mark opens a cell here and is not closed for 16 million characters.',
    quote_before_text:
      'after the quotation mark that closes a cell its text goes on: a mark is missing before it, or one inside the cell is not doubled.',
    row_too_long: 'the row that begins here is longer than 16 million characters.',
    bytes_not_utf8:
      'the bytes here are not UTF-8, though other lines are. Save the file again as UTF-8, or mend this line.',
    text_not_readable: 'the file is not valid {{encoding}} text.',
    too_many_columns: 'the header has {{columns}} columns; at most {{most}} can be read.',
    columns_nameless: 'column {{columns}} has no name in the header; give every column a name of its own.',
    columns_repeated:
      'the name {{names}} stands more than once in the header; give every column a name of its own.',
    columns_nameless_and_repeated:
      'column {{columns}} has no name and the name {{names}} stands more than once in the header; give every column a name of its own.',
    key_empty: 'a key is empty; give every value a name.',
    json_too_large: 'a JSON file may have 64 MiB; send larger tables as CSV.',
    json_without_list: 'a list of objects is needed, or an object with such a list under "data".',
    json_too_many_keys: 'the objects have more than {{most}} different keys.',
    json_too_deep: 'row {{row}} has lists or objects too deep inside each other.',
    json_row_no_object: 'row {{row}} is no object.',
    json_not_utf8: 'the file is not UTF-8 text, as JSON has to be.',
    json_not_valid: 'the file is not valid JSON: {{reason}}',
    geojson_too_large: 'a GeoJSON file may have 64 MiB; split it.',
    geojson_no_collection: 'a GeoJSON FeatureCollection with a list "features" is needed.',
    geojson_no_feature: 'feature {{feature}} is no GeoJSON Feature.',
    geojson_crs_nameless: 'the member "crs" does not name a reference system.',
    reference_system_unknown: 'the reference system EPSG:{{epsg}} is not known.',
    workbook_too_large: 'a workbook may have 32 MiB; save the sheet as CSV.',
    workbook_unpacked_too_large: 'the workbook is too large; save the sheet as CSV.',
    workbook_none: 'this is no workbook: save it as .xlsx (Excel workbook).',
    workbook_damaged: 'the workbook is damaged ({{reason}}).',
    workbook_with_document_type: '"{{name}}" declares a document type, which no workbook does.',
    workbook_too_many_cells:
      'the workbook has cells as far out as {{place}}, which are too many to be read: delete what lies far from the table, or save the sheet as CSV.',
    workbook_cell_nowhere: 'the workbook has a cell in the place "{{place}}", which no sheet has.',
    sheet_missing: 'it has no sheet "{{sheet}}"; there are: {{sheets}}.',
    sheet_empty: 'the sheet "{{sheet}}" is empty.',
    sheet_too_long: 'the sheet has more than {{most}} rows; save it as CSV.',
    archive_damaged: 'the archive is damaged or no ZIP file ({{reason}}).',
    archive_encrypted: '"{{name}}" is encrypted.',
    archive_packed_strangely: '"{{name}}" is packed in a way that cannot be read; pack it as ZIP (deflate).',
    index_columns: 'an index needs two columns: filename and record_id.',
    index_too_long: 'an index may have {{most}} rows; split the archive.',

    // Imports that do not begin, or do not end
    archive_too_many_entries: 'It has more than {{most}} entries; split it.',
    archive_entry_too_large: '"{{name}}" has more than {{most}} bytes.',
    archive_files_too_large: 'Its files have more than {{most}} bytes together; split it.',
    picture_not_stored: '"{{name}}" cannot be stored, so nothing was imported.',
    import_runs_already: 'This file is being imported already; wait until that is done.',
    import_stopped: 'The service is being stopped; nothing was imported. Start the import again.',

    // A schema as text: the tables
    schema_table_exists: 'There is a table {{table}} already; it stays as it is.',
    schema_name_of_database: 'The database itself uses the name "{{name}}"; choose another one.',
    schema_name_invalid:
      '"{{name}}" cannot be the name of a table: it begins with a lower-case letter and has up to 48 lower-case letters, digits and "_".',
    schema_name_reserved: '"{{name}}" begins like the tables of the service itself.',
    schema_table_too_wide: 'A table has at most {{fields}} fields and {{indexes}} indexes.',
    schema_table_repeated: 'The text has the table {{table}} more than once.',
    schema_parent_missing: 'It belongs to the table {{table}}, which does not exist or cannot be made.',
    schema_parent_is_plugin: 'It cannot belong to {{table}}, which is a plugin table itself.',
    schema_dates_in_plugin: 'Dates and inventories of bones stand in main tables, not in a plugin table.',
    schema_radiocarbon_in_main:
      'Radiocarbon dates stand in a plugin table; write is_plugin with the table they belong to.',
    schema_setting_without_table:
      'The setting {{setting}} needs the table {{table}}, which does not exist or cannot be made.',
    schema_setting_without_field:
      'The setting {{setting}} names the field {{field}}, which the table does not have; it is id instead.',
    schema_preview_without_field: 'The preview names the field {{field}}, which the table does not have.',
    schema_annotation_unknown: 'Nobody knows the annotation "{{name}}" of a table; it is left out.',

    // its fields
    schema_field_repeated: 'The field {{field}} stands there more than once.',
    schema_field_invalid:
      '"{{name}}" cannot be the name of a field: it begins with a lower-case letter and has up to 63 lower-case letters, digits and "_".',
    schema_field_reserved: 'The name "{{name}}" is reserved by the service.',
    schema_field_of_switch:
      '"{{name}}" comes with a switch of the table: annotate it with fuzzy_date=1 or osteology=1.',
    schema_key_other_than_id: 'The key of a table is its field id, not {{field}}.',
    schema_id_comes: 'The field id comes by itself.',
    schema_creator_comes: 'The field creator comes by itself.',
    schema_type_unknown: 'Nobody knows the type {{type}} of {{field}}; it becomes text.',
    schema_field_annotation_unknown: 'Nobody knows the annotation "{{name}}" of {{field}}; it is left out.',
    schema_field_without_table:
      'The field {{field}} needs the table {{table}}, which does not exist or cannot be made.',

    // its relations, indexes and vocabularies
    schema_relation_without_field:
      'The relation of {{field}} leads to {{table}}.{{column}}, which does not exist.',
    schema_relation_repeated:
      'The field {{field}} has a relation already, so it cannot have one to {{table}}.',
    schema_reference_ignored:
      'The reference of {{field}} to {{table}} is left out: it goes from many to many, or its table is not in the text.',
    schema_index_invalid:
      'An index cannot be called "{{name}}": a name begins with a lower-case letter and has up to 63 lower-case letters, digits and "_".',
    schema_index_without_field:
      'The index {{name}} names the field {{field}}, which the table does not have.',
    schema_index_columns: 'The index {{name}} does not have 1 to {{most}} different columns.',
    schema_index_repeated: 'Two indexes of the table are called {{name}}.',
    schema_index_over_expression: 'An index stands over columns, not over expressions; it is left out.',
    schema_vocabulary_exists: 'There is a vocabulary {{name}} already; values that it lacks are added.',

    // Requests as such
    backup_name_invalid: 'The name of a backup has letters, digits, ".", "_" and "-" only.',
    no_such_backup: 'There is no such backup.',
    timeline_needs_table: 'A filter or a search needs one table in "tb".',
    body_not_json_type: 'Send the body as application/json.',
    body_not_utf8: 'The body is not valid UTF-8.',
    body_too_deep: 'The body is nested deeper than {{levels}} levels.',
    body_not_json: 'The body is not valid JSON.',
    percent_not_utf8: 'A percent sign begins no valid UTF-8 character; write % as %25.',
    form_damaged: 'The form breaks off or is damaged; send it again.',
    stored_but_answer_failed:
      'What was sent is stored, or a part of it, but the answer failed. Look before you send it again.',
    key_may_not_manage:
      'This API key may not manage users, API keys and backups; only a key made with "manage": true may.',
    question_took_too_long:
      'This question took too long and was stopped. Ask for less at once: a narrower filter, or another order.',
    disk_full:
      'The disk of the service is full. Nothing of this request was stored; tell whoever runs the service.',
    file_storage_unreachable:
      'The storage of the files cannot be reached at the moment. Nothing of this request was stored; try again soon.',
    database_unreachable:
      'The database cannot be reached at the moment. Nothing of this request was stored; try again soon.',
    database_went_away:
      'The database went away while this was being stored: it may be stored, or not. Look before you try again.',
    database_damaged:
      'The database of this application is damaged or empty. Tell the person who runs the service: /readyz and the log say how a backup brings it back.',
    text_too_long_for_index: 'A text is too long for an index of its field. Shorten it, or delete the index.',
    file_name_unusable: 'A file has a name under which nothing can be kept. Upload it again.',
    text_holds_nul:
      'A text holds the character NUL, which can neither be stored nor searched for. Take it out.',
    configuration_being_changed:
      'The configuration is being changed at the moment. Nothing of this was stored; try again soon.',
    method_not_possible: '{{method}} is not possible here; {{methods}} is.',
    method_not_possible_but_others: '{{method}} is not possible here; {{methods}} are.',
    service_stopping: 'The service is stopping. Nothing of this request was stored; try again in a moment.',

    // Who may do what
    key_not_valid: 'This API key is not valid, or was revoked.',
    session_expired: 'The session has ended; log in again.',
    session_logged_out: 'You logged out of this session; log in again.',
    account_waits: 'Your account waits for an administrator to admit it.',
    application_switched_off: 'The application is switched off; only super-administrators can enter.',
    ticket_used_or_old: 'This ticket was used, or is older than a minute; ask for another one.',
    application_is_frozen: 'The application is frozen: its records can be read, not changed.',
    more_power_than_own: 'You cannot give, or change for others, more power than you have.',
    key_privilege_unknown: 'The privilege of an API key is one of {{levels}}.',
    attempts_wait: 'Too many attempts; try again in {{wait}}.',
    changes_of_others: 'Only administrators see the changes of others.',
    related_table_unreadable: 'You may not read the table that {{path}} leads to.',
    record_not_changeable_here: 'You may not change record {{records}} of the table "{{table}}".',

    // Tables, fields and records
    no_such_table_named: 'There is no table "{{table}}".',
    table_has_no_field: 'The table "{{table}}" has no field "{{field}}".',
    table_has_no_fields: 'The table "{{table}}" has no field {{fields}}.',
    table_has_no_record: 'The table "{{table}}" has no record {{records}}.',
    record_has_no_row: 'The record has no row {{row}} in "{{table}}".',
    record_takes_no_fields: 'The record cannot have {{fields}}: the table has no such field.',
    row_id_invalid: 'Row {{row}} of "{{table}}" has an id that is no positive whole number.',
    no_plugin_of_table: '"{{plugin}}" is no plugin table of "{{table}}".',
    rows_would_repeat:
      'In "{{table}}" several rows would have {{values}} in {{fields}}, where every value may stand once.',
    version_differs: '"{{name}}" in the body is another than the version in the address.',
    diff_kinds: '"{{name}}" is "current" (or 1) or "change".',
    version_keeps_nothing: 'The version keeps nothing of the record.',
    row_parent_gone: 'The row belongs to a record of "{{table}}" that is gone; restore that one first.',
    version_has_no_field: 'Neither the version nor the table has a field "{{field}}".',
    version_has_no_plugin: '"{{plugin}}" is no plugin table, neither of the version nor of "{{table}}".',
    no_map_data_to_export:
      'The table "{{table}}" has no map data: take another format, or switch its map data on.',
    cell_too_long_for_sheet:
      '{{place}} is longer than the 32,767 characters of a spreadsheet cell: take csv or json, or leave the field out with "columns".',
    exports_running: 'Several exports are running already; try again when one has ended.',
    file_not_taken: 'Nobody took the file; ask for it again.',
    packages_running: 'Several packages are being made already; try again when one is done.',
    table_no_collection: 'The table "{{table}}" is no collection: it has no map data of its own.',
    dates_calibrated_already: 'The radiocarbon dates are being calibrated already.',
    calibration_stopped:
      'The service is being stopped; what was calibrated is kept. Start it again for the rest.',
    curve_unknown:
      'There is no calibration curve of this name. The service has {{curves}}; others are installed with "trowel curve install".',
    job_process_ended:
      'The process that worked on this ended before it was done; nothing of it was stored. Start it again.',
    no_such_job: 'There is no such job.',
    job_given_up: 'The job was given up, because its process gave no sign of life; nothing of it was stored.',
    pictures_wait: 'Too many pictures wait to be worked on; try again soon.',

    // Rules of fields
    int_needed: 'A whole number without point or comma, from -9007199254740991 to 9007199254740991.',
    number_needed: 'A number with a point before the decimals, for example 12.5.',
    day_needed: 'A day of the calendar, written YYYY-MM-DD, for example 2024-05-01.',
    boolean_needed: 'Yes or no: write true or false, 1 or 0.',
    at_most_characters: 'At most {{most}} characters.',
    form_not_met: 'The value does not have the form that is asked for ({{pattern}}).',

    // Accounts and new applications
    application_left_nothing:
      'The application was not created; nothing of it was left behind. The log of the service says why.',
    application_needs_name: 'Give the application a name.',
    application_name_form: 'A name has 3 to 20 lower-case letters, digits and "_", and begins with a letter.',
    name_reserved: 'The name "{{name}}" is reserved by the service.',
    application_needs_definition: 'Say in a sentence what the application is for.',
    definition_too_long: 'The description has at most {{most}} characters.',
    engine_of_new_applications: 'The engine of a new application here is "{{engine}}".',
    setup_token_wrong: 'The setup token is missing or wrong; whoever runs the service knows it.',
    password_too_common: 'This password is among those that are tried first; choose another one.',
    password_too_personal:
      'This password is a name or an address with hardly anything added; choose another one.',
    administrator_links_accounts: 'An administrator links accounts with identity providers.',
    own_privilege: 'You cannot change your own privilege.',
    password_needed_without_provider: 'Without the identity provider the person needs a password to log in.',
    no_user_with_address: 'There is no user with the address {{email}}.',
    no_such_override: 'There is no such override.',
    email_invalid: 'This is no valid e-mail address.',
    row_filter_no_object: 'The row filter must be a JSON object.',
    object_expected: 'Expected a JSON object.',
    row_filter_unsuited: 'The row filter does not suit the table "{{table}}".',
    person_needs_name: 'Give the person a name.',
    person_name_too_long: 'A name has at most {{most}} characters.',
    person_name_control: 'A name has no control characters.',
    password_needed: 'Give a password.',
    password_too_short: 'A password has at least {{least}} characters.',
    password_too_long: 'A password has at most {{most}} characters.',
    provider_too_slow: '{{provider}} did not answer in time; try again later.',
    provider_unreachable: '{{provider}} could not be reached; try again later.',
    no_such_key: 'There is no such API key.',
    welcome_too_long: 'The welcome text has at most {{most}} characters.',

    // Reference libraries
    no_such_library: 'There is no library {{library}}.',
    library_has_no_item: 'The library "{{library}}" has no item {{item}}.',
    no_such_citation: 'There is no citation link {{link}}.',
    citation_nothing_to_change: 'Say what to change: "pages", "notes" or "sort".',
    searches_wait: 'Too many searches wait for this library; try again in a moment.',

    // Configuration
    largest_image_form: 'The largest image is a whole number of pixels from 0 (no limit) to {{most}}.',
    schema_text_needed: 'Send the schema as text in "dbml".',
    schema_text_too_large: 'A schema text has at most 2 MiB.',
    schema_text_too_deep: 'The schema text is nested too deeply or too long to be read; send it in parts.',
    table_name_form:
      'A table name begins with a lower-case letter and has up to 48 lower-case letters, digits and underscores.',
    table_name_taken: 'There is a table "{{table}}" already; choose another name.',
    name_taken: 'The name "{{name}}" is taken.',
    table_exists: 'A table "{{table}}" exists already.',
    table_unconfigured_exists:
      'The database has a table "{{table}}" that is not configured; choose another name.',
    table_rename_instead: 'Rename the table to change its name "{{table}}".',
    table_kind_fixed: 'A table stays what it was made as: a main table or a plugin table.',
    main_tables_only: '"{{setting}}" can be switched on for main tables only.',
    links_as_list: 'Give the links as a list.',
    link_form: 'A link has "other_tb" and "fld".',
    listed_twice: '"{{name}}" is listed twice.',
    link_pair_form: 'A pair of fields has "my" and "other".',
    sort_needed: 'Send the names in their new order as "sort".',
    there_is_no: 'There is no "{{name}}".',
    table_not_of_radiocarbon:
      'There is a table "{{table}}" already that was not made for radiocarbon dates; rename it first.',
    never_had_radiocarbon: '"{{table}}" never had a table of radiocarbon dates.',
    index_exists: '"{{table}}" has an index "{{index}}" already.',
    index_values_repeat: '{{groups}} values of {{columns}} occur more than once; correct them first.',
    index_needs: 'An index needs "{{missing}}".',
    index_columns_form: 'Give the columns of the index as a list of 1 to {{most}} names.',
    no_such_index: '"{{table}}" has no such index.',
    is_plugin_form: '"is_plugin" is "1" or "0".',
    only_plugin_belongs: 'Only a plugin table belongs to another table.',
    no_table_quoted: 'There is no table {{table}}.',
    plugin_carries_none: '"{{table}}" is a plugin table itself and cannot carry another.',
    label_text: 'The label must be text.',
    table_needs_label: 'Give the table a label.',
    label_too_long: 'A label has at most {{most}} characters.',
    names_a_field: '"{{setting}}" names a field of the table.',
    table_has_no_field_quoted: 'The table has no field {{field}}.',
    preview_as_list: 'Give the preview as a list of field names.',
    preview_not_empty: 'A list shows at least one field.',
    table_without_field: 'The table has no field "{{field}}".',
    true_or_false: '"{{setting}}" is true or false.',
    backlinks_as_list: 'Give the backlinks as a list of texts.',
    no_backlink: '"{{text}}" is no backlink; write "table:via:field".',
    table_needs_name: 'Give the table a name.',
    name_like_service: '"{{name}}" begins like the tables of the service itself.',
    table_name_invalid:
      '{{name}} is not a valid table name: it begins with a lower-case letter and has up to 48 lower-case letters, digits and underscores.',
    field_needs_name: 'Give the field a name.',
    field_name_invalid:
      '{{name}} is not a valid field name: it begins with a lower-case letter and has up to 63 lower-case letters, digits and underscores.',
    no_such_relation: 'There is no such relation.',
    rows_belong_to_none:
      '{{rows}} rows of "{{table}}" belong to no record of "{{parent}}"; remove them first.',
    relation_needs: 'A relation needs "{{missing}}".',
    column_refers_to_none: '"{{column}}" cannot refer to another table.',
    name_of_database: 'The database itself uses a name that this would need; choose another name.',
    type_of_no_column: 'The type "{{type}}" of {{table}}.{{column}} is none of a column.',
    field_needs_type: 'Give the field a type: {{types}}.',
    field_type_unknown: 'The type of a field is one of {{types}}.',
    column_type_unknown: 'The type of a column is one of {{types}}.',
    ids_need_integer: 'A field that stores ids of records (id_from_tb) needs a column of type INTEGER.',
    values_have_source: 'The values come from "{{source}}" already; a field has one source of values.',
    source_only_of_choices: 'Only fields of type {{types}} take their values from somewhere.',
    source_form: 'Write the source of the values as "table:field".',
    options_as_list: 'Give the options as a list of texts.',
    date_form: 'Write a date as YYYY-MM-DD.',
    must_be_number: '"{{name}}" must be a number.',
    max_below_min: '"max" ({{max}}) is smaller than "min" ({{min}}).',
    check_unknown: 'A check is one of {{checks}}.',
    setting_must_be_text: '"{{setting}}" must be text.',
    max_length_form: 'The longest text is a whole number of characters, at least 1.',
    widget_name_form: 'The name of a widget has lower-case letters, digits and hyphens.',
    direction_form: 'The direction of text is "ltr" or "rtl".',
    field_of_a_switch: '"{{field}}" comes with a switch of the table; turn the switch on instead.',
    field_exists: '"{{table}}" has a field "{{field}}" already.',
    column_unconfigured_exists:
      'The database has a column "{{column}}" in "{{table}}" that is not configured; choose another name.',
    column_of_switch_stays: 'The column of this field stays {{type}}: a switch of the table owns it.',
    field_rename_instead: 'Rename the field to change its name "{{field}}".',
    relation_uses_column: 'A relation uses this column; remove the relation before you change the type.',
    values_not_convertible: 'Some values of "{{field}}" cannot be stored as {{type}}; correct them first.',
    row_filters_name_field:
      'The row filters of {{users}} users name the field "{{field}}"; change them first.',
    properties_too_large: 'Further properties may take 16 KiB of JSON at most.',
    map_file_type: 'A file for the map ends with {{types}}.',
    no_such_map_file: 'There is no such file for the map.',
    layers_as_list: 'Send the layers as a list.',
    too_many_layers: 'A map has at most {{most}} layers.',
    one_file_needed: 'Send exactly one file, in the part "file".',
    widget_too_large: 'A widget has at most {{most}} KiB.',
    widget_no_module:
      'A widget is an ES module in UTF-8 with a default export: { mount(container, value), unmount(container) }.',

    // Files
    file_too_large_here: 'The file is larger than {{most}} bytes, the limit here.',
    file_too_large_split: 'The file is larger than {{most}} bytes, the limit here; split it.',
    file_is_empty: 'The file is empty.',
    picture_is_none:
      'The file begins like a picture ({{extension}}) but is none: it is damaged, or not what its name says.',
    no_smaller_copy: 'There is no smaller copy of this file.',
    upload_given_up: 'The upload took too long and was given up; send the file again.',
    file_not_changeable: 'You may not change this file: it belongs to a record that you may not change.',
    no_such_file_here: 'There is no such file.',
    no_such_file_link: 'There is no such link of a file to a record.',
    no_such_template_of_table: 'The table "{{table}}" has no template "{{template}}".',

    // Imports
    row_empty_skipped: 'All cells of the row are empty; it was skipped.',
    line_empty_skipped: 'The line is empty and was skipped.',
    header_repeated: 'The row repeats the header; it is read as data.',
    header_without_rows: 'The file has a header line and no rows.',
    file_types_importable: 'Rows can be imported from files of type {{types}}; say which one in "type".',
    reference_system_not_known:
      'The reference system "{{name}}" is not known here. Say the EPSG code of another in "epsg", or save the file in WGS 84 (EPSG:4326).',
    send_file_in_part: 'Send the file in the part "file".',
    id_at_least_one: 'An id is 1 or more.',
    key_field_not_mapped:
      'The key field "{{field}}" is none of the mapped fields; map a column of the file to it.',
    columns_to_one_field: 'Two columns of the file are mapped to one field: {{fields}}.',
    send_archive:
      'Send the archive in the part "zip", and beside it a list in the part "index" or the names’ "pattern".',
    index_too_large: 'The list of pictures may have 16 MiB.',

    // Links, vocabularies, searches
    no_such_link: 'There is no link {{link}}.',
    no_such_vocabulary_item: 'There is no such vocabulary item.',
    no_vocabulary_item: 'There is no vocabulary item {{item}}.',
    vocabulary_has_definition: 'The vocabulary "{{vocabulary}}" has this definition already.',
    field_cannot_hold: '"{{field}}" in "{{table}}" cannot hold {{value}}, and records use the item there.',
    text_not_replaceable: 'Text cannot be replaced in "{{field}}"; choose a field that holds free text.',
    too_many_to_print:
      '{{records}} records are more than can be printed at once ({{most}}). Narrow the listing by a filter.',
    chart_selection_form:
      'The selection of a chart is an object with a "filter", or with "search_type" and what it searches for.',
    analysis_operator_unknown: 'There is no operator {{operator}} ({{path}}).',

    // SQL
    sql_frozen: 'The application is frozen: SQL can read, not change anything.',
    sql_took_too_long: 'The statement took too long and was stopped; nothing of it happened.',

    // Stratigraphy
    matrix_too_dense:
      'The lines of this matrix are too long and too many for a drawing that can be read; narrow it by a filter, or ask for it with reduced=1.',
    no_such_stratigraphic_relation: 'There is no stratigraphic relation {{relation}}.',
    relation_number: '"relation" must be a number from 1 to 10.',
    record_id_needed: '"{{name}}" must be the id of a record, a whole number.',

    // Filters and searches
    filter_as_whole_wrong: 'The filter cannot be understood: it {{reason}}.',
    form_wrong:
      'The form cannot be understood: {{path}} {{reason}}. Send JSON instead where brackets do not suffice.',
    search_text_wrong: 'The text to search for {{reason}}.',
    join_must_be_empty: '"join" must be empty: filters reach related tables by themselves.',
    search_type_unknown: '"search_type" must be all, fast, sqlExpert or filter.',
    must_be_a_text: '"{{name}}" must be a text.',
    must_be_names: '"{{name}}" must be a list of names.',
    search_too_long: '"{{name}}" must be at most 4,000 characters without control character 0.',
    qt_unknown: '"qt" must be one of {{kinds}}.',
    q_without_filter: '"q" must say the filter.',
    q_without_json: '"q" must be JSON with a key "filter".',

    // Why a filter or a search cannot be understood: the end of a sentence
    of_element: '{{reason}} (element {{element}})',
    given_text_that: 'was given a text that {{reason}}',

    // Expressions of the advanced search
    expression_wrong: 'The expression cannot be understood at character {{position}}: expected {{expected}}.',
    as_written: '{{text}}',
    value_for_function: '{{wanted}} value for {{name}}',
    values_for_function: '{{wanted}} values for {{name}}',

    // Filters and searches
    operator_unknown: 'There is no operator "{{operator}}" ({{path}}).',
    row_filter_operand: '"{{operator}}" on "{{field}}" {{reason}}.',
    groups_too_deep: 'Groups may be nested {{most}} deep.',
    row_filter_too_large: 'A row filter has at most {{most}} bytes of JSON.',
    row_filter_too_many: 'A row filter has at most {{most}} conditions.',
    entries_expected: 'Expected 1 to {{most}} entries.',
    filters_expected: 'Expected a list of 1 to {{most}} filters.',
    filter_object_expected: 'Expected a filter, an object.',
    comparison_expected: 'Expected an object such as {"_eq": …}.',
    operators_expected: 'Expected 1 to {{most}} operators.',
    row_filter_operator_unknown: 'A row filter knows no operator "{{operator}}".',
    true_expected: 'Expected true.',
    values_expected: 'Expected a list of 1 to {{most}} values.',
    two_values_expected: 'Expected a list of two values.',
    simple_value_expected: 'Expected a text, a number, true or false.',

    // Why a filter or a search cannot be understood: the end of a sentence
    never_a_field: 'is never the name of a field',
    must_be_comparison: 'must be an object such as {"_eq": …}',
    mixes_operators: 'mixes operators with names of fields or groups',
    must_be_filters: 'must be a list of filters',
    must_be_filter: 'must be a filter, an object',
    holds_too_many_conditions: 'holds more than {{most}} conditions',
    works_only_on: 'works only on {{field}} of a table with fuzzy dates',
    must_be_filter_object: 'must be an object, as brackets, JSON text or base64 of JSON text',
    longer_than_kib: 'is longer than {{most}} KiB',
    nested_too_deep: 'is nested deeper than {{most}} levels',
    holds_long_list: 'holds a list of more than {{most}} elements',
    text_and_brackets: 'is given both as a text and with brackets; use one of the two',
    must_be_list_everywhere: 'must be a list: write [] or [0], [1] … in all its places',
    holds_too_many_values: 'holds more than {{most}} values',
    value_and_group: 'is given both as a value and as a group',
    brackets_do_not_pair: 'has brackets that do not pair; write {{example}}',
    too_many_brackets: 'has more than {{most}} names between brackets',
    uses_forbidden_name: 'uses "{{name}}", which is never the name of a field',
    takes_two_values: 'takes two values, not {{given}}',
    takes_a_list: 'takes a list of values',
    takes_at_most: 'takes at most {{most}} values',
    takes_true_or_false: 'takes true or false',
    takes_no_null: 'takes no null; ask for missing values with _null or _empty',
    takes_single_value: 'takes a single value, not a list or an object',
    needs_whole_number: 'needs a whole number here',
    needs_safe_number: 'needs a whole number within ±{{most}} here',
    needs_number: 'needs a number here, with a point before the decimals',
    needs_date: 'needs an ISO 8601 date here, such as 2024-05-01',

    // Expressions of the advanced search
    expression_other_table:
      'An expression asks for fields of "{{table}}" alone, not for "{{other}}.{{field}}".',
    no_comment: 'no comment',
    closing_quote: "a closing '",
    name_value_or_operator: 'a name, value or operator',
    a_type: 'a type: {{types}}',
    smaller_number: 'a smaller number',
    field_value_or_bracket: 'a field, a value or "("',
    field_or_function: 'a field or one of the functions {{functions}}',
    number_of_decimals: 'a number of decimals from 0 to 15',
    name_of_field: 'the name of a field',
    no_nul_character: 'no NUL character',
    and_or_end: 'AND, OR or the end',
    like_in_between: 'LIKE, IN or BETWEEN',
    some_comparison: 'a comparison',
    some_value: 'a value',
    levels_of_nesting: 'at most {{most}} levels of nesting',
    expression_end: 'the end: an expression has at most {{most}} characters',

    // Parts of a request
    schema_wrong_at: 'Line {{line}}, column {{column}}: {{reason}}',
    schema_no_inclusion: 'A schema text cannot take parts from other files.',
    schema_no_element: '"{{element}}" is no element of a schema.',
    schema_needs_braces: '"{{element}}" needs its content in braces.',
    schema_needs_name: '"{{element}}" needs a name.',
    schema_column_form: 'A column is written as "name type [settings]".',
    schema_reference_form: 'A reference is written as "ref: > table.column".',

    // Geometries and layouts
    geometry_kinds: 'A geometry is one of {{kinds}}.',
    position_form: 'A position is a list of longitude and latitude.',
    coordinates_expected: 'Here a list of coordinates is needed.',
    ring_positions: 'A ring has at least four positions, the first one repeated.',
    ring_end: 'A ring ends with the position it begins with.',
    line_positions: 'A line has at least two positions.',

    // Geometries and layouts
    layout_sections: 'A layout has at most {{most}} sections.',
    layout_size: 'A layout has at most {{most}} KiB.',
    layout_needs_sections: 'A layout needs a list of sections.',
    section_is_object: 'A section is an object.',
    layout_no_plugin: 'No plugin table {{plugin}} of {{table}}.',
    accordion_needs_fields: 'A part of an accordion needs a list of fields.',
    section_needs_content: 'A section needs a list as its content.',
    layout_no_field: 'No field {{field}} in {{table}}.',
    layout_width: 'A width is one of {{widths}}.',

    // Rows and records
    row_not_valid: '1 row is not valid and nothing was imported; "errors" names each of them.{{more}}',
    rows_not_valid:
      '{{rows}} rows are not valid and nothing was imported; "errors" names each of them.{{more}}',
    list_of_problems_ends: ' The list ends with the first hundred problems.',
    column_not_changed: '"{{field}}" in "{{table}}" was not changed: {{reason}}.',
    value_would_repeat: 'a value would stand twice where it may stand once',
    records_joined_by_values: 'records are joined to others by these values',
    others_refer: 'Other records refer to this, so it cannot be deleted.',
    others_refer_named: 'Other records refer to this, so it cannot be deleted: {{named}}.',
    may_not: 'You may not {{action}} in {{where}}.',
    this_table: 'this table',
    the_table: 'the table "{{table}}"',
    label_unusable: 'The label of the link cannot be used. {{reason}}',
    text_unusable: '"{{name}}" cannot be used. {{reason}}',
    it_has_at_most: 'It has at most {{most}} characters.',
    it_holds_nul: 'It holds the NUL character.',
    it_holds_half_character: 'It holds half of a character.',
    layout_unfit: 'The layout "{{layout}}" no longer fits the table: {{problem}}',
    must_be_list: 'must be a list',
    must_be_analysis_filter: 'must be an object with "field", "op" and "value"',
    must_be_field_name: 'must be the name of a field',
    to_read: 'read records',
    to_create: 'create records',
    to_edit: 'change records',
    to_edit20: 'change records of others',

    // Inventories of bones
    inventory_too_large: 'The inventory of bones is larger than 256 KiB.',
    inventory_no_json: 'The inventory of bones is not valid JSON.',
    inventory_without_individuals: 'An inventory of bones is an object with a list "individuals".',
    individual_wrong: 'Individual {{individual}}: {{problem}}',
    individual_no_object: 'an object with "id", "label", "notes" and "bones" is needed.',
    individual_id_form: '"id" must be a whole number.',
    individual_id_twice: 'the id {{id}} is used twice.',
    individual_texts: '"label" and "notes" must be texts.',
    bones_no_object: '"bones" must be an object.',
    bone_unknown: 'there is no bone "{{bone}}".',
    bone_wrong: '{{bone}}: {{problem}}',
    bone_no_object: 'an object is needed.',
    present_form: '"present" must be true or false.',
    bone_notes_form: '"notes" must be a text.',
    only_of_present_bone: '"{{key}}" stands only with a bone that is present.',
    only_of_paired_bone: '"{{key}}" stands only with a bone that has two sides.',
    bone_finding_unknown: '"{{key}}" must be one of {{allowed}}.',
  },

  /** What the examination of a configuration can say. */
  findings: {
    // Its sections
    security: 'Security',
    application: 'Application',
    system_tables: 'System tables',
    system_columns: 'System columns',
    names: 'Names',
    field_types: 'Field types',
    patterns: 'Patterns',
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
    public_files: 'TROWEL_PUBLIC_FILES is on: whoever knows the number of a file can read it.',
    anybody_makes_applications:
      'Anybody can make applications: set TROWEL_SETUP_TOKEN, or TROWEL_ALLOW_NEW_APP=auto.',

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
    order_without_field:
      'The order of {{table}} names the field "{{missing}}", which {{table}} does not have.',
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
    source_without_field:
      '{{table}}.{{field}} names the field "{{missing}}", which {{source}} does not have.',
    template_without_table:
      'The template "{{template}}" of {{table}} names the table "{{missing}}", which does not exist.',
    template_without_field:
      'The template "{{template}}" of {{table}} names the field "{{missing}}", which {{owner}} does not have.',
    relation_without_table:
      'The relation {{from}} to {{to}} names the table "{{missing}}", which does not exist.',
    relation_without_field:
      'The relation {{from}} to {{to}} names the field "{{missing}}", which {{owner}} does not have.',
    index_without_table:
      'The index {{index}} of {{table}} names the table "{{table}}", which does not exist.',
    index_without_field:
      'The index {{index}} of {{table}} names the field "{{missing}}", which {{table}} does not have.',
    references_right: 'Settings, fields and templates name what exists.',

    // Relations
    relation_lost_column: 'The relation {{from}} to {{to}} has lost a column.',
    relation_of_two_types:
      'The relation {{from}} to {{to}} is not enforced: its columns have different types.',
    relation_rows_astray:
      'The relation {{from}} to {{to}} is not enforced: {{rows}} rows of {{table}} refer to nothing.',
    relation_not_enforced:
      'The relation {{from}} to {{to}} is not enforced; apply the constraints to see why, or to enforce it.',
    relation_not_counted: 'The relation {{from}} to {{to}} is not enforced; its rows were not counted.',
    relation_too_long_to_count:
      'The relation {{from}} to {{to}} is not enforced; its rows could not be counted in time.',
    relation_empties_field: 'A relation empties {{table}}.{{field}}, a field that must have a value.',
    table_detached: 'The plugin table {{table}} belongs to no table; nobody sees its rows.',
    index_lost: 'The index {{index}} of {{table}} is not in the database; apply the constraints to make it.',
    relations_right: 'The database enforces all {{relations}} relations.',
  },

  /** What the log of an application tells; the first line is the summary. */
  events: {
    // Who came
    login: 'login {{user}}',
    logout: 'logout {{user}}',
    provider_login: 'oauth login {{provider}} {{user}}',
    login_refused: 'Login refused for {{email}}\naddress {{address}}',
    confirmation_refused: 'Password confirmation refused for user {{user}}',
    provider_login_refused:
      'Login at {{provider}} refused: it was not begun here, is used, or took too long\naddress {{address}}',

    // Accounts, rights, keys
    user_created: 'user {{user}} created with privilege {{privilege}} by {{by}}',
    user_saved: 'user {{user}} saved: {{changed}} by {{by}}',
    password_changed: 'password of user {{user}} changed by {{by}}',
    privilege_changed: 'privilege of user {{user}} changed from {{before}} to {{after}} by {{by}}',
    user_deleted: 'user {{user}} deleted by {{by}}',
    sessions_ended: 'sessions of user {{user}} ended by {{by}}',
    override_set: 'override of user {{user}} on {{table}} set to {{privilege}} by {{by}}',
    override_set_rows_hidden:
      'override of user {{user}} on {{table}} set to {{privilege}} on some rows, hide outside by {{by}}',
    override_set_rows_as_ever:
      'override of user {{user}} on {{table}} set to {{privilege}} on some rows, global outside by {{by}}',
    override_deleted: 'override of user {{user}} on {{table}} deleted by {{by}}',
    overrides_deleted: 'overrides of user {{user}} deleted: {{overrides}} by {{by}}',
    row_filter_invalid:
      'row_filter_invalid: the row filter of user {{user}} on {{table}} is not valid; the table is hidden',
    key_created: 'API key {{key}} "{{label}}" created with privilege {{privilege}} by {{by}}',
    key_created_managing:
      'API key {{key}} "{{label}}" that manages users, keys and backups created with privilege {{privilege}} by {{by}}',
    key_revoked: 'API key {{key}} revoked by {{by}}',
    key_deleted: 'API key {{key}} deleted by {{by}}',
    welcome_saved: 'welcome text saved by {{by}}',
    log_purged: 'log older than {{days}} days purged by {{by}}\n{{rows}} rows',

    // Configuration
    application_edited: 'edit application by {{by}}',
    table_created: 'create table {{table}} by {{by}}',
    table_edited: 'edit table {{table}} by {{by}}',
    table_renamed: 'rename table {{table}} (to {{to}}) by {{by}}',
    table_deleted: 'delete table {{table}} (rows: {{rows}}) by {{by}}',
    tables_sorted: 'sort tables by {{by}}',
    field_added: 'add field {{table}}.{{field}} by {{by}}',
    field_edited: 'edit field {{table}}.{{field}} by {{by}}',
    field_renamed: 'rename field {{table}}.{{field}} (to {{to}}) by {{by}}',
    field_deleted: 'delete field {{table}}.{{field}} by {{by}}',
    fields_sorted: 'sort fields {{table}} by {{by}}',
    chronology_on: 'switch chronology on {{table}} by {{by}}',
    chronology_off: 'switch chronology off {{table}} by {{by}}',
    osteology_on: 'switch osteology on {{table}} by {{by}}',
    osteology_off: 'switch osteology off {{table}} by {{by}}',
    radiocarbon_on: 'switch radiocarbon on {{table}} by {{by}}',
    radiocarbon_off: 'switch radiocarbon off {{table}} by {{by}}',
    index_added: 'add index {{table}} ({{index}}) by {{by}}',
    index_deleted: 'delete index {{table}} ({{index}}) by {{by}}',
    relation_added: 'add relation {{from}} (to {{to}}) by {{by}}',
    relation_edited: 'edit relation {{from}} (to {{to}}) by {{by}}',
    relation_deleted: 'delete relation {{from}} (to {{to}}) by {{by}}',
    constraints_applied: 'apply constraints ({{applied}} applied, {{skipped}} skipped) by {{by}}',
    schema_applied: 'apply schema (new tables: {{tables}}) by {{by}}',
    repair_create_table: 'repair: create table {{table}} by {{by}}',
    repair_create_column: 'repair: create column {{table}}.{{field}} by {{by}}',
    repair_delete_table: 'repair: delete table {{table}} by {{by}}',
    repair_delete_column: 'repair: delete column {{table}}.{{field}} by {{by}}',
    map_layers_edited: 'edit map layers ({{layers}}) by {{by}}',
    map_file_uploaded: 'upload map file {{file}} by {{by}}',
    map_file_deleted: 'delete map file {{file}} by {{by}}',
    template_saved: 'save template {{template}} {{table}} by {{by}}',
    template_deleted: 'delete template {{template}} {{table}} by {{by}}',
    template_renamed: 'rename template {{template}} to {{to}} {{table}} by {{by}}',

    // Records
    text_replaced: 'text replaced in {{rows}} rows of {{table}}.{{field}} by {{by}}',
    vocabulary_item_renamed:
      'an item of the vocabulary {{vocabulary}} was renamed in {{rows}} rows by {{by}}',
    feature_added: 'map feature {{feature}} of {{table}} {{record}} added by {{by}}',
    features_changed: 'map features changed: {{features}} by {{by}}',
    features_deleted: 'map features deleted: {{features}} by {{by}}',

    // The database
    backup_made: 'Backup made: {{file}}',
    backup_without: 'Backup {{file}} could not carry what was made by hand in the database: {{names}}',
    backup_downloaded: 'Backup downloaded by {{by}}: {{file}}',
    backup_deleted: 'Backup deleted by {{by}}: {{file}}',
    backup_restored: 'Backup restored by {{by}}: {{file}}',
    backup_failed: 'Backup not made: {{reason}}',
    restored_without_bytes:
      'Bytes of files may be missing after the restore of {{file}}; restore it again or look with: trowel files check',
    migration_failed: 'migration {{migration}} failed and was undone; the log of the service says why',
    sql_read: 'SQL by {{by}}: {{rows}} rows, {{ms}} ms\n{{statement}}',
    sql_returned: 'SQL by {{by}}: {{rows}} rows, {{ms}} ms\n{{statement}}',
    sql_changed: 'SQL by {{by}}: {{rows}} rows affected, {{ms}} ms\n{{statement}}',
    sql_refused: 'SQL by {{by}}: refused ({{problem}}), {{ms}} ms\n{{statement}}',

    // Bibliography
    library_connected: 'Library {{library}} "{{name}}" ({{type}} {{number}}) connected by {{by}}',
    library_changed: 'Library {{library}} "{{name}}" changed: {{changed}} by {{by}}',
    library_removed: 'Library {{library}} removed, with its citations by {{by}}',
    library_key_unreadable:
      'The key of library {{library}} was encrypted under another secret and counts as none; enter it again.',
    citation_added: 'Citation {{citation}} of {{work}} added to {{table}} {{record}} by {{by}}',
    citation_changed: 'Citation {{citation}} of {{table}} {{record}} changed: {{changed}} by {{by}}',
    citation_removed: 'Citation {{citation}} of {{table}} {{record}} removed by {{by}}',
    citations_synced:
      'All citations synced: {{updated}} updated, {{detached}} detached, {{unchanged}} unchanged, {{errors}} errors by {{by}}',
  },

  /** Who did something where nobody logged in and there was no key. */
  doers,

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
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>> & {
  readonly codes: Readonly<Record<ProblemCode, string>>
}
