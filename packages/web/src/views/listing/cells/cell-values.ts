import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldSchema } from '@trowel/contract/record.js'
import { heldText, readNumber } from '../../../components/fields/number-text.js'
import type { Value } from '../../../components/fields/value.js'

/** The words for yes and no of the page, beside those that the service knows. */
interface Answers {
  readonly yes: string
  readonly no: string
}

const isWhole = ({ db_type, check }: FieldSchema): boolean => db_type === 'INTEGER' || check.includes('int')

/** What a text from the clipboard says in a field, in the form of the wire; what is no such value stays. */
export function valueOfText(field: FieldSchema, text: string, language: string, answers: Answers): Value {
  const typed = text.trim()
  if (typed === '') return null
  const { holds } = describeFieldType(field.type)
  if (holds === 'answer') {
    const said = typed.toLocaleLowerCase(language)
    if (said === answers.yes.toLocaleLowerCase(language)) return '1'
    return said === answers.no.toLocaleLowerCase(language) ? '0' : typed
  }
  if (holds === 'list') return typed.split(/\s*[,;]\s*/).join(';')
  if (field.db_type === 'INTEGER' || field.db_type === 'FLOAT') {
    return heldText(typed, readNumber(typed, language, isWhole(field)))
  }
  return holds === 'paragraphs' ? text : typed
}
