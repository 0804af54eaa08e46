import { csv } from './csv.js'
import type { ExportFormat } from './format.js'
import { geojson } from './geojson.js'
import { gpkg } from './gpkg.js'
import { json, ndjson } from './json.js'
import { xlsx } from './xlsx.js'

/**
 * Every kind of file that records are exported to, by the name that is asked for, which is also the ending of
 * the file.
 */
export const exportFormats = { csv, xlsx, json, ndjson, geojson, gpkg } satisfies Record<string, ExportFormat>

export type ExportFormatName = keyof typeof exportFormats

/** What is not known is `csv`. */
export const formatName = (asked: unknown): ExportFormatName =>
  typeof asked === 'string' && Object.hasOwn(exportFormats, asked) ? (asked as ExportFormatName) : 'csv'
