/** The types of columns in the order in which they are offered. */
export const columnTypes = ['TEXT', 'INTEGER', 'TIMESTAMP', 'FLOAT'] as const
export type ColumnType = (typeof columnTypes)[number]
