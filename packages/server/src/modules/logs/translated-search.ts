import { loggedEvents } from '@trowel/contract/logged-events.js'
import { maxTranslated } from '@trowel/contract/logs.js'
import { textProblem } from '@trowel/contract/wire/input.js'
import { AppError } from '../../errors.js'
import type { TranslatedMatch } from './store.js'

/**
 * What a search in the log finds beside the text: `code,code:word word`, where the caller reads the
 * sentences of these codes in another language and finds there what was sought, but for these words. @throws
 * `invalid_parameter`
 */
export function translatedMatches(given: readonly string[] | undefined): TranslatedMatch[] {
  if (given === undefined) return []
  if (given.length > maxTranslated.lists) throw wrong(`has more than ${maxTranslated.lists} entries`)
  return given.map(readOne)
}

function readOne(text: string): TranslatedMatch {
  const end = text.includes(':') ? text.indexOf(':') : text.length
  const codes = text.slice(0, end).split(',')
  const words = text
    .slice(end + 1)
    .split(' ')
    .filter((word) => word !== '')
  if (codes.length > maxTranslated.codes) throw wrong(`names more than ${maxTranslated.codes} codes`)
  if (words.length > maxTranslated.words) throw wrong(`has more than ${maxTranslated.words} words`)
  const unknown = codes.find((code) => !Object.hasOwn(loggedEvents, code))
  if (unknown !== undefined) throw wrong(`names ${JSON.stringify(unknown)}, which is no code of a line`)
  const reason = textProblem(words.join(' '))
  if (reason !== undefined) throw wrong(reason)
  return { codes, words }
}

const wrong = (reason: string): AppError =>
  new AppError('invalid_parameter', { text: `"also" ${reason}.`, detail: { name: 'also', reason } })
