import { textProblem } from '../../catalogue/column-values.js'
import { AppError } from '../../errors.js'

const maxVocabularyLength = 100
const maxDefinitionLength = 200

/** The name of a vocabulary as it is kept. @throws `parameter_missing`, `invalid_parameter` */
export const readVocabulary = (parameter: string, value: string | null | undefined): string =>
  read(parameter, value, maxVocabularyLength)

/** The definition of an item as it is kept. @throws `parameter_missing`, `invalid_parameter` */
export const readDefinition = (parameter: string, value: string | null | undefined): string =>
  read(parameter, value, maxDefinitionLength)

function read(parameter: string, value: string | null | undefined, longest: number): string {
  const text = value?.trim() ?? ''
  if (text === '')
    throw new AppError('parameter_missing', { text: `"${parameter}" is missing.`, detail: parameter })
  const reason =
    [...text].length > longest ? `It has at most ${longest} characters.` : textProblem(text)?.said.text
  if (reason === undefined) return text
  throw new AppError('invalid_parameter', {
    text: `"${parameter}" cannot be used. ${reason}`,
    detail: { name: parameter, reason },
  })
}
