import { AppError } from '../errors.js'
import { message } from '../message.js'

/**
 * Hands on what is read of a form. What the framework refuses has a code of its own; everything else that
 * goes wrong while a form is read is a form that breaks off or is none.
 *
 * @throws `bad_request`
 */
export async function* withMultipartErrors<T>(read: AsyncIterable<T>): AsyncGenerator<T, undefined> {
  try {
    yield* read
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('FST_')) throw error
    throw new AppError('bad_request', {
      ...message('form_damaged', {}),
      cause: error,
    })
  }
}
