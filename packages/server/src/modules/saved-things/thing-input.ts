import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'

const maxContentKib = 64

export const missing = (name: string): AppError =>
  new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })

/** What is kept, where it came as JSON text. @throws `invalid_parameter` when that holds no object */
export function readContent(given: JsonObject | string, name: string): JsonObject {
  const content = typeof given === 'string' ? parseJson(given) : given
  if (isObject(content)) return content
  throw new AppError('invalid_parameter', {
    ...message('must_be_object_or_text', { name }),
    detail: { name, reason: 'not an object' },
  })
}

/** The JSON text under which a content is kept. @throws `invalid_parameter` when it is too long */
export function contentText(content: JsonObject, name: string): string {
  const text = JSON.stringify(content)
  if (Buffer.byteLength(text) <= maxContentKib * 1024) return text
  throw new AppError('invalid_parameter', {
    ...message('content_too_large', { name, most: maxContentKib }),
    detail: { name, reason: 'too large' },
  })
}
