import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.js'
import { inputReader } from './read-input.js'

/** Inputs become typed values, or are refused with everything that is wrong at once. */
export const lazyValidators: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const read = inputReader(schema)
  return (input: unknown) => {
    try {
      return { value: read(input) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { error }
    }
  }
}
