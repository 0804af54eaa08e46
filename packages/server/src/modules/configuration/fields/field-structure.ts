import { columnTypes } from '@trowel/contract/model/column-types.js'
import {
  checkTokens,
  describeProperty,
  fieldPropertyNames,
  type PropertyForm,
} from '@trowel/contract/model/field-properties.js'
import { offeredTypes } from '@trowel/contract/model/field-types.js'
import type { RequestScope } from '../../../http/scope.js'
import { fieldNamePattern } from '../names.js'
import { selectVocabularyNames } from '../store.js'

interface FormEntry {
  readonly type: 'input' | 'select' | 'multi_select' | 'boolean'
  readonly required?: boolean
  readonly readonly?: boolean
  readonly values?: readonly string[]
  readonly pattern?: string
  readonly help: string
}

/** The form in which the properties of a field are edited: its entries in order, each with what it offers. */
export async function readFieldStructure({
  catalogue,
  db,
}: RequestScope): Promise<Record<string, FormEntry>> {
  const values: Partial<Record<PropertyForm, readonly string[]>> = {
    vocabulary: await selectVocabularyNames(db.quick),
    table: [...catalogue.tables.keys()],
    checks: checkTokens,
    widget: [],
  }
  return {
    name: {
      type: 'input',
      required: true,
      readonly: true,
      pattern: fieldNamePattern,
      help: 'Column name: lower-case letters, digits, underscores.',
    },
    label: { type: 'input', required: false, help: 'What people read; the name when empty.' },
    type: {
      type: 'select',
      required: true,
      values: offeredTypes,
      help: 'How the field is edited and shown.',
    },
    db_type: {
      type: 'select',
      required: true,
      readonly: false,
      values: columnTypes,
      help: 'How the values are stored and sorted.',
    },
    ...Object.fromEntries(
      fieldPropertyNames.flatMap((name) => {
        const { form, hint } = describeProperty(name)
        return hint === undefined ? [] : [[name, entryOf(form, hint, values[form])] as const]
      }),
    ),
  }
}

/** Forms with more than an input or a list of values. */
const entryTypes: Partial<Record<PropertyForm, FormEntry['type']>> = {
  flag: 'boolean',
  checks: 'multi_select',
}

const entryOf = (form: PropertyForm, help: string, values: readonly string[] | undefined): FormEntry => ({
  type: entryTypes[form] ?? (values ? 'select' : 'input'),
  required: false,
  ...(values && { values }),
  help,
})
