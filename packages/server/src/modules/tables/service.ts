import { mainTables } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'

/** The main tables that the caller may read, in configuration order, with what he may do there. */
export const listReadableTables = ({ catalogue, rights }: RequestScope) =>
  mainTables(catalogue)
    .filter((table) => rights.allows('read', table))
    .map((table) => ({
      name: table.name,
      label: table.label,
      icon: table.icon ?? null,
      color: table.color ?? null,
      rs: table.hasStratigraphy,
      fuzzy_date: table.hasFuzzyDate,
      geodata: table.hasGeodata,
      id_field: table.idField,
      preview: [...table.preview],
      privilege: rights.levelOn(table),
      filtered: rights.levelsOn(table).filter !== undefined,
    }))
