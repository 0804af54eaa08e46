/** Files, pictures and exports. */
export const files = {
  codes: {
    file_not_found: 'There is no such file.',
    error_erasing_file: 'The file could not be deleted.',
    error_uploading_file: 'Send exactly one file, in the part "file".',
    upload_gone:
      'Some uploaded files are no longer kept for this record; "detail" says which. Send them again.',
    error_file_sorting_update: 'The list must name each file link of one record once.',
  },

  problems: {
    // Exports
    no_map_data_to_export:
      'The table "{{table}}" has no map data: take another format, or switch its map data on.',
    cell_too_long_for_sheet:
      '{{place}} is longer than the 32,767 characters of a spreadsheet cell: take csv or json, or leave the field out with "columns".',
    exports_running: 'Several exports are running already; try again when one has ended.',
    file_not_taken: 'The file was not fetched; request it again.',
    packages_running: 'Several packages are being made already; try again when one is done.',

    // Files
    pictures_wait: 'Too many pictures wait to be worked on; try again soon.',
    one_file_needed: 'Send exactly one file, in the part "file".',
    file_too_large_here: 'The file is larger than {{most}} bytes, the limit here.',
    file_too_large_split: 'The file is larger than {{most}} bytes, the limit here; split it.',
    file_is_empty: 'The file is empty.',
    picture_is_none:
      'The file begins like a picture ({{extension}}) but is none: it is damaged, or not what its name says.',
    marks_changed: 'Another person drew on this picture meanwhile. Look at it again, then save your marks.',
    no_picture_to_print: 'This file is no picture that can be printed.',
    no_smaller_copy: 'There is no smaller copy of this file.',
    upload_given_up: 'The upload took too long and was given up; send the file again.',
    file_not_changeable: 'You may not change this file: it belongs to a record that you may not change.',
    no_such_file_here: 'There is no such file.',
    no_such_file_link: 'There is no such link of a file to a record.',
  },
} as const
