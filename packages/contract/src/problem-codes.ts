/** The rules that the value of a field can break; in an answer they are `rule` and `code` of a problem alike. */
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

/** What is often wrong with a setting, an account or a line of a file, beside what `errorCodes` has: further values of `code`. */
export const commonProblems = [
  'not_empty',
  'too_long',
  'too_short',
  'invalid_value',
  'invalid_type',
  'invalid_range',
  'invalid_pattern',
  'invalid_characters',
  'unknown_reference',
  'not_available',
  'ambiguous_key',
] as const

/** What can be odd in a file and does not keep it from being read. */
export const fileWarnings = [
  'blank_line',
  'empty_row',
  'short_row',
  'long_row',
  'repeated_header',
  'control_character',
] as const
export type FileWarning = (typeof fileWarnings)[number]
