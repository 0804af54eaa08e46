/**
 * Every code that an error answer can carry, with its usual status and the sentence a person reads when the
 * refusal says nothing more exact. A code keeps its meaning for ever; one that is retired is never used
 * again.
 */
export const errorCodes = {
  // Requests as such
  bad_request: { status: 400, text: 'The request could not be read; check that its body is valid JSON.' },
  parameter_missing: { status: 400, text: 'A required value is missing; "detail" names it.' },
  invalid_parameter: { status: 400, text: 'A value has the wrong type or form; "detail" says which.' },
  route_not_found: { status: 404, text: 'There is no such address; see /api/docs for those that exist.' },
  method_not_allowed: {
    status: 405,
    text: 'This address does not take that method; "allowed" lists those it takes.',
  },
  not_found: { status: 404, text: 'There is no such thing.' },
  conflict: { status: 409, text: 'The change contradicts data that are already stored.' },
  too_large: { status: 413, text: 'What was sent is larger than the service accepts.' },
  unsupported_media_type: { status: 415, text: 'The service cannot read content of this type here.' },
  too_many_attempts: {
    status: 429,
    text: 'Too many attempts; wait for the time in "Retry-After" and try again.',
  },
  internal_error: {
    status: 500,
    text: 'The service made a mistake; report it with the id in "X-Request-Id".',
  },
  overloaded: {
    status: 503,
    text: 'This takes longer than the service allows; narrow the request or try again later.',
  },

  // Who asks
  request_timeout: {
    status: 408,
    text: 'The body of the request came too slowly and was given up; send it again.',
  },
  unknown_host: { status: 421, text: 'The service does not answer to this name.' },
  unauthenticated: { status: 401, text: 'Log in, or send a valid token or API key.' },
  token_invalidated: {
    status: 401,
    text: 'This session was ended by a change of the account, or by a restored backup; log in again.',
  },
  login_data_not_valid: { status: 401, text: 'The e-mail address or the password is not correct.' },
  email_password_needed: { status: 400, text: 'Give a valid e-mail address and a password.' },
  app_not_found: { status: 404, text: 'There is no application of that name.' },
  not_enough_privilege: { status: 403, text: 'Your privilege does not allow this; ask an administrator.' },
  outside_row_filter: {
    status: 403,
    text: 'This would move the record outside the rows that you may change.',
  },
  session_required: { status: 403, text: 'A person has to log in for this; an API key is not enough.' },
  password_confirmation_required: {
    status: 403,
    text: 'Confirm your password first, then repeat the request.',
  },
  wrong_password: { status: 403, text: 'The current password is not correct.' },
  invalid_pasword: { status: 403, text: 'The password is not correct.' },
  not_a_super_admin_user: { status: 403, text: 'Only a super-administrator can confirm the password here.' },
  upgrade_pending: {
    status: 503,
    text: 'The application is being brought up to date; an administrator has to finish it.',
  },
  unsupported_provider: { status: 400, text: 'The service does not know this identity provider.' },
  provider_not_configured: { status: 503, text: 'This identity provider is not set up for the application.' },
  origin_required: { status: 400, text: 'Say with "origin" where the web client runs.' },
  origin_not_allowed: {
    status: 400,
    text: 'The web client may not run at this origin; add it to TROWEL_CORS_ORIGINS.',
  },
  invalid_request: {
    status: 400,
    text: 'The identity provider came back without a usable answer; log in again.',
  },
  invalid_state: { status: 400, text: 'This login was not begun here, or took too long; log in again.' },
  invalid_signature: {
    status: 403,
    text: 'The link to the file has expired; reload the page to get a new one.',
  },

  // Users, overrides, API keys
  user_not_found: { status: 404, text: 'There is no such user.' },
  invalid_privilege: {
    status: 422,
    text: 'This is no valid privilege; "detail" lists those that can be given.',
  },
  email_not_valid: { status: 422, text: 'This is no valid e-mail address.' },
  email_present: { status: 409, text: 'This e-mail address belongs to another user.' },
  oauth_identity_in_use: { status: 409, text: 'This external identity belongs to another user.' },
  last_super_admin: { status: 409, text: 'The application needs at least one super-administrator.' },
  cannot_delete_self: { status: 409, text: 'You cannot delete your own account.' },
  cannot_revoke_own_token: { status: 409, text: 'You cannot end your own session here; log out instead.' },
  override_not_applicable: {
    status: 409,
    text: 'Administrators have the same rights on every table; overrides do not apply to them.',
  },

  // Operations
  not_allowed_app_create: { status: 403, text: 'New applications cannot be created here.' },
  error_app_not_created: {
    status: 422,
    text: 'The application was not created; "errors" says what to change.',
  },
  upgrade_failed: { status: 500, text: 'A migration failed and was undone; the log says why.' },
  upgrade_running: {
    status: 409,
    text: 'The application is being upgraded right now; try again in a moment.',
  },
  no_major_upgrade_needed: { status: 409, text: 'There is nothing to upgrade.' },
  backup_in_progress: {
    status: 409,
    text: 'A backup of this application is being made; wait until it is done.',
  },
  restore_in_progress: { status: 503, text: 'A backup is being restored; try again in a moment.' },
  error_backup: { status: 500, text: 'The backup was not made; "detail" says why.' },
  error_backup_not_restored: { status: 422, text: 'The backup cannot be restored; "detail" says why.' },
  wrong_restore_engine: { status: 422, text: 'The backup was made by another database engine.' },
  wrong_restore_app: { status: 422, text: 'The backup belongs to another application.' },
  file_not_found: { status: 404, text: 'There is no such file.' },
  error_erasing_file: { status: 500, text: 'The file could not be deleted.' },
  free_sql_wrong_password: { status: 403, text: 'The password is not correct.' },
  error_free_sql_run: { status: 422, text: 'The database refused the statement; "detail" has its message.' },
  statement_not_allowed: { status: 422, text: 'Statements of this kind cannot be run here.' },
  multiple_statements: { status: 422, text: 'Send one statement at a time.' },

  // Tables, fields, filters
  unknown_table: { status: 404, text: 'There is no such table.' },
  unknown_field: { status: 400, text: 'The table has no such field.' },
  field_not_found: { status: 404, text: 'The table has no such field.' },
  plugin_table_not_allowed: {
    status: 422,
    text: 'Rows of a plugin table are changed through the record that carries them.',
  },
  unknown_operator: { status: 400, text: 'The filter uses an operator that does not exist.' },
  invalid_filter: { status: 400, text: 'The filter cannot be understood; "detail" says where and why.' },
  expert_syntax_error: { status: 400, text: 'The expression cannot be understood; "detail" says where.' },

  // Records
  record_not_found: { status: 404, text: 'There is no such record.' },
  validation_failed: { status: 422, text: 'Some values are not valid; "errors" names each of them.' },
  stale_record: { status: 412, text: 'Somebody changed the record meanwhile; reload it before you save.' },
  in_use: { status: 409, text: 'Other data refer to this, so it cannot be deleted.' },
  no_id_provided: { status: 400, text: 'Say which records are meant.' },
  no_record_deleted: { status: 409, text: 'None of the records could be deleted; "errors" says why.' },
  version_not_found: { status: 404, text: 'There is no such version.' },
  query_not_found: { status: 404, text: 'There is no such saved query.' },
  query_access_denied: { status: 403, text: 'This saved query belongs to somebody else.' },
  rs_not_configured: {
    status: 422,
    text: 'The table has no stratigraphic relations; switch them on in its configuration.',
  },
  invalid_relation: { status: 422, text: 'A stratigraphic relation is a number from 1 to 10.' },
  relation_self: { status: 422, text: 'A record cannot be related to itself.' },
  relation_already_exist: { status: 409, text: 'This stratigraphic relation exists already.' },
  stratigraphic_loop: { status: 409, text: 'The relation contradicts others; "detail" shows the loop.' },
  link_already_exists: { status: 409, text: 'These two records are linked already.' },

  // Files, import, vocabularies
  error_uploading_file: { status: 400, text: 'Send exactly one file, in the part "file".' },
  error_file_sorting_update: { status: 422, text: 'The list must name each file link of one record once.' },
  import_error_no_file: {
    status: 400,
    text: 'There is no such uploaded file, or it has expired; upload it again.',
  },
  import_error_unknown_type: {
    status: 400,
    text: 'The type of the file must be csv, tsv, xlsx, json or geojson.',
  },
  import_error_parse: { status: 422, text: 'The file cannot be read; "detail" says where and why.' },
  import_error_no_key: { status: 400, text: 'The key field must be one of the mapped fields.' },
  import_error_invalid_field: { status: 400, text: 'The mapping names fields that the table does not have.' },
  import_error_mapping_mismatch: { status: 422, text: 'None of the mapped columns occurs in the file.' },
  import_error_validation: {
    status: 422,
    text: 'Some rows are not valid and nothing was imported; "errors" names them.',
  },
  import_error_transaction: { status: 422, text: 'The database refused a row and nothing was imported.' },
  import_error_no_geo_field: {
    status: 422,
    text: 'The table has no geometries; switch them on in its configuration.',
  },
  import_error_unknown_crs: {
    status: 422,
    text: 'The reference system of the coordinates is not known here.',
  },
  import_error_zip: { status: 422, text: 'The archive cannot be read as a ZIP file.' },
  error_def_added: { status: 409, text: 'The vocabulary has this definition already.' },
  error_def_update: { status: 404, text: 'The vocabulary item could not be changed.' },
  error_def_erase: { status: 404, text: 'There is no such vocabulary item.' },
  error_sort_update: { status: 422, text: 'The list to sort names unknown, foreign or repeated entries.' },

  // Configuration
  error_cfg_data_updated: {
    status: 422,
    text: 'The configuration was not saved; "errors" says what to change.',
  },
  tb_already_available: { status: 409, text: 'A table of that name exists already.' },
  fld_already_available: { status: 409, text: 'The table has a field of that name already.' },
  immutable: { status: 422, text: 'This property cannot be changed after the table was made.' },
  invalid_name: {
    status: 422,
    text: 'A name begins with a lower-case letter and has lower-case letters, digits and "_" only.',
  },
  reserved_name: { status: 422, text: 'This name is reserved by the service.' },
  not_convertible: { status: 422, text: 'Some stored values do not fit the new type.' },
  not_a_core_table: { status: 422, text: 'This is possible on main tables only, not on plugin tables.' },
  error_renaming_table: { status: 422, text: 'The table was not renamed.' },
  error_renaming_column: {
    status: 409,
    text: 'The field was not renamed: the new name is taken or reserved.',
  },
  error_cfg_tb_delete: { status: 409, text: 'The table could not be deleted.' },
  error_cfg_clumn_delete: { status: 409, text: 'This column cannot be deleted.' },
  invalid_chrono_density_path: { status: 422, text: 'The chronology path is not valid; "detail" says why.' },
  relation_orphans: { status: 409, text: 'Some rows belong to records that do not exist in that table.' },
  relation_already_exists: { status: 409, text: 'This column is part of a relation already.' },
  plugin_relation_not_allowed: {
    status: 422,
    text: 'A plugin table takes part in relations through "id_link" only.',
  },
  invalid_on_delete: { status: 422, text: 'On deletion: RESTRICT, CASCADE, SET NULL or NO ACTION.' },
  invalid_on_update: { status: 422, text: 'On update: RESTRICT, CASCADE, SET NULL or NO ACTION.' },
  index_already_exists: { status: 409, text: 'The table has an index of that name already.' },
  index_duplicates_found: {
    status: 409,
    text: 'Some values occur more than once, so the index cannot be unique.',
  },
  index_in_use: { status: 409, text: 'A relation needs this index.' },
  error_geoface_updated: {
    status: 422,
    text: 'The map layers were not saved; "errors" says what to change.',
  },
  error_validation: { status: 500, text: 'The configuration could not be examined.' },
  invalid_action: { status: 422, text: 'The current report does not propose this repair; load it again.' },
  col_type_not_found: { status: 422, text: 'The type of the column is not known.' },
  error_creating_table: { status: 500, text: 'The table could not be made.' },
  dbml_empty: { status: 400, text: 'The schema text is empty.' },
  dbml_parse_error: { status: 422, text: 'The schema text cannot be understood; "detail" names the line.' },
  dbml_apply_error: { status: 422, text: 'The schema was not applied and nothing was changed.' },
  dbml_export_error: { status: 500, text: 'The schema could not be written.' },

  // Charts, assemblages, templates, widgets, map
  invalid_chart_type: { status: 422, text: 'A chart is of type metric, bar, line, pie or doughnut.' },
  invalid_chart_field: { status: 422, text: 'The chart names a field that the table does not have.' },
  chart_not_found: { status: 404, text: 'There is no such chart.' },
  chart_access_denied: { status: 403, text: 'This chart belongs to somebody else.' },
  error_save_chart: { status: 500, text: 'The chart could not be saved.' },
  generic_error: { status: 500, text: 'The chart could not be drawn.' },
  invalid_field: { status: 422, text: 'The analysis names a field that the table does not have.' },
  invalid_measure: { status: 422, text: 'The measure must be count, sum or count_distinct.' },
  too_many_join_steps: { status: 422, text: 'The path to the group has more than four steps.' },
  invalid_group_path_step: {
    status: 422,
    text: 'A step of the path to the group follows no relation; "detail" says which.',
  },
  result_too_large: {
    status: 422,
    text: 'The analysis has more than 100,000 cells; narrow it with filters.',
  },
  query_error: { status: 500, text: 'The analysis could not be computed.' },
  nothing_to_update: { status: 400, text: 'Nothing was sent that could be changed.' },
  analysis_not_found: { status: 404, text: 'There is no such analysis.' },
  analysis_access_denied: { status: 403, text: 'This analysis belongs to somebody else.' },
  template_not_found: { status: 404, text: 'There is no such template.' },
  template_name_exists: { status: 409, text: 'The table has a template of that name already.' },
  invalid_template_name: { status: 422, text: 'A template name has 1 to 64 letters, digits, "-" or "_".' },
  invalid_template_data: { status: 422, text: 'A layout is an object with a list of "sections".' },
  template_validation_failed: { status: 422, text: 'The layout is not valid; "errors" says where.' },
  invalid_widget_name: { status: 400, text: 'A widget name has lower-case letters, digits and "-" only.' },
  widget_not_found: { status: 404, text: 'There is no such widget.' },
  geodata_not_found: { status: 404, text: 'There is no such map feature.' },
  error_insert_geodata: { status: 422, text: 'The geometry is not valid; "errors" says why.' },
  error_update_geometry: {
    status: 422,
    text: 'A geometry is not valid and none was changed; "errors" says why.',
  },
  error_getting_geodata: { status: 500, text: 'The map features could not be read.' },

  // Reference manager
  upstream_error: { status: 502, text: 'The reference manager refused the request or could not be reached.' },
  upstream_timeout: { status: 504, text: 'The reference manager did not answer in time; try again later.' },
  zotero_api_error: {
    status: 502,
    text: 'The reference manager refused the request or could not be reached.',
  },
  lib_not_found: { status: 404, text: 'There is no such library.' },
  lib_already_exists: { status: 409, text: 'This library is connected already.' },
  link_not_found: { status: 404, text: 'There is no such citation link.' },
  invalid_refman_id: { status: 422, text: 'A library id has 1 to 64 letters, digits, "-" or "_".' },
  invalid_refman_key: { status: 422, text: 'An item key has 1 to 32 letters and digits.' },
  invalid_citation_style: { status: 422, text: 'A citation style is named by letters, digits and "-".' },
  refman_item_not_found: { status: 404, text: 'The library has no such item.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCodes
