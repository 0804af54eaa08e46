/** Imports, and the files that they read. */
export const imports = {
  codes: {
    // Imports
    import_error_no_file: 'There is no such uploaded file, or it has expired; upload it again.',
    import_error_unknown_type:
      'The type of the file must be csv, tsv, xlsx, ods, json, gpkg, geojson or lst.',
    import_error_parse: 'The file cannot be read; "detail" says where and why.',
    import_error_no_key: 'The key field must be one of the mapped fields.',
    import_error_invalid_field: 'The mapping names fields that the table does not have.',
    import_error_mapping_mismatch: 'None of the mapped columns occurs in the file.',
    import_error_validation: 'Some rows are not valid and nothing was imported; "errors" names them.',
    import_error_transaction: 'The database refused a row and nothing was imported.',
    import_error_no_geo_field: 'The table has no geometries; switch them on in its configuration.',
    import_error_unknown_crs: 'The reference system of the coordinates is not known here.',
    import_error_zip: 'The archive cannot be read as a ZIP file.',

    // Oddities of files
    no_rows: 'The file has no rows under its header.',
    blank_line: 'The line is empty and was skipped.',
    empty_row: 'All cells of the row are empty; it was skipped.',
    short_row: 'The row has too few cells; the others are empty.',
    long_row: 'The row has too many cells.',
    repeated_header: 'The row repeats the header; it is read as data.',
    header_mended: 'The column was given a name of its own.',
    bytes_left_out: 'Bytes such as pictures are left out.',
    control_character: 'The row has a control character.',
  },

  problems: {
    // Rows of a file
    row_short: 'The row has {{given}} of {{wanted}} cells; the others are empty.',
    row_long: 'The row has {{given}} cells for {{wanted}} columns; {{surplus}} at its end were dropped.',
    row_with_control_character: 'The row has the control character U+{{character}}.',
    mapping_unknown_fields: 'The table "{{table}}" cannot take {{fields}} from a file.',
    mapping_without_columns:
      'None of the mapped columns ({{mapped}}) occurs in the file; its columns are {{columns}}.',
    row_not_stored: 'The database refused row {{row}} and nothing was imported.',
    record_outside_rows: 'This would make a record that lies outside the rows that you may change.',

    // Files that cannot be read, and why
    file_unreadable: 'The file cannot be read: {{reason}}',
    file_unreadable_at: 'The file cannot be read. Line {{line}}: {{reason}}',
    archive_unreadable: 'The archive cannot be read: {{reason}}',
    archive_too_large: 'The archive is too large. {{reason}}',
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
    workbook_none: 'this is no workbook: save it as .xlsx (Excel) or .ods (OpenDocument).',
    workbook_encrypted: 'the workbook is protected by a password; save it without one.',
    workbook_damaged: 'the workbook is damaged ({{reason}}).',
    workbook_with_document_type: '"{{name}}" declares a document type, which no workbook does.',
    workbook_too_many_cells:
      'the workbook has cells as far out as {{place}}, which are too many to be read: delete what lies far from the table, or save the sheet as CSV.',
    workbook_cell_nowhere: 'the workbook has a cell in the place "{{place}}", which no sheet has.',
    sheet_missing: 'it has no sheet "{{sheet}}"; there are: {{sheets}}.',
    sheet_empty: 'the sheet "{{sheet}}" is empty.',
    sheet_too_long: 'the sheet has more than {{most}} rows; save it as CSV.',
    columns_of_bytes: 'Bytes such as pictures are left out: {{columns}}.',
    media_stay_behind:
      'Pictures and the like hang from the features. One layer comes without them; `trowel import --create-tables` brings them along.',
    package_none: 'this is no GeoPackage.',
    package_damaged: 'the GeoPackage is damaged ({{reason}}).',
    package_without_layers: 'the GeoPackage has neither layers nor tables.',
    layer_missing: 'it has no layer "{{layer}}"; there are: {{layers}}.',
    archive_damaged: 'the archive is damaged or no ZIP file ({{reason}}).',
    archive_encrypted: '"{{name}}" is encrypted.',
    archive_packed_strangely: '"{{name}}" is packed in a way that cannot be read; pack it as ZIP (deflate).',
    lst_without_heading:
      'it is no list of a matrix (.lst): "Stratigraphic Dataset" and "Name" are missing above.',
    lst_line_unknown:
      'a unit has the lists "above", "contemporary with", "equal to" and "below", each with a colon, and this line is none of them.',
    too_many_relations: 'it states more than {{most}} relations; split it.',
    index_columns: 'an index needs two columns: filename and record_id.',
    index_too_long: 'an index may have {{most}} rows; split the archive.',

    // Imports that do not begin, or do not end
    archive_too_many_entries: 'It has more than {{most}} entries; split it.',
    archive_entry_too_large: '"{{name}}" has more than {{most}} bytes.',
    archive_files_too_large: 'Its files have more than {{most}} bytes together; split it.',
    picture_not_stored: '"{{name}}" cannot be stored, so nothing was imported.',
    import_runs_already: 'This file is being imported already; wait until that is done.',
    import_stopped: 'The service is being stopped; nothing was imported. Start the import again.',
    row_not_valid: '1 row is not valid and nothing was imported; "errors" names each of them.{{more}}',
    rows_not_valid:
      '{{rows}} rows are not valid and nothing was imported; "errors" names each of them.{{more}}',
    list_of_problems_ends: ' The list ends with the first hundred problems.',

    // Imports
    row_empty_skipped: 'All cells of the row are empty; it was skipped.',
    line_empty_skipped: 'The line is empty and was skipped.',
    column_named: 'Column {{column}} has no name in the header: it is called "{{own}}".',
    column_renamed: 'Column {{column}} has the name "{{name}}" of another one: it is called "{{own}}".',
    values_too_many_for_choice:
      'The column "{{column}}" has too many different values, or too long ones, for a choice.',
    file_without_column: 'The file has no column "{{column}}".',
    file_without_geometries: 'The file has no geometries of its own.',
    place_columns_missing: 'The file has no column {{columns}} that could tell where the records are.',
    no_wkt: '"{{given}}" is no geometry in well-known text.',
    no_coordinates: '"{{given}}" are no coordinates.',
    relation_without_unit: 'The row names other units and none of its own.',
    no_relation_called: '"{{name}}" is no stratigraphic relation.',
    no_unit_called: 'No record of "{{table}}" is called "{{name}}".',
    several_units_called: '{{records}} records of "{{table}}" are called "{{name}}".',
    relation_not_editable: 'You may change neither of the two records.',
    relation_columns_missing: 'The file has no column {{columns}}.',
    relation_or_column: 'Say either "relation" or the column that names it in "named_in".',
    header_repeated: 'The row repeats the header; it is read as data.',
    header_without_rows: 'The file has a header line and no rows.',
    must_be_true_or_false: '"{{name}}" must be true or false.',
    place_form:
      '"{{name}}" must be `{x, y}`, `{wkt}` or `{geometry: true}`, with `epsg` where it is not longitude and latitude.',
    mapping_form: '"{{name}}" must be an object `{column: field}`, or a list of `{column, field}`.',
    key_field_form: '"{{name}}" must be the name of a field, or null.',
    sheet_form: '"{{name}}" must be the name or the number of a sheet.',
    decimal_mark_form: '"{{name}}" must be "." or ",".',
    must_name_property: '"{{name}}" must be the name of a property.',
    epsg_form: '"{{name}}" must be the EPSG code of a reference system, for example 32633.',
    file_types_importable: 'Rows can be imported from files of type {{types}}; say which one in "type".',
    reference_system_not_known:
      'The reference system "{{name}}" is not known here. Say the EPSG code of another in "epsg", or save the file in WGS 84 (EPSG:4326).',
    coordinates_outside:
      '{{place}} is no longitude and latitude. Say in "epsg" in which reference system the coordinates are.',
    send_file_in_part: 'Send the file in the part "file".',
    id_at_least_one: 'An id is 1 or more.',
    key_field_not_mapped:
      'The key field "{{field}}" is none of the mapped fields; map a column of the file to it.',
    columns_to_one_field: 'Two columns of the file are mapped to one field: {{fields}}.',
    send_archive:
      'Send the archive in the part "zip", and beside it a list in the part "index" or the names’ "pattern".',
    index_too_large: 'The list of pictures may have 16 MiB.',
    one_of_values: 'one of {{values}}',
    delimiter_form: 'a comma, a semicolon, a tab or a bar',
    absent_beside_index: 'left out where there is a list in "index"',
    one_with_field_of: 'one with a field of "{{table}}"',
    name_pattern: '"pattern" must {{rule}}.',
    have_at_most_characters: 'have at most {{most}} characters',
    name_one_field: 'name one field in curly brackets, as in {ctx_no}_*.jpg',
  },
} as const
