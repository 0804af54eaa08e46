import { describeFieldType, filterKindOf } from '@trowel/contract/model/field-types.js'
import type { Catalogue, Field, Table } from '../../catalogue/catalogue.js'
import { isRequired, isWritable } from '../../catalogue/field-rules.js'
import type { RequestScope } from '../../http/scope.js'
import { lookupTarget } from '../../records/rows/lookup-labels.js'
import { definitionsByVocabulary } from '../vocabularies/index.js'
import { type TypeOfField, type TypeOfTable, writeTypeFile } from './type-file.js'

/**
 * The tables and fields that the caller can read, as the types that `createClient` of `@trowel/client` takes:
 * the same text for the same configuration. What he cannot write is read-only.
 */
export async function writeTypes(scope: RequestScope): Promise<string> {
  const vocabularies = await definitionsByVocabulary(scope.db.quick)
  const readable = [...scope.catalogue.tables.values()].filter((table) => isReadable(scope, table))
  const tables = readable.map((table) => typeOfTable(scope, table, vocabularies))
  return writeTypeFile(scope.application.name, tables)
}

type Vocabularies = ReadonlyMap<string, readonly string[]>

const isReadable = ({ rights }: RequestScope, table: Table): boolean => rights.visibilityOf(table).readable

function typeOfTable(scope: RequestScope, table: Table, vocabularies: Vocabularies): TypeOfTable {
  const { catalogue, rights } = scope
  const known = (names: readonly string[]): string[] =>
    names.filter((name) => {
      const other = catalogue.tables.get(name)
      return other !== undefined && isReadable(scope, other)
    })
  const isFixed = !rights.allows('create', table) && !rights.allows('edit', table)
  return {
    name: table.name,
    label: table.label,
    isPlugin: table.isPlugin,
    plugins: known(table.plugins),
    ways: known(waysFrom(table, catalogue)),
    fields: [...table.fields.values()].map((field) => {
      const type = typeOfField(scope, field, vocabularies)
      return isFixed ? { ...type, isReadonly: true } : type
    }),
  }
}

/** The other tables that a filter of this one can name, besides its plugin tables and lookup fields. */
function waysFrom(table: Table, { tables }: Catalogue): string[] {
  const back = table.backlinks.filter(({ via, column }) => tables.get(via)?.fields.has(column))
  const names = [...back.map(({ via }) => via), ...(table.parent === undefined ? [] : [table.parent])]
  return [...new Set(names)].filter((name) => !table.plugins.includes(name) && !table.fields.has(name))
}

function typeOfField(scope: RequestScope, field: Field, vocabularies: Vocabularies): TypeOfField {
  const { holds, takesAnyText } = describeFieldType(field.type)
  const isReadonly = field.readonly || !isWritable(field)
  const isNumber = field.dbType === 'INTEGER' || field.dbType === 'FLOAT'
  const target = isNumber && holds === 'line' ? lookupTarget(scope, field) : undefined
  const kind = isNumber && field.name === 'chrono_from' ? 'dating' : filterKindOf(field.type, field.dbType)
  const choices = kind === 'choice' || kind === 'several' ? choicesOf(field, vocabularies) : []
  return {
    name: field.name,
    label: field.label,
    kind: target ? 'record' : kind,
    table: target?.name,
    choices,
    isOpen: choices.length > 0 && takesAnyText,
    isReadonly,
    isRequired: isRequired(field) && !isReadonly,
    isFilled: field.isNumberedOnSave,
  }
}

/** A list that is the same for all records; none where the values of a column or records are offered. */
function choicesOf(field: Field, vocabularies: Vocabularies): readonly string[] {
  if (field.valuesFrom || field.idFromTable !== undefined) return []
  const offered =
    field.vocabulary === undefined ? (field.options ?? []) : (vocabularies.get(field.vocabulary) ?? [])
  return [...new Set(offered)]
}
