import { columnTypes } from '../../../catalogue/column-types.js'
import type { RequestScope } from '../../../http/scope.js'
import { fieldNamePattern } from '../names.js'
import { selectVocabularyNames } from '../store.js'
import { checkTokens, offeredTypes } from './field-input.js'

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
  const vocabularies = await selectVocabularyNames(db.quick)
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
    vocabulary_set: {
      type: 'select',
      required: false,
      values: vocabularies,
      help: 'Vocabulary that feeds the list.',
    },
    get_values_from_tb: {
      type: 'input',
      required: false,
      help: 'Table and field whose values feed the list, as table:field.',
    },
    id_from_tb: {
      type: 'select',
      required: false,
      values: [...catalogue.tables.keys()],
      help: 'Table whose records this field refers to; their ids are stored.',
    },
    check: {
      type: 'multi_select',
      required: false,
      values: checkTokens,
      help: 'Rules that every value must meet.',
    },
    readonly: { type: 'boolean', required: false, help: 'Shown, but not edited.' },
    hide: { type: 'boolean', required: false, help: 'Not shown in the form of a record.' },
    def_value: {
      type: 'input',
      required: false,
      help: 'Value of a new record; %today% is the date of the day, %current_user% the id of the user.',
    },
    max_length: { type: 'input', required: false, help: 'Longest text, in characters.' },
    min: { type: 'input', required: false, help: 'Smallest number or earliest date.' },
    max: { type: 'input', required: false, help: 'Largest number or latest date.' },
    pattern: { type: 'input', required: false, help: 'Regular expression that every value must match.' },
    help: { type: 'input', required: false, help: 'Hint beside the field.' },
    widget: { type: 'select', required: false, values: [], help: 'Widget that shows the field.' },
  }
}
