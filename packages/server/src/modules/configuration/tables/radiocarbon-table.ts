import type { Catalogue, Field, Table } from '../../../catalogue/catalogue.js'
import { plainField } from '../../../catalogue/plain-field.js'
import { defaultCurve } from '../../../radiocarbon/published-curves.js'

/** What the plugin table of radiocarbon dates of a table is called. */
export const radiocarbonTableName = (table: string): string => `${table}_radiocarbon`

/** The radiocarbon table that was made for a table, attached or not. */
export function radiocarbonTable(catalogue: Catalogue, table: string): Table | undefined {
  const found = catalogue.tables.get(radiocarbonTableName(table))
  return found?.isPlugin && found.isRadiocarbon ? found : undefined
}

const calibrated =
  'Computed by the service: one of the outer bounds of the calibrated range from IntCal20, or the curve that the row names, in calendar years before 1950; no substitute for calibration software.'

const curveHelp =
  'intcal20 (northern hemisphere), shcal20 (southern hemisphere) or marine20 (sea, without a local reservoir correction).'

const range = (name: string, label: string): Field => ({
  ...plainField(name, label, 'INTEGER', 0),
  readonly: true,
  help: calibrated,
})

/** One laboratory result in each row; ages in years BP, calibrated ranges in calendar years before 1950. */
export const radiocarbonFields: readonly Field[] = [
  { ...plainField('lab_code', 'Laboratory code', 'TEXT', 0), maxLength: 100 },
  { ...plainField('bp', 'Age BP', 'INTEGER', 0), checks: ['int'] },
  { ...plainField('bp_error', 'Error (±)', 'INTEGER', 0), checks: ['int'], min: 1 },
  { ...plainField('material', 'Material', 'TEXT', 0), maxLength: 100 },
  plainField('d13c', 'δ13C', 'FLOAT', 0),
  { ...plainField('curve', 'Calibration curve', 'TEXT', 0), defaultValue: defaultCurve, help: curveHelp },
  range('cal_1s_from', 'Calibrated from (1σ)'),
  range('cal_1s_to', 'Calibrated to (1σ)'),
  range('cal_2s_from', 'Calibrated from (2σ)'),
  range('cal_2s_to', 'Calibrated to (2σ)'),
  { ...plainField('notes', 'Notes', 'TEXT', 0), type: 'long_text' },
]
