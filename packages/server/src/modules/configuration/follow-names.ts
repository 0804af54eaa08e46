import { renamedPattern } from '@trowel/contract/model/number-pattern.js'
import type { Field } from '../../catalogue/catalogue.js'
import { renamedFormula } from '../../catalogue/formulas.js'
import type { TableSettings } from '../../catalogue/stored-table.js'
import type { Transaction } from '../../storage/storage.js'
import { updateField, updateRelation, updateTable } from './store.js'
import { renameInDocuments } from './stored-documents.js'
import {
  assemblageAfter,
  chartAfter,
  filterAfter,
  mapViewAfter,
  preferencesAfter,
  queryAfter,
  type Renaming,
  templateAfter,
} from './stored-names.js'

/** Gives tables and fields their new names in the configuration: settings, definitions, relations. */
export async function followInConfiguration(tx: Transaction, renaming: Renaming): Promise<void> {
  const { catalogue } = renaming
  for (const table of catalogue.tables.values()) {
    const after = settingsAfter(table, renaming)
    if (!same(table, after)) await updateTable(tx, after, table.name)
    for (const field of table.fields.values()) {
      const fieldAfter = definitionAfter(table.name, field, renaming)
      if (!same(field, fieldAfter)) await updateField(tx, after.name, fieldAfter, field.name)
    }
  }
  for (const relation of catalogue.relations) {
    const after = {
      ...relation,
      fromTable: renaming.table(relation.fromTable),
      fromColumn: renaming.field(relation.fromTable, relation.fromColumn),
      toTable: renaming.table(relation.toTable),
      toColumn: renaming.field(relation.toTable, relation.toColumn),
    }
    if (!same(relation, after)) await updateRelation(tx, after)
  }
}

const same = (one: object, other: object): boolean =>
  Object.entries(other).every(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(Reflect.get(one, key)),
  )

function settingsAfter(table: TableSettings, renaming: Renaming): TableSettings {
  const field = (name: string): string => renaming.field(table.name, name)
  return {
    ...table,
    name: renaming.table(table.name),
    orderField: field(table.orderField),
    idField: field(table.idField),
    preview: table.preview.map(field),
    rsSetting: typeof table.rsSetting === 'string' ? field(table.rsSetting) : table.rsSetting,
    chronoDensityPath: table.chronoDensityPath.map((name) => renaming.table(name)),
    backlinks: table.backlinks.map(({ ref, via, column }) => ({
      ref: renaming.table(ref),
      via: renaming.table(via),
      column: renaming.field(via, column),
    })),
  }
}

function definitionAfter(table: string, field: Field, renaming: Renaming): Field {
  const name = renaming.field(table, field.name)
  const { idFromTable, valuesFrom, numberPattern, formula } = field
  return {
    ...field,
    name,
    label: field.label === field.name ? name : field.label,
    idFromTable: idFromTable === undefined ? undefined : renaming.table(idFromTable),
    valuesFrom: valuesFrom && {
      table: renaming.table(valuesFrom.table),
      field: renaming.field(valuesFrom.table, valuesFrom.field),
    },
    formula: formula === undefined ? undefined : renamedFormula(formula, table, renaming),
    numberPattern:
      numberPattern === undefined
        ? undefined
        : renamedPattern(numberPattern, (one) => renaming.field(table, one)),
  }
}

/**
 * Gives tables and fields their new names in what people stored: row filters, saved queries, charts,
 * analyses, map views, templates, what they keep at hand. Called while the columns that say where a document
 * begins still name tables as they were.
 */
export async function followInDocuments(tx: Transaction, renaming: Renaming): Promise<void> {
  await renameInDocuments(tx, 'rowFilter', (filter, table) => filterAfter(filter, table, renaming))
  await renameInDocuments(tx, 'query', (query, table) => queryAfter(query, table, renaming))
  await renameInDocuments(tx, 'chart', (definition) => chartAfter(definition, renaming))
  await renameInDocuments(tx, 'assemblage', (definition) => assemblageAfter(definition, renaming))
  await renameInDocuments(tx, 'mapView', (definition) => mapViewAfter(definition, renaming))
  await renameInDocuments(tx, 'template', (layout, table) => templateAfter(layout, table, renaming))
  await renameInDocuments(tx, 'preferences', (kept) => preferencesAfter(kept, renaming))
}
