// What other modules may use of this one.
export { updateApp } from './app-service.js'
export { changeConfiguration, writeConfigurationLog } from './change.js'
export { addFields } from './fields/service.js'
export { makePlannedTable, type NewTable, planTable } from './tables/new-table.js'
export { createTable, updateTableSettings } from './tables/service.js'
export { addRadiocarbon, setChronology, setOsteology } from './tables/switch-service.js'
