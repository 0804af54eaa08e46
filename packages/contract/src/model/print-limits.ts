/** How much the service prints into one document. */
export const printLimits = {
  /** Records one after the other: more are no longer a catalogue that a user reads. */
  catalogue: 500,
  /** Lines of a table, which fill some 250 pages. */
  table: 5000,
  tableWithPictures: 500,
  /** Columns of a table beside each other, so that each has room for two digits. */
  columns: { portrait: 30, landscape: 45 },
  labels: 5000,
  /** Of each label. */
  copies: 100,
} as const
