import { stampFieldNames } from './stamp-fields.js'

/** Columns that every table has, each in its kind of table; people can neither add nor change them. */
export const generatedFields: ReadonlySet<string> = new Set(['id', 'creator', 'id_link'])

/**
 * Names with a meaning of their own in filters, in system tables, or to an engine: no new field may have one.
 */
export const reservedFieldNames: ReadonlySet<string> = new Set([
  ...generatedFields,
  'table_link',
  // Columns that SQLite and PostgreSQL give every table.
  'rowid',
  'oid',
  '_rowid_',
  'tableoid',
  'ctid',
  'xmin',
  'xmax',
  'cmin',
  'cmax',
  // SQLite takes them for truth values where a column of an inner query is meant; lists read those that are
  // there already.
  'true',
  'false',
  // What lists know of records besides their fields.
  ...stampFieldNames,
  // Keys that no filter may have.
  'constructor',
  'prototype',
])
