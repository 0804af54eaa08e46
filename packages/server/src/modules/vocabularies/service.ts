import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { StorageError } from '../../storage/storage.js'
import { insertItem, selectHighestSort } from './store.js'

const longestVocabulary = 100
const longestDefinition = 200

/**
 * Adds an item to a vocabulary, behind those that it has; a vocabulary exists while it has an item.
 *
 * @returns the id of the item
 * @throws `parameter_missing`, `invalid_parameter` when too long, `error_def_added` when the vocabulary has the definition already
 */
export async function addItem(scope: RequestScope, vocabulary: string, definition: string): Promise<number> {
  const name = named('voc', vocabulary, longestVocabulary)
  const text = named('def', definition, longestDefinition)
  try {
    return await scope.db.write(async (tx) =>
      insertItem(tx, name, text, (await selectHighestSort(tx, name)) + 1),
    )
  } catch (error) {
    if (!(error instanceof StorageError) || error.problem !== 'unique') throw error
    throw new AppError('error_def_added', { detail: { voc: name, def: text }, cause: error })
  }
}

function named(parameter: string, value: string, longest: number): string {
  const text = value.trim()
  if (text === '') throw new AppError('parameter_missing', { detail: parameter })
  if ([...text].length > longest) {
    throw new AppError('invalid_parameter', {
      text: `"${parameter}" has at most ${longest} characters.`,
      detail: { name: parameter, reason: 'too long' },
    })
  }
  return text
}
