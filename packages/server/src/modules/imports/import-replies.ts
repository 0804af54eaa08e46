import type {
  FeaturePreviewReply,
  GeojsonImportReply,
  ImportReply,
  PhotoImportReply,
  PhotoPreviewReply,
  TablePreviewReply,
} from '@trowel/contract/imports.js'
import { nameOfSystem } from '@trowel/contract/model/reference-systems.js'
import type { NewTableImportReply } from '@trowel/contract/new-table-import.js'
import type { RelationImportReply } from '@trowel/contract/relation-import.js'
import type { Static } from 'typebox'
import type { FeatureResult } from './import-geojson.js'
import type { NewTableResult } from './import-new-table.js'
import type { RelationResult } from './import-relations.js'
import type { ImportResult } from './import-rows.js'
import type { PhotoResult } from './photos/import-photos.js'
import type { PhotoPreview } from './photos/preview-photos.js'
import type { FeaturePreview, TablePreview } from './preview-file.js'

export const tablePreviewReply = ({
  tempId,
  note: { scan },
  mapping,
  proposal,
}: TablePreview): Static<typeof TablePreviewReply> => ({
  status: 'success',
  temp_id: tempId,
  columns: [...scan.columns],
  mapping: mapping ? mapping.map((one) => ({ ...one })) : null,
  rows: scan.sample.map((row) => row.map((cell) => cell ?? null)),
  count: scan.count,
  encoding: scan.form?.encoding ?? null,
  delimiter: scan.form?.delimiter ?? null,
  sure: scan.sure,
  detected: scan.detected,
  sheets: [...scan.sheets],
  sheet: scan.sheet ?? null,
  ...(proposal && { proposal }),
  warnings: [...scan.warnings],
  warning_count: scan.warningCount,
})

export const featurePreviewReply = ({
  tempId,
  note: { scan },
  hasGeodata,
}: FeaturePreview): Static<typeof FeaturePreviewReply> => ({
  status: 'success',
  temp_id: tempId,
  count: scan.count,
  geometry_types: [...scan.geometryTypes],
  geo_props: [...scan.properties],
  geo_field: hasGeodata ? 'geometry' : null,
  epsg: scan.epsg !== undefined && nameOfSystem(scan.epsg) !== undefined ? scan.epsg : null,
  crs: scan.crs,
})

export function importReply(result: ImportResult): Static<typeof ImportReply> {
  const { inserted, updated, unchanged, skipped, refused, placed } = result.counts
  const total = inserted + updated
  const left = skipped.no_key + skipped.known + skipped.unknown
  return {
    status: total > 0 ? 'success' : 'warning',
    code: 'ok_import_data',
    inserted,
    updated,
    unchanged,
    skipped: left,
    skipped_because: { ...skipped },
    total,
    placed,
    detail: total > 0 ? null : nothingImported(result),
    refused,
    refused_file: result.refusedOf === undefined ? null : `api/import/refused/${result.refusedOf}`,
    new_ids: result.dryRun || !result.newIds ? null : { ...result.newIds },
    dry_run: result.dryRun,
    mode: result.mode,
    repeated: result.repeated.rows,
    repeated_keys: result.repeated.keys.map(({ key, rows }) => ({ key, rows: [...rows] })),
    errors: [...result.problems],
    warnings: [...result.warnings],
    warning_count: result.warningCount,
  }
}

export const newTableReply = ({ table, ...result }: NewTableResult): Static<typeof NewTableImportReply> => ({
  ...importReply(result),
  code: 'ok_import_new_table',
  tb: table,
})

function nothingImported({ counts: { skipped, refused } }: ImportResult): string {
  const reasons = [
    ...(skipped.no_key > 0 ? [`${skipped.no_key} rows have no value in the column of the key field`] : []),
    ...(skipped.known > 0 ? [`${skipped.known} rows are about records that exist already`] : []),
    ...(skipped.unknown > 0 ? [`${skipped.unknown} rows are about records that do not exist`] : []),
    ...(refused > 0 ? [`${refused} rows are not valid`] : []),
  ]
  if (reasons.length === 0) return 'The file has no rows, so nothing was imported.'
  return `Nothing was imported: ${reasons.join(', ')}.`
}

export const geojsonReply = (result: FeatureResult): Static<typeof GeojsonImportReply> => ({
  status: 'success',
  code: 'ok_import_geojson',
  updated: result.updated,
  unchanged: result.unchanged,
  not_found: result.notFound,
  repeated: result.repeated,
  total: result.total,
  epsg: result.epsg,
  refused: result.refused,
  dry_run: result.dryRun,
  errors: [...result.problems],
})

const maxNames = 100

export function relationsReply(result: RelationResult): Static<typeof RelationImportReply> {
  const { added, known, repeated, total, made, notFound, refused, missing } = result
  return {
    status: total > 0 ? 'success' : 'warning',
    code: 'ok_import_relations',
    added,
    known,
    repeated,
    total,
    made,
    not_found: notFound,
    missing: missing.slice(0, maxNames),
    missing_count: missing.length,
    refused,
    dry_run: result.dryRun,
    errors: [...result.problems],
  }
}

export const photoPreviewReply = (preview: PhotoPreview): Static<typeof PhotoPreviewReply> => ({
  status: 'success',
  temp_id: preview.tempId,
  index_rows: preview.sample.map(({ filename, record }) => ({
    filename,
    record_id: record === '' ? null : /^\d{1,15}$/.test(record) ? Number(record) : record,
  })),
  missing_files: [...preview.missing],
  total: preview.total,
  repeated_files: preview.repeated.slice(0, maxNames),
  unmatched_files: preview.unmatched.slice(0, maxNames),
  unmatched: preview.unmatched.length,
})

export const photoReply = ({
  linked,
  notFound,
  refused,
  dryRun,
}: PhotoResult): Static<typeof PhotoImportReply> => ({
  status: 'success',
  code: 'ok_import_photos',
  linked,
  not_found: notFound,
  total: linked + notFound,
  refused: refused.length,
  errors: refused.slice(0, maxNames).map((one) => ({ ...one })),
  dry_run: dryRun,
})
