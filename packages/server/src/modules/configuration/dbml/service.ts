import type { SchemaApplied, SchemaFinding, SchemaPreview } from '@trowel/contract/dbml.js'
import { valueSources } from '@trowel/contract/model/field-properties.js'
import { storedProperties } from '../../../catalogue/stored-field.js'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import { StorageError } from '../../../storage/storage.js'
import { definitionsByVocabulary } from '../../vocabularies/index.js'
import { changeConfiguration } from '../change.js'
import { carryOut } from './apply.js'
import type { TableDraft } from './draft.js'
import { writeSchemaText } from './export.js'
import { writtenFields } from './fields.js'
import { planSchema, type SchemaPlan } from './plan.js'
import { readSchema } from './reader.js'

export interface SchemaFile {
  readonly name: string
  readonly text: string
}

/** Tables, fields, relations, indexes and vocabularies of the application as DBML. */
export async function exportSchema({ application, catalogue, db, now }: RequestScope): Promise<SchemaFile> {
  const vocabularies = [...(await definitionsByVocabulary(db.quick))].map(([name, values]) => ({
    name,
    values,
  }))
  const head = `// Application: ${application.name}\n// Written: ${now.toISOString()}\n`
  return {
    name: `${application.name.replace(/[^A-Za-z0-9_-]/g, '_')}.dbml`,
    text: `${head}\n${writeSchemaText(catalogue, vocabularies)}`,
  }
}

/**
 * What applying a schema text would make, and what stands in the way. Nothing is written, and nothing that
 * exists would change.
 * @throws what reading it throws: `dbml_empty`, `too_large`, `dbml_parse_error`
 */
export async function previewSchema({ catalogue, db }: RequestScope, dbml: unknown): Promise<SchemaPreview> {
  const schema = await readSchema(dbml)
  const physical = new Set((await db.inspect()).keys())
  const vocabularies = await definitionsByVocabulary(db.quick)
  const plan = planSchema(schema, { catalogue, physical, vocabularies })
  return {
    tables: plan.drafts.map(showTable),
    vocabularies: plan.vocabularies.map(({ name, values, missing, errors }) => ({
      name,
      values: [...values],
      missing: [...missing],
      errors: [...errors],
    })),
    skipped: [...plan.skipped],
    has_errors: [...plan.drafts, ...plan.vocabularies].some(({ errors }) => errors.length > 0),
  }
}

function showTable(draft: TableDraft): SchemaPreview['tables'][number] {
  const { settings } = draft
  const required = new Set(draft.text.columns.filter((one) => one.isRequired).map(({ name }) => name))
  return {
    name: draft.name,
    label: settings.label,
    is_plugin: draft.isPlugin,
    plugin_of: draft.parent ?? '',
    preview: [...settings.preview],
    order: settings.orderField,
    id_field: settings.idField,
    rs: settings.hasStratigraphy,
    geodata: settings.hasGeodata,
    refman: settings.hasCitations,
    fuzzy_date: settings.hasFuzzyDate,
    osteology: settings.hasOsteology,
    radiocarbon: settings.isRadiocarbon,
    fields: writtenFields(draft).map((field) => {
      const { name, label, type, dbType: db_type } = field
      return { ...sourcesOf(field), name, label, type, db_type, not_null: required.has(name) }
    }),
    relations: draft.relations.map((one) => ({
      from_col: one.fromColumn,
      to_tb: one.toTable,
      to_col: one.toColumn,
      on_delete: one.onDelete,
      on_update: one.onUpdate,
    })),
    indexes: draft.indexes.map(({ name, columns, isUnique }) => ({
      name,
      columns: [...columns],
      is_unique: isUnique,
    })),
    warnings: draft.warnings,
    errors: draft.errors,
  }
}

function sourcesOf(field: Parameters<typeof storedProperties>[0]): Record<string, string> {
  const properties = storedProperties(field)
  return Object.fromEntries(
    valueSources.flatMap((key) => {
      const value = properties[key]
      return typeof value === 'string' ? [[key, value] as const] : []
    }),
  )
}

/**
 * Makes what a schema text describes, in one transaction: tables without errors with their fields, indexes
 * and relations, and the values that vocabularies do not have yet. Tables with errors are left out; tables
 * that exist stay as they are.
 *
 * @throws what reading it throws; `dbml_apply_error` when the database refuses, and then nothing was made
 */
export async function applySchema(scope: RequestScope, dbml: unknown): Promise<SchemaApplied> {
  const schema = await readSchema(dbml)
  const operation = { event: 'schema_applied', whenNameIsTaken: 'dbml_apply_error' } as const
  try {
    return await changeConfiguration(scope, operation, async (change) => {
      const plan = planSchema(schema, {
        catalogue: change.catalogue,
        physical: new Set((await change.tx.schema.inspect()).keys()),
        vocabularies: await definitionsByVocabulary(change.tx),
      })
      const created = await carryOut(change, plan)
      change.note({ tables: created.join(', ') || '–' })
      const skipped = plan.drafts.filter(({ errors }) => errors.length > 0).map(({ name }) => name)
      return { created, skipped: [...new Set(skipped)], warnings: warningsOf(plan) }
    })
  } catch (error) {
    throw isRefusedByEngine(error) ? new AppError('dbml_apply_error', { cause: error }) : error
  }
}

/** Names that the engine uses itself, a table wider than it can store. */
const isRefusedByEngine = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'dbml_apply_error') ||
  (error instanceof StorageError && error.problem === 'index_limit')

function warningsOf({ drafts, vocabularies, skipped }: SchemaPlan): string[] {
  const said = ({ code, field, name }: SchemaFinding, table: string): string =>
    [code, table, field ?? (name === table ? undefined : name)].filter((part) => part !== undefined).join(':')
  return [
    ...new Set([
      ...drafts.flatMap((draft) =>
        [...draft.errors, ...draft.warnings]
          .filter(({ code }) => code !== 'vocabulary_exists')
          .map((finding) => said(finding, draft.name)),
      ),
      ...vocabularies.filter((one) => !one.isNew).map(({ name }) => `vocabulary_exists:${name}`),
      ...vocabularies.filter((one) => one.errors.length > 0).map(({ name }) => `invalid_vocabulary:${name}`),
      ...skipped.map(({ element, line }) => `skipped:${element}:${line}`),
    ]),
  ]
}
