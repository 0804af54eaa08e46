/**
 * Every kind of file that records are exported to, by the name that is asked for, which is also the ending of
 * the file. What is not known is the first one.
 */
export const exportFormats = {
  csv: { needsGeodata: false },
  xlsx: { needsGeodata: false },
  json: { needsGeodata: false },
  ndjson: { needsGeodata: false },
  geojson: { needsGeodata: true },
  gpkg: { needsGeodata: true },
} as const satisfies Record<string, { readonly needsGeodata: boolean }>

export type ExportFormat = keyof typeof exportFormats

export const isExportFormat = (name: unknown): name is ExportFormat =>
  typeof name === 'string' && Object.hasOwn(exportFormats, name)
export const exportFormatNames = Object.keys(exportFormats).filter(isExportFormat)
