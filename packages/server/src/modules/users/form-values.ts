import { AppError } from '../../errors.js'

/** A number that a form may have sent as text; everything else as it came. */
export const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value

/** An id in a form or an address; undefined when there is none. @throws `invalid_parameter` */
export function bodyId(value: unknown, name = 'id'): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const id = numberOf(value)
  if (typeof id === 'number' && Number.isSafeInteger(id) && id >= 1) return id
  throw new AppError('invalid_parameter', {
    text: `"${name}" must be the id, a whole number from 1.`,
    detail: { name, reason: 'not a whole number from 1' },
  })
}

/** The name of a table in a form or an address; undefined when there is none. @throws `invalid_parameter` */
export function tableName(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw new AppError('invalid_parameter', {
    text: '"table_name" must be a single text.',
    detail: { name: 'table_name', reason: 'not a text' },
  })
}
