import { textProblem } from '../../catalogue/column-values.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'

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
    throw new AppError('parameter_missing', {
      ...message('parameter_is_missing', { name: parameter }),
      detail: parameter,
    })
  const reason =
    [...text].length > longest ? message('it_has_at_most', { most: longest }) : textProblem(text)?.said
  if (reason === undefined) return text
  throw new AppError('invalid_parameter', {
    ...message('text_unusable', { name: parameter, reason }),
    detail: { name: parameter, reason: reason.text },
  })
}
