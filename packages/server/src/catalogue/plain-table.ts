import type { TableSettings } from './stored-table.js'

/** A table with no settings of its own. */
export const plainTable = (name: string, isPlugin: boolean): TableSettings => ({
  name,
  label: '',
  icon: undefined,
  color: undefined,
  isPlugin,
  idField: 'id',
  orderField: 'id',
  preview: ['id'],
  sort: 0,
  hasStratigraphy: false,
  rsSetting: false,
  hasGeodata: false,
  hasCitations: false,
  hasFuzzyDate: false,
  hasOsteology: false,
  isRadiocarbon: false,
  chronoDensityPath: [],
  backlinks: [],
  extra: {},
})
