import type { ExportFormat } from '@trowel/contract/model/export-formats.js'
import { csv } from './csv.js'
import type { ExportWriter } from './format.js'
import { geojson } from './geojson.js'
import { gpkg } from './gpkg.js'
import { json, ndjson } from './json.js'
import { xlsx } from './xlsx.js'

/** What writes each kind of file. */
export const exportWriters: Readonly<Record<ExportFormat, ExportWriter>> = {
  csv,
  xlsx,
  json,
  ndjson,
  geojson,
  gpkg,
}
