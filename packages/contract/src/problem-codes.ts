import type { ErrorCode } from './errors.js'

/**
 * The rules that the value of a field can break; in an answer they are `rule` and `code` of a problem alike.
 */
export const fieldRules = [
  'text',
  'required',
  'int',
  'number',
  'boolean',
  'date',
  'email',
  'url',
  'min',
  'max',
  'max_length',
  'pattern',
  'reference',
  'no_dupl',
  'valid_wkt',
  'chrono_range',
  'osteo_data',
] as const
export type FieldRule = (typeof fieldRules)[number]

/**
 * What is often wrong with a setting, an account or a line of a file, beside what `errorCodes` has: further
 * values of `code`.
 */
export const commonProblems = [
  'not_empty',
  'too_long',
  'too_short',
  'invalid_value',
  'invalid_type',
  'invalid_range',
  'invalid_pattern',
  'invalid_formula',
  'invalid_characters',
  'unknown_reference',
  'not_available',
  'ambiguous_key',
  'not_an_object',
  'too_many',
  'too_deep',
  'wrong_count',
  'unknown_name',
  'repeated_name',
  // Settings of tables and fields
  'invalid_db_type',
  'ambiguous_source',
  'syntax',
  // Geometries
  'unsupported_geometry',
  'invalid_coordinates',
  'outside_the_world',
  'ring_too_short',
  'ring_not_closed',
  // Layouts
  'too_many_sections',
  'sections_missing_or_invalid',
  'content_missing_or_invalid',
  'fields_missing_or_invalid',
  'unknown_plugin',
  'unknown_part',
  'invalid_width',
  'invalid_part_text',
  // Layers of the map
  'unknown_file',
  'not_geojson',
  'not_xml',
  'not_pmtiles',
  'not_raster',
  'no_place',
  'no_system',
  'too_many_pixels',
  // Accounts and new applications
  'too_common',
  'too_personal',
  'unknown_provider',
  'not_an_orcid',
  'unsupported_engine',
  'db_unreachable',
] as const
export type CommonProblem = (typeof commonProblems)[number]

/** What can be odd in a file and does not keep it from being read. */
export const fileWarnings = [
  'no_rows',
  'blank_line',
  'empty_row',
  'short_row',
  'long_row',
  'repeated_header',
  'header_mended',
  'bytes_left_out',
  'control_character',
] as const
export type FileWarning = (typeof fileWarnings)[number]

/** What `code` of a problem can be. */
export type ProblemCode = ErrorCode | FieldRule | CommonProblem | FileWarning
